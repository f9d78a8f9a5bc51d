import { parse } from "yaml";
import { readDocument } from "../../client/document-text.ts";
import { textOf } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import type { Json } from "../../contract/text.ts";
import { language } from "../messages/i18n.ts";

/** What YAML says. @throws Error naming the place, also for a whole number that would lose digits. */
export function parseYaml(text: string): Json {
  const value = parse(text, { maxAliasCount: LIMITS.yaml_aliases }) as Json;
  const [wrong] = readDocument(text).unreadable;
  if (wrong === undefined) return value;
  throw new Error(`${wrong.line}:${wrong.column} ${textOf(wrong.detail, language)}`);
}
