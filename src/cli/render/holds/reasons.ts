import type { Reason } from "../../../contract/plan/plan.ts";
import type { Skip } from "../../../contract/plan/todo.ts";
import { inOwnWords } from "../../messages/tell.ts";
import type { Words } from "../../messages/words.ts";
import { oneLine } from "../../terminal/printable.ts";
import { moment } from "../../terminal/time.ts";
import { cut } from "../../terminal/width.ts";

const LONGEST_TITLE = 24;

export type Titles = ReadonlyMap<string, string>;

/** Why a todo does not run, as a sentence in the person's language. */
export function reasonText(
  { code, text, text_said, todo_ids = [], hold_id = "", person }: Reason,
  titles: Titles,
  words: Words,
): string {
  const todos = todo_ids.map((id) => cut(oneLine(titles.get(id) ?? id), LONGEST_TITLE)).join(", ");
  switch (code) {
    case "dependency":
    case "dependency_failed":
      return words(`reason_${code}`, { todos, count: todo_ids.length });
    case "priority":
    case "parallel_limit": {
      const { place, priority, made } = text_said?.values ?? {};
      const waiting =
        code === "parallel_limit"
          ? words("reason_parallel_limit", { todos })
          : place === undefined
            ? words("reason_priority_far", { todos })
            : words("reason_priority", { todos, place: Number(place) });
      return typeof made !== "string"
        ? waiting
        : words("reason_rank", { waiting, priority: Number(priority), made: moment(made) });
    }
    case "hold": {
      const until = text_said?.values["until"];
      return typeof until !== "string"
        ? words("reason_hold", { hold: shortHold(hold_id) })
        : words("reason_hold_until", { hold: shortHold(hold_id), until: moment(until) });
    }
    case "unclaimed":
      return person === undefined
        ? words("reason_unclaimed")
        : words("reason_assigned", { who: person });
    case "claimed":
      return words("reason_claimed", { who: person ?? "" });
    case "failed":
      return oneLine(inOwnWords({ text, text_said }, "text"));
    case "running":
    case "finished":
    case "plan_review":
    case "paused":
    case "ending":
    case "starting":
    case "turn":
      return words(`reason_${code}`);
  }
}

/** Who skipped a todo and why, as a sentence in the person's language; of another todo when it follows from that. */
export function skipText(
  { id, skipped }: { readonly id: string; readonly skipped: Skip | null },
  titles: Titles,
  words: Words,
): string {
  if (skipped === null) return "";
  const { cause, by, todo_id } = skipped;
  const reason = inOwnWords(skipped, "reason");
  const said = reason === "" ? "" : `: ${oneLine(reason)}`;
  const why = `${words(`skip_${cause}`, { by })}${said}`;
  if (todo_id === id) return why;
  const todo = cut(oneLine(titles.get(todo_id) ?? todo_id), LONGEST_TITLE);
  return words("skip_of_other", { todo: `"${todo}"`, why });
}

/** A hold's id within its plan: `h1`. */
export function shortHold(id: string): string {
  return id.slice(id.lastIndexOf(".") + 1);
}
