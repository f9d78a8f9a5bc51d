import { useQuery } from "@tanstack/react-query";
import type { Board } from "../../contract/plan/board.ts";
import { Fact, Facts, Section } from "../parts/panel.tsx";
import { TodoLink } from "../parts/todo-link.tsx";
import { goalQuery, useClient } from "../session/api.ts";
import { useSpeech } from "../words/words.ts";

/** So many todos are named; how many more there are is told. */
const MOST = 12;

/** What came of a plan's goal: the answer, on which todos it stands, which it lacks, and who wrote it. */
export function GoalAnswer({ board }: { readonly board: Board }) {
  const { words, inOwnWords } = useSpeech();
  const client = useClient();
  const { id, goal_phase } = board.plan;
  const { data } = useQuery({ ...goalQuery(client, id), enabled: goal_phase !== null });
  const report = data?.goal?.report ?? null;
  if (goal_phase === null || report === null) return null;
  const { source, cites, failed, skipped } = report;
  const title = words("goal_answer");
  return (
    <div className="border-b border-line px-4 md:px-8">
      <Section title={title}>
        <div
          role="group"
          aria-label={title}
          tabIndex={0}
          className="mb-1 max-h-80 overflow-y-auto whitespace-pre-wrap"
          lang=""
        >
          {inOwnWords(report, "text")}
        </div>
        <p className="mb-3 text-small text-faint">{words(`answer_by_${source}`)}</p>
        {goal_phase !== "reported" && (
          <p className="mb-3 rounded-md bg-wait-tint px-3 py-2">{words("answer_older")}</p>
        )}
        <Facts>
          {cites.length > 0 && (
            <Fact name={words("answer_cites")}>
              <Todos ids={cites} board={board} />
            </Fact>
          )}
          {failed.length + skipped.length > 0 && (
            <Fact name={words("answer_without")}>
              <Todos ids={[...failed, ...skipped]} board={board} />
            </Fact>
          )}
        </Facts>
      </Section>
    </div>
  );
}

function Todos({ ids, board }: { readonly ids: readonly string[]; readonly board: Board }) {
  const { words } = useSpeech();
  return (
    <ul className="flex flex-wrap gap-x-4 font-medium">
      {ids.slice(0, MOST).map((id) => (
        <li key={id} className="min-w-0">
          <TodoLink
            planId={board.plan.id}
            id={id}
            todo={board.todos.find((one) => one.id === id)}
          />
        </li>
      ))}
      {ids.length > MOST && (
        <li className="leading-6 font-normal text-faint">
          {words("and_more", { count: ids.length - MOST })}
        </li>
      )}
    </ul>
  );
}
