import type { EditPreview, Impact, PlanChanges, TodoChange } from "../contract/plan/edit.ts";
import { IMPACT_PARTS } from "../contract/sentences/catalogs/impact.ts";
import { say, type Sentence } from "../contract/sentences/sentence.ts";

/** How many are named; of the others it is told how many they are. */
const MOST_NAMED = 5;

/** What a change adds, removes and changes, and what it does besides: what people read before they say yes. */
export function changeSentences({ changes, impact }: EditPreview): Sentence[] {
  const structure = changes === null ? [] : structureSentences(changes);
  return [...structure, ...impactSentences(impact)];
}

/** What a change does to what runs, is done or is asked; or that it touches none of it. */
export function impactSentences(impact: Impact): Sentence[] {
  const told = [
    ...IMPACT_PARTS.flatMap((part) => {
      const ids = impact[part];
      return ids.length === 0 ? [] : [say(`impact_${part}`, { ids: someOf(ids) })];
    }),
    ...impact.unawaited.map(({ about, todos }) =>
      say("impact_unawaited", { about, todos: someOf(todos) }),
    ),
    ...(impact.ends_plan ? [say("impact_ends_plan")] : []),
  ];
  return told.length === 0 ? [say("mcp_touches_nothing")] : told;
}

function structureSentences({ todos, settings }: PlanChanges): Sentence[] {
  const ids = (wanted: (change: TodoChange) => boolean): string[] =>
    todos.filter(wanted).map(({ todo_id }) => todo_id);
  const list = (id: "mcp_adds" | "mcp_removes" | "mcp_changes", named: readonly string[]) =>
    named.length === 0 ? [] : [say(id, { ids: someOf(named) })];
  return [
    ...list(
      "mcp_removes",
      ids(({ after }) => after === null),
    ),
    ...list(
      "mcp_adds",
      ids(({ before }) => before === null),
    ),
    ...list(
      "mcp_changes",
      ids(({ before, after }) => before !== null && after !== null),
    ),
    ...(settings === null ? [] : [say("mcp_changes_settings")]),
  ];
}

function someOf(ids: readonly string[]): string | Sentence {
  const names = ids.slice(0, MOST_NAMED).join(", ");
  const count = ids.length - MOST_NAMED;
  return count > 0 ? say("mcp_names_and_more", { names, count }) : names;
}
