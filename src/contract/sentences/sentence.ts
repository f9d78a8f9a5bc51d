import { fill } from "../../text/fill.ts";
import type { Catalog, Language, Said, SaidValue, ValuesOf } from "./catalog.ts";
import { AGENTS } from "./catalogs/agents.ts";
import { EDITS } from "./catalogs/edits.ts";
import { ENDS } from "./catalogs/ends.ts";
import { EVENTS } from "./catalogs/events.ts";
import { HOLDS } from "./catalogs/holds.ts";
import { IMPACT } from "./catalogs/impact.ts";
import { IMPORTS } from "./catalogs/imports.ts";
import { PLANS } from "./catalogs/plans.ts";
import { REPLAN } from "./catalogs/replan.ts";
import { ADDRESSES } from "./catalogs/service/addresses.ts";
import { MCP } from "./catalogs/service/mcp.ts";
import { MODELS } from "./catalogs/service/models.ts";
import { REQUESTS } from "./catalogs/service/requests.ts";
import { SECRETS } from "./catalogs/service/secrets.ts";
import { SERVICE } from "./catalogs/service/service.ts";
import { STORAGE } from "./catalogs/service/storage.ts";
import { TEMPLATES } from "./catalogs/service/templates.ts";
import { TEMPORAL } from "./catalogs/service/temporal.ts";
import { WEBHOOKS } from "./catalogs/service/webhooks.ts";
import { YAML } from "./catalogs/service/yaml.ts";
import { SESSIONS } from "./catalogs/sessions.ts";
import { VALUES } from "./catalogs/values.ts";
import { WAITING } from "./catalogs/waiting.ts";
import { OUTLINES, WORDS } from "./catalogs/words.ts";
import { WRITING } from "./catalogs/writing.ts";

/**
 * Everything that plans and the API say to people, by id. Whoever refuses or ends something names the
 * sentence and its values; whoever shows it chooses the language.
 */
export const SENTENCES = {
  ...PLANS,
  ...EDITS,
  ...IMPACT,
  ...HOLDS,
  ...ENDS,
  ...EVENTS,
  ...VALUES,
  ...WAITING,
  ...WRITING,
  ...WORDS,
  ...OUTLINES,
  ...REQUESTS,
  ...YAML,
  ...SECRETS,
  ...SERVICE,
  ...STORAGE,
  ...TEMPLATES,
  ...TEMPORAL,
  ...SESSIONS,
  ...MODELS,
  ...REPLAN,
  ...MCP,
  ...ADDRESSES,
  ...AGENTS,
  ...WEBHOOKS,
  ...IMPORTS,
} as const;

export type SentenceId = keyof typeof SENTENCES;
export type Sentence = Said<SentenceId>;

/** What somebody said, in their own words, or what Holdpoint says. */
export type Wording = string | Sentence;

/** A sentence with what stands in its places. */
export function say<Id extends SentenceId>(
  id: Id,
  ...[values]: ValuesOf<typeof SENTENCES, Id>
): Sentence {
  return { id, values: values ?? {} };
}

/** What is wrong at a place, and the place. @param whole what is meant where no place is named. */
export function sayAt(
  { pointer, detail }: { readonly pointer: string; readonly detail: Sentence },
  whole?: Sentence,
): Sentence {
  if (pointer === "" && whole === undefined) return detail;
  return say("at_place", { place: pointer === "" ? whole! : pointer, what: detail });
}

/** Several sentences as one, each after the other. @param sentences at least one. */
export function sayAll(sentences: readonly Sentence[]): Sentence {
  return sentences.reduce((first, second) => say("two", { first, second }));
}

/** The text of a sentence of a catalog in one language. Of several, each is a line. */
export function spell(catalog: Catalog, said: SaidValue, language: Language): string {
  if (typeof said === "string" || typeof said === "number") return String(said);
  if ("id" in said) {
    const { id, values } = said;
    const sentence = catalog[id]?.[language] ?? id;
    return fill(sentence, (name) => spell(catalog, values[name] ?? "", language));
  }
  return said.map((line) => spell(catalog, line, language)).join("\n");
}

/** What was said, in one language; people's own words as they are. */
export function textOf(said: SaidValue, language: Language): string {
  return spell(SENTENCES, said, language);
}

/** What was said, in English: for logs, for Temporal, and wherever nobody has chosen a language. */
export function english(said: SaidValue): string {
  return textOf(said, "en");
}

/** What is wrong at a place, and the place, in English: for models and for logs. */
export function englishAt({
  pointer,
  detail,
}: {
  readonly pointer: string;
  readonly detail: Sentence;
}): string {
  return `${pointer} ${english(detail)}`.trim();
}

/** The text of a field in English and, where it is a sentence of ours, the sentence beside it. */
export function spelled<Field extends string>(
  field: Field,
  words: Wording | null | undefined,
): { [key in Field]?: string } & { [key in `${Field}_said`]?: Sentence } {
  const texts =
    words === null || words === undefined
      ? {}
      : { [field]: english(words), ...(typeof words !== "string" && { [`${field}_said`]: words }) };
  return texts as ReturnType<typeof spelled<Field>>;
}

/** The id of a sentence that needs no values. */
export type PlainId = {
  [Id in SentenceId]: ValuesOf<typeof SENTENCES, Id> extends [] ? Id : never;
}[SentenceId];

/** The id of a sentence that needs no values, as the message of a schema's own rule. */
export function named(id: PlainId): PlainId {
  return id;
}

/** Whether a schema's message is the id of a sentence. */
export function isSentenceId(text: string): text is SentenceId {
  return Object.hasOwn(SENTENCES, text);
}

/** How deep sentences stand in sentences. */
const DEEPEST = 12;

/** Somebody's own words or a sentence, from whatever arrived; undefined for anything else. */
export function readWording(raw: unknown, depth = 0): Wording | undefined {
  if (typeof raw === "string") return raw;
  if (typeof raw !== "object" || raw === null || depth > DEEPEST) return undefined;
  const { id, values } = raw as Partial<Sentence>;
  if (typeof id !== "string" || !isSentenceId(id)) return undefined;
  if (typeof values !== "object" || values === null) return undefined;
  const isKnown = Object.values(values).every(
    (value) => typeof value === "number" || readWording(value, depth + 1) !== undefined,
  );
  return isKnown ? { id, values } : undefined;
}

/** A text field as `spelled` wrote it, in one language; empty where there is none. */
export function fieldText(data: object, field: string, language: Language): string {
  const said = Reflect.get(data, `${field}_said`) as Said | undefined;
  const text: unknown = Reflect.get(data, field);
  if (said !== undefined) return textOf(said, language);
  return typeof text === "string" ? text : "";
}
