import type { Outlook } from "../../plan/views/outlook.ts";
import { momentOf } from "../words/moment.ts";
import { rangeOf } from "../words/times.ts";
import { titlesText } from "../words/titles-text.ts";
import { useSpeech } from "../words/words.ts";

/** So many todos are named. */
const MOST = 3;

/** How much work is left and on what ground, or why nobody knows. */
export function WorkLeft({
  outlook: { left, people },
  titles,
  isPaused,
  now,
}: {
  readonly outlook: Outlook;
  readonly titles: ReadonlyMap<string, string>;
  readonly isPaused: boolean;
  readonly now: number;
}) {
  const { words, language } = useSpeech();
  switch (left.kind) {
    case "ended":
      return null;
    case "people":
      return words("glance_only_people");
    case "partial":
      return words("glance_partial");
    case "unknown": {
      const named = left.todo_ids.map((id) => titles.get(id) ?? id);
      return (
        <>
          {words("glance_unknown")}{" "}
          <span className="ml-1 text-small text-faint">
            {words("glance_unknown_why", { todos: titlesText(named, words, MOST) })}
          </span>
        </>
      );
    }
    case "range": {
      const bases = left.bases.map((basis) => words(`basis_${basis}`)).join(", ");
      const until = momentOf(now + left.most * 1_000, language, now);
      const notes = [
        words("basis", { bases }),
        isPaused && words("glance_paused"),
        people.length > 0
          ? words("glance_people", { count: people.length })
          : !isPaused && words("glance_until", { at: until }),
      ].filter((note) => note !== false);
      return (
        <>
          <span className="tabular-nums">
            {rangeOf(left.least * 1_000, left.most * 1_000, words)}
          </span>{" "}
          <span className="ml-1 text-small text-faint @max-sm:hidden lg:@max-2xl:hidden">
            {notes.join(" · ")}
          </span>
        </>
      );
    }
  }
}
