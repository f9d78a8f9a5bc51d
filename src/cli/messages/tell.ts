import type { SaidValue } from "../../contract/sentences/catalog.ts";
import { fieldWithMoments, withMoments } from "../../contract/sentences/moments.ts";
import { fieldText, spell, textOf } from "../../contract/sentences/sentence.ts";
import { noticeOf, NOTICES } from "../../contract/service/notices.ts";
import { exactMoment, moment } from "../terminal/time.ts";
import { language } from "./i18n.ts";

/*
 * What other rooms say, in the language of this process. Help pages need none of it, and it is the
 * most that the command line reads.
 */

/** A notice of the other rooms, or what an error says. Logs and lists within it keep their lines. */
export function tell(said: SaidValue | Error): string {
  if (said instanceof Error) return tell(noticeOf(said) ?? said.message);
  return spell(NOTICES, said, language());
}

/**
 * A text of a plan or of the API in the language of this process, with its times in the time zone of this machine;
 * somebody's own words as they are.
 */
export function inOwnWords<Texts extends object>(
  texts: Texts,
  field: Extract<keyof Texts, string>,
): string {
  return fieldText(fieldWithMoments(texts, field, moment), field, language());
}

/**
 * A sentence of a plan in the language of this process, with its times in the time zone of this machine: to
 * the second where a grace time is told, which is less than a minute.
 */
export function tellHere(said: SaidValue): string {
  const isGrace = typeof said === "object" && "id" in said && said.id === "event_deciding";
  return textOf(withMoments(said, isGrace ? exactMoment : moment), language());
}
