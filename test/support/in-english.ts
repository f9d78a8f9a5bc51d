import { english, isSentenceId } from "../../src/contract/sentences/sentence.ts";

/** What a value is once its sentences are read in English, and not kept beside their texts. */
export type InEnglish<Value> = Value extends { readonly id: infer Id; readonly values: unknown }
  ? Id extends string
    ? string
    : never
  : Value extends readonly (infer Item)[]
    ? InEnglish<Item>[]
    : Value extends string | number | boolean | null | undefined
      ? Value
      : {
          [Key in keyof Value as Key extends `${string}_said` ? never : Key]: InEnglish<Value[Key]>;
        };

/** A value as it is read in English. */
export function inEnglish<Value>(value: Value): InEnglish<Value> {
  return toEnglish(value) as InEnglish<Value>;
}

function toEnglish(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toEnglish);
  if (typeof value !== "object" || value === null) return value;
  const { id, values } = value as { id?: unknown; values?: object };
  if (typeof id === "string" && isSentenceId(id) && values !== undefined) {
    return english({ id, values } as Parameters<typeof english>[0]);
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !key.endsWith("_said"))
      .map(([key, item]) => [key, toEnglish(item)]),
  );
}
