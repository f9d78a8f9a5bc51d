import { readDocument } from "../../client/document-text.ts";
import { textOf } from "../../contract/sentences/sentence.ts";
import type { Json } from "../../contract/text.ts";
import { language } from "../messages/i18n.ts";

/** What YAML says. @throws Error naming the place, also for a whole number that would lose digits. */
export function parseYaml(text: string): Json {
  const { value, unreadable } = readDocument(text);
  if (value !== undefined) return value;
  const [wrong] = unreadable;
  throw new Error(`${wrong!.line}:${wrong!.column} ${textOf(wrong!.detail, language())}`);
}
