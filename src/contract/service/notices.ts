import type { Catalog, Language, Said, SaidValue, ValuesOf } from "../sentences/catalog.ts";
import { spell } from "../sentences/sentence.ts";
import { BINARY_NOTICES } from "./notices/binary.ts";
import { CONNECTION_NOTICES } from "./notices/connection.ts";
import { DOCTOR_NOTICES } from "./notices/doctor.ts";
import { KEY_NOTICES } from "./notices/keys.ts";
import { RUNNING_NOTICES } from "./notices/running.ts";
import { START_NOTICES } from "./notices/start.ts";

/**
 * What Holdpoint tells the person who starts, runs and examines it: each sentence once, in both
 * languages. `{name}` is replaced; `{name:을}` adds the particle that fits in Korean.
 */
export const NOTICES = {
  ...CONNECTION_NOTICES,
  ...RUNNING_NOTICES,
  ...BINARY_NOTICES,
  ...DOCTOR_NOTICES,
  ...START_NOTICES,
  ...KEY_NOTICES,
} as const satisfies Catalog;

export type NoticeCode = keyof typeof NOTICES;

/** Something to tell, as data: every room says it, the command line puts it into words. */
export type Notice = Said<NoticeCode>;

/** A notice with what its sentence needs. */
export function notice<C extends NoticeCode>(
  code: C,
  ...[values]: ValuesOf<typeof NOTICES, C>
): Notice {
  return { id: code, values: values ?? {} };
}

/** The sentence in English, for logs and for programs. */
export function inEnglish(said: SaidValue): string {
  return inLanguage(said, "en");
}

/** The sentence as people of a language read it. */
export function inLanguage(said: SaidValue, language: Language): string {
  return spell(NOTICES, said, language);
}

/** An error that says what to do. */
export class NoticeError extends Error {
  readonly notice: Notice;
  /** What mends it: a command to type. */
  readonly fix: string | undefined;

  constructor(said: Notice, { fix, ...options }: ErrorOptions & { readonly fix?: string } = {}) {
    super(inEnglish(said), options);
    this.notice = said;
    this.fix = fix;
  }
}

/** The notice that an error carries; a bundled command line and the runtime have a class each. */
export function noticeOf(error: Error): Notice | undefined {
  return "notice" in error ? (error as NoticeError).notice : undefined;
}

/** The command that mends what an error tells of, where it names one. */
export function fixOf(error: unknown): string | undefined {
  return error instanceof Error && "fix" in error ? (error as NoticeError).fix : undefined;
}

/** Why something failed, to stand in a notice. */
export function whyOf(error: unknown): string | Notice {
  return error instanceof Error ? (noticeOf(error) ?? error.message) : String(error);
}
