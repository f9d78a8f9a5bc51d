import { useQuery } from "@tanstack/react-query";
import type { Todo } from "../../contract/plan/todo.ts";
import { workflowIdOf } from "../../plan/model/long-todos.ts";
import { systemQuery, useClient } from "../session/api.ts";
import { useSpeech } from "../words/words.ts";
import { Icon } from "./icon.tsx";

/** The way to Temporal's UI: to a plan's workflow, to that of a todo, or to all. Absent where nobody knows it. */
export function TemporalLink({
  planId,
  todo,
}: {
  readonly planId?: string;
  readonly todo?: Pick<Todo, "id" | "kind" | "timeout_seconds" | "task_queue">;
}) {
  const { words } = useSpeech();
  const temporal = useQuery(systemQuery(useClient())).data?.temporal;
  if (temporal?.ui_url == null) return null;
  const { ui_url, namespace } = temporal;
  const all = `${ui_url.replace(/\/$/, "")}/namespaces/${encodeURIComponent(namespace)}/workflows`;
  const address =
    planId === undefined ? all : `${all}/${encodeURIComponent(workflowIdOf(planId, todo))}`;
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-9 items-center gap-1 font-medium whitespace-nowrap text-soft hover:text-ink hover:underline"
    >
      {words("temporal_ui")}
      <Icon name="out" size={14} />
      <span className="sr-only">{words("new_tab")}</span>
    </a>
  );
}
