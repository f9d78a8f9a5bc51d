import { Section } from "../../parts/panel.tsx";
import { Icon } from "../../parts/icon.tsx";
import { useBoard } from "../../session/live.ts";
import { useSpeech } from "../../words/words.ts";

/** What a plan would do, for whoever approves it as a whole. */
export function ReviewedTodos({ planId }: { readonly planId: string }) {
  const { words } = useSpeech();
  const board = useBoard(planId);
  if (board.data === undefined) return null;
  const { todos, plan } = board.data;
  const titles = new Map(todos.map(({ id, title }) => [id, title]));
  return (
    <Section title={words("review_todos", { count: plan.todo_count })}>
      <p className="mb-3 text-soft">{words("asks_plan_review")}</p>
      <ol className="divide-y divide-line rounded-lg border border-line">
        {todos.map(
          (
            { id, title, kind, tool_name, depends_on, requires_approval, review_result, assignee },
            place,
          ) => (
            <li key={id} className="flex gap-3 px-3 py-2">
              <span className="w-6 shrink-0 text-right text-faint tabular-nums">{place + 1}</span>
              <div className="min-w-0">
                <p lang="">{title}</p>
                <p className="flex flex-wrap gap-x-3 text-small text-faint">
                  <span>
                    {kind === "tool" ? (
                      <code className="font-mono">{tool_name}</code>
                    ) : (
                      words(`work_${kind}`)
                    )}
                  </span>
                  {assignee !== null && (
                    <span>
                      {words("assignee")}: {assignee}
                    </span>
                  )}
                  {depends_on.length > 0 && (
                    <span>
                      {words("depends_on")}:{" "}
                      {depends_on.map((one) => titles.get(one) ?? one).join(", ")}
                    </span>
                  )}
                  {requires_approval && (
                    <span className="inline-flex items-center gap-1 text-wait">
                      <Icon name="check" size={12} />
                      {words("kind_approval")}
                    </span>
                  )}
                  {review_result && <span>{words("result_reviewed")}</span>}
                </p>
              </div>
            </li>
          ),
        )}
      </ol>
    </Section>
  );
}
