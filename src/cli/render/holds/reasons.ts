import type { Reason } from "../../../contract/plan/plan.ts";
import type { Skip } from "../../../contract/plan/todo.ts";
import { words } from "../../messages/i18n.ts";
import { inOwnWords } from "../../messages/tell.ts";
import { oneLine } from "../../terminal/printable.ts";
import { cut } from "../../terminal/width.ts";

const LONGEST_TITLE = 24;

export type Titles = ReadonlyMap<string, string>;

/** All reasons why a todo does not run, on one line: each is a sentence of its own. */
export function reasonsText(reasons: readonly Reason[], titles: Titles): string {
  return reasons.map((reason) => reasonText(reason, titles)).join(". ");
}

/**
 * Why a todo does not run, as the plan says it, with the titles of the todos that it names. It ends without a
 * full stop: on its line other reasons may follow.
 */
export function reasonText(reason: Reason, titles: Titles): string {
  const { text_said, todo_ids = [], hold_id } = reason;
  const todos = todo_ids.map((id) => `"${titleOf(id, titles)}"`).join(", ");
  const isNaming = text_said?.values["todos"] !== undefined;
  const said = isNaming
    ? { ...reason, text_said: { ...text_said, values: { ...text_said.values, todos } } }
    : reason;
  const text = oneLine(inOwnWords(said, "text")).replace(/\.$/, "");
  // Who comes first in line is counted in the sentence, and named behind it.
  const ahead = isNaming || todos === "" ? "" : `: ${todos}`;
  return `${text}${ahead}${hold_id === undefined ? "" : ` (${shortHold(hold_id)})`}`;
}

/** Who skipped a todo and why, as a sentence in the person's language; of another todo when it follows from that. */
export function skipText(
  { id, skipped }: { readonly id: string; readonly skipped: Skip | null },
  titles: Titles,
): string {
  if (skipped === null) return "";
  const { cause, by, todo_id } = skipped;
  const reason = inOwnWords(skipped, "reason");
  const said = reason === "" ? "" : `: ${oneLine(reason)}`;
  const why = `${words(`skip_${cause}`, { by })}${said}`;
  if (todo_id === id) return why;
  return words("skip_of_other", { todo: `"${titleOf(todo_id, titles)}"`, why });
}

function titleOf(id: string, titles: Titles): string {
  return cut(oneLine(titles.get(id) ?? id), LONGEST_TITLE);
}

/** A hold's id within its plan: `h1`. */
export function shortHold(id: string): string {
  return id.slice(id.lastIndexOf(".") + 1);
}
