import { say } from "../../contract/sentences/sentence.ts";
import type { Json, JsonObject } from "../../contract/text.ts";
import { beyondJson } from "../../json/beyond-json.ts";
import { toPointer, type Path } from "../../json/json-pointer.ts";
import { looksSealed, MASK, readSeal, sealsIn } from "../../json/seals.ts";
import { mapSecrets, marksSecrets } from "../../json/secret-places.ts";
import { eachText, mapTexts } from "../../json/texts.ts";
import { purposeOfArgument, type Secrets } from "../../temporal/connection/payloads/secrets.ts";
import { schemaOf, type Tool, type ToolLog } from "../../tools/define-tool.ts";
import { OwnFailure } from "../../tools/own-failure.ts";
import { tellThrown } from "./thrown.ts";

/** Of shorter values nobody could say whether a text means them. */
const SHORTEST_SAID = 4;
/** In a result, which others go on with, a text of this length is no accident. */
export const SHORTEST_GIVEN = 8;

/** The secrets of one run of a tool. */
export interface OpenedSecrets {
  readonly args: JsonObject;
  /** A text that the tool says besides its result, without the secrets that it was given. */
  readonly mask: (text: string) => string;
  /** Its result with what is secret in it sealed, and without secrets elsewhere; absent when all may stay. */
  readonly seal?: (result: Json) => Json;
}

/** What opens and seals the secrets of a tool's runs. @throws TypeError when nobody can tell which they are. */
export function secretsOf(tool: Tool, secrets: Secrets) {
  const input = schemaOf(tool, "input");
  const output = schemaOf(tool, "output");
  return { open };

  /**
   * Opens what is sealed in the arguments, where the tool marks it as secret.
   * @throws OwnFailure when a seal stands elsewhere, or opens for something else.
   */
  function open(
    { args, input_data }: { readonly args: JsonObject; readonly input_data: JsonObject | null },
    plan_id: string,
  ): OpenedSecrets {
    const scope = { plan_id };
    const found: Json[] = [];
    const opened = marksSecrets(input) ? openIn(args) : args;
    if (opened === args) eachText(args, refuseSeals("/args"));
    if (input_data !== null) eachText(input_data, refuseSeals("/input_data"));
    const said = createMask(found, SHORTEST_SAID);
    const given = createMask(found, SHORTEST_GIVEN);
    return {
      args: opened,
      mask: said,
      ...((marksSecrets(output) || found.length > 0) && {
        seal: (result) => sealIn(result, given),
      }),
    };

    function openIn(closed: JsonObject): JsonObject {
      const refuse = refuseSeals("/args");
      return mapSecrets(input, closed, {
        secret(part, place, path) {
          const plain = mapTexts(part, (text, within) =>
            looksSealed(text) ? openSeal(text, place, [...path, ...within]) : text,
          );
          found.push(plain);
          return plain;
        },
        elsewhere(text, path) {
          refuse(text, path);
          return text;
        },
      }) as JsonObject;
    }

    function openSeal(text: string, place: string, path: Path): Json {
      const sealed = secrets.open(scope, text);
      if (sealed === null) {
        const why = secrets.hasKeyOf(text)
          ? say("sealed_elsewhere")
          : say("seal_without_key", { key: readSeal(text)?.keyId ?? "" });
        throw new OwnFailure(say("at_place", { place: toPointer(["args", ...path]), what: why }));
      }
      if (sealed.for !== null && sealed.for !== purposeOfArgument(tool.name, place)) {
        const what = say("sealed_for_other");
        throw new OwnFailure(say("at_place", { place: toPointer(["args", ...path]), what }));
      }
      return sealed.value;
    }

    /** What only looks like a seal is data. */
    function refuseSeals(base: string) {
      return (text: string, path: Path): void => {
        if (sealsIn(text).every((seal) => secrets.open(scope, seal) === null)) return;
        const what = say("sealed_out_of_place");
        throw new OwnFailure(say("at_place", { place: base + toPointer(path), what }));
      };
    }

    function sealIn(result: Json, mask: (text: string) => string): Json {
      return mapSecrets(output, result, {
        secret: (part) => (part === null ? null : secrets.seal(scope, { value: part, for: null })),
        elsewhere: mask,
      });
    }
  }
}

/** The log of a tool, without secrets. */
export function quietLog(log: ToolLog, mask: (text: string) => string): ToolLog {
  const quiet =
    (level: keyof ToolLog): ToolLog["info"] =>
    (message, fields) =>
      log[level](mask(String(message)), fields === undefined ? undefined : masked(fields, mask));
  return { info: quiet("info"), warn: quiet("warn"), error: quiet("error") };
}

function masked(fields: Record<string, unknown>, mask: (text: string) => string): JsonObject {
  try {
    return mapTexts(toFields(fields), mask) as JsonObject;
  } catch {
    return { fields: UNWRITABLE };
  }
}

const UNWRITABLE = "[cannot be written]";

/** Each field as JSON; in the place of what that cannot hold, a word for it. */
function toFields(fields: Record<string, unknown>): JsonObject {
  const entries = Object.entries(fields).flatMap(([key, value]): [string, Json][] => {
    try {
      const text = inWords(value);
      return text === undefined ? [] : [[key, JSON.parse(text) as Json]];
    } catch {
      return [[key, UNWRITABLE]];
    }
  });
  return Object.fromEntries(entries);
}

function inWords(field: unknown): string | undefined {
  const around: unknown[] = [];
  return JSON.stringify(field, function (this: unknown, _key, value: unknown) {
    while (around.length > 0 && around.at(-1) !== this) around.pop();
    if (around.includes(value)) return "[circular]";
    // Without its stack: people read it who need not know where this server keeps its files.
    if (value instanceof Error) return `${value.name}: ${tellThrown(value)}`;
    if (typeof value === "bigint") return String(value);
    const kind = beyondJson(value);
    if (kind !== null) return typeof value === "number" ? kind : `[${kind}]`;
    if (typeof value === "object" && value !== null) around.push(value);
    return value;
  });
}

/** Takes the secrets out of texts, in every form in which programs write them. */
export function createMask(values: readonly Json[], shortest: number): (text: string) => string {
  const forms = new Set<string>();
  for (const value of values) for (const text of textsIn(value)) addForms(text);
  const longestFirst = [...forms].sort((one, other) => other.length - one.length);
  return (text) => longestFirst.reduce((said, form) => said.replaceAll(form, MASK), text);

  function addForms(text: string): void {
    if (text.length < shortest) return;
    const bytes = Buffer.from(text);
    for (const form of [
      text,
      JSON.stringify(text).slice(1, -1),
      escaped(text),
      encodeURIComponent(text.toWellFormed()),
      bytes.toString("hex"),
      ...withinBase64(bytes),
    ]) {
      if (form.length >= shortest) forms.add(form);
    }
  }
}

/** As JSON writes it in ASCII. */
function escaped(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(
      /[^\x20-\x7e]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
}

/** The part of a base64 text that says these bytes, whatever stands before and after them. */
function withinBase64(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const first = before === 0 ? 0 : before + 1;
    const last = Math.floor((whole.length * 4) / 3);
    return (["base64", "base64url"] as const).map((form) =>
      whole.toString(form).slice(first, last),
    );
  });
}

function textsIn(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(textsIn);
  return [...inner, JSON.stringify(value)];
}
