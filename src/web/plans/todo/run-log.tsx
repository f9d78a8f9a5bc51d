import { useState } from "react";
import type { TodoDetail } from "../../../contract/plan/plan.ts";
import { TodoLog } from "../../talk/log/todo-log.tsx";
import { useSpeech } from "../../words/words.ts";

/** The log of the newest run, or of the one that is chosen. */
export function RunLog({ todo }: { readonly todo: TodoDetail }) {
  const { words } = useSpeech();
  const [chosen, setChosen] = useState<number | null>(null);
  const run = chosen ?? todo.run;
  return (
    <div className="pt-2">
      {todo.run > 1 && (
        <label className="flex items-center gap-2 text-small">
          {words("log_run")}
          <select
            value={run}
            className="field w-auto"
            onChange={(event) => setChosen(Number(event.target.value))}
          >
            {Array.from({ length: todo.run }, (_, place) => (
              <option key={place}>{place + 1}</option>
            ))}
          </select>
        </label>
      )}
      <TodoLog
        key={run}
        of={{ plan_id: todo.plan_id, todo_id: todo.id, run }}
        isLinked
        isLive={run === todo.run && todo.status === "in_progress"}
      />
    </div>
  );
}
