import type { z } from "zod";
import { english } from "../../contract/sentences/sentence.ts";
import { readAs } from "../model/read-as.ts";

/** The arguments of an agent's call by their schema, or what its model is told. @param what is read. */
export function readCall<Schema extends z.ZodType>(
  schema: Schema,
  args: unknown,
  what: string,
): { readonly value: z.output<Schema> } | { readonly refusal: string } {
  const read = readAs(schema, args);
  if ("value" in read) return read;
  const said = read.mistakes.map(({ pointer, detail }) => `${pointer || "it"} ${english(detail)}`);
  return { refusal: `The ${what} cannot be read: ${said.join(" ")}` };
}
