import type { Reason } from "../../contract/plan.ts";
import type { Words } from "../messages/words.ts";
import { oneLine } from "./printable.ts";
import { moment } from "./time.ts";
import { cut } from "./width.ts";

const LONGEST_TITLE = 24;

export type Titles = ReadonlyMap<string, string>;

/** Why a todo does not run, as a sentence in the person's language. */
export function reasonText(
  { code, text, todo_ids = [], hold_id = "" }: Reason,
  titles: Titles,
  words: Words,
): string {
  const todos = todo_ids.map((id) => cut(oneLine(titles.get(id) ?? id), LONGEST_TITLE)).join(", ");
  switch (code) {
    case "dependency":
    case "dependency_failed":
    case "priority":
    case "parallel_limit":
      return words(`reason_${code}`, { todos, count: todo_ids.length });
    case "hold": {
      const [, until] = /until (\S+?)\.?$/.exec(text) ?? [];
      return until === undefined
        ? words("reason_hold", { hold: shortHold(hold_id) })
        : words("reason_hold_until", { hold: shortHold(hold_id), until: moment(until) });
    }
    case "failed":
      return words("reason_failed", { message: text.replace(/^It failed: /, "") });
    case "running":
    case "finished":
    case "plan_review":
    case "paused":
    case "ending":
    case "starting":
      return words(`reason_${code}`);
  }
}

/** A hold's id within its plan: `h1`. */
export function shortHold(id: string): string {
  return id.slice(id.lastIndexOf(".") + 1);
}
