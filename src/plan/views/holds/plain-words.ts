import type { Hold } from "../../../contract/plan/holds/hold.ts";
import { QUESTION_KINDS } from "../../../contract/tables/vocabulary.ts";

/** What words without a command are in a conversation with a plan. */
export type PlainWords<Open> =
  | { readonly means: "answer"; readonly hold: Open }
  | { readonly means: "which"; readonly holds: readonly Open[] }
  | { readonly means: "wish" };

/**
 * What plain words mean while these holds are open: the answer, where exactly one question is; no
 * answer to anything where there are several; else a wish to change the plan. They never approve.
 */
export function plainWords<Open extends Pick<Hold, "kind">>(
  holds: readonly Open[],
): PlainWords<Open> {
  const questions = holds.filter(({ kind }) => QUESTION_KINDS.includes(kind));
  const [hold] = questions;
  if (hold === undefined) return { means: "wish" };
  return questions.length === 1 ? { means: "answer", hold } : { means: "which", holds: questions };
}
