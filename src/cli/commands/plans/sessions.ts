import { defineCommand } from "../../input/define-command.ts";
import { lookAtPlan } from "../../input/find-plan.ts";
import { words } from "../../messages/i18n.ts";
import { sessionLines } from "../../render/agents/session-lines.ts";

/** `holdpoint sessions`: the agents outside that work on a plan. */
export const sessionsCommand = defineCommand({
  help: "sessions",
  examples: ["sessions tea"],
  args: ["plan"],
  async run(session, [planId]) {
    const list = await lookAtPlan(session, planId, (id) => session.client.sessions.list(id));
    session.show(list, () =>
      list.sessions.length === 0
        ? [words("no_sessions")]
        : sessionLines(list.sessions, { columns: session.columns, words }),
    );
  },
});
