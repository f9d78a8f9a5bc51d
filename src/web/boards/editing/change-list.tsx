import type { Board } from "../../../contract/plan/board.ts";
import type { PlanChanges, TodoChange, TodoDefinition } from "../../../contract/plan/edit.ts";
import type { Json } from "../../../contract/text.ts";
import { WORDS, useSpeech, type PlainWordId, type Speech } from "../../words/words.ts";

const LOOKS = {
  added: { sign: "+", look: "text-good" },
  removed: { sign: "−", look: "text-bad" },
  changed: { sign: "~", look: "text-run" },
} as const;

/** What a change of a plan changes: todo by todo and field by field, what was and what is now. */
export function ChangeList({
  changes,
  board,
}: {
  readonly changes: PlanChanges | null;
  readonly board: Board;
}) {
  const { words } = useSpeech();
  const { todos = [], settings = null } = changes ?? {};
  const set = settings === null ? [] : Object.keys(settings.after);
  return (
    <ul className="flex flex-col gap-2">
      {todos.map((change) => (
        <TodoLine key={change.todo_id} change={change} board={board} />
      ))}
      {set.length > 0 && (
        <li>
          {words("diff_settings")}: {set.join(", ")}
        </li>
      )}
    </ul>
  );
}

function TodoLine({ change, board }: { readonly change: TodoChange; readonly board: Board }) {
  const speech = useSpeech();
  const { words } = speech;
  const { todo_id, before, after } = change;
  const kind = before === null ? "added" : after === null ? "removed" : "changed";
  const { sign, look } = LOOKS[kind];
  const fields = kind === "changed" ? changedFields(before!, after!) : [];
  return (
    <li className="flex gap-2">
      <span aria-hidden="true" className={`font-mono font-semibold ${look}`}>
        {sign}
      </span>
      <div className="min-w-0">
        <p>
          <span className={`text-small ${look}`}>{words(`diff_${kind}`)}</span>{" "}
          <span className="font-medium" lang="">
            {after?.title ?? before?.title ?? todo_id}
          </span>
        </p>
        {fields.map((field) => (
          <p key={field} className="text-soft">
            {nameOf(field, words)}
            {field !== "rank" && (
              <>
                {": "}
                <del className="text-faint">
                  {shown(before![field] as Json, field, board, words)}
                </del>{" "}
                →{" "}
                <ins className="text-ink">{shown(after![field] as Json, field, board, words)}</ins>
              </>
            )}
          </p>
        ))}
      </div>
    </li>
  );
}

function changedFields(before: TodoDefinition, after: TodoDefinition): (keyof TodoDefinition)[] {
  const names = Object.keys(after) as (keyof TodoDefinition)[];
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

function nameOf(field: string, words: Speech["words"]): string {
  if (field === "rank") return words("diff_place");
  const id = `field_${field}`;
  return Object.hasOwn(WORDS, id) ? words(id as PlainWordId) : field;
}

function shown(value: Json, field: string, { todos }: Board, words: Speech["words"]): string {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) {
    return words("diff_none");
  }
  if (typeof value === "boolean") return words(value ? "value_yes" : "value_no");
  if (field === "depends_on" && Array.isArray(value)) {
    const titles = new Map(todos.map(({ id, title }) => [id, title]));
    return (value as string[]).map((id) => titles.get(id) ?? id).join(", ");
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
