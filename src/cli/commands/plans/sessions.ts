import type { Session } from "../../../contract/plan/agents/session.ts";
import { say, textOf } from "../../../contract/sentences/sentence.ts";
import { defineCommand } from "../../input/define-command.ts";
import { lookAtPlan } from "../../input/find-plan.ts";
import { words, language, heads } from "../../messages/i18n.ts";
import { oneLine } from "../../terminal/printable.ts";
import { table } from "../../terminal/table.ts";
import { moment } from "../../terminal/time.ts";

/** `holdpoint sessions`: the agents outside that work on a plan. */
export const sessionsCommand = defineCommand({
  help: "sessions",
  examples: ["sessions tea"],
  args: ["plan"],
  async run(session, [planId]) {
    const list = await lookAtPlan(session, planId, (id) => session.client.sessions.list(id));
    session.show(list, () =>
      list.sessions.length === 0 ? [words("no_sessions")] : sessionLines(list.sessions, session),
    );
  },
});

/** The sessions of agents: what each holds, how far it is, and whether it is about to be resumed. */
export function sessionLines(
  sessions: readonly Session[],
  { columns }: { readonly columns: number },
): string[] {
  const heading = heads("id", "agent", "todo", "until", "progress", "continuation");
  const rows = sessions.map(({ id, agent, assignee, lease, todos, ...session }) => [
    id,
    oneLine(agent === null ? assignee : `${agent} (${assignee})`),
    lease?.todo_id ?? "–",
    lease === null ? "–" : moment(lease.until),
    `${todos.done}/${todos.total}`,
    continuationOf(session, todos.left),
  ]);
  return table(heading, rows, { columns, flexible: [1, 5] });
}

function continuationOf(
  { countdown, prompt, skipped }: Pick<Session, "countdown" | "prompt" | "skipped">,
  left: number,
): string {
  if (countdown !== null) {
    return words("resumes_in", { seconds: countdown.seconds_left, left });
  }
  if (prompt !== null) return words("waits_for_ack", { prompt: prompt.id });
  return skipped === null ? "–" : textOf(say(`skip_${skipped}`), language());
}
