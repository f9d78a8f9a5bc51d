import { buildRouteMap, type CommandContext, type RouteMap } from "@stricli/core";
import { checkpointRoutes } from "./commands/edits/checkpoint.ts";
import { diffCommand } from "./commands/edits/diff.ts";
import { editCommand } from "./commands/edits/edit.ts";
import { historyCommand } from "./commands/edits/history.ts";
import { replanCommand } from "./commands/edits/replan.ts";
import { rollbackCommand } from "./commands/edits/rollback.ts";
import { todoRoutes } from "./commands/edits/todo.ts";
import { undoCommand } from "./commands/edits/undo.ts";
import { answerCommand } from "./commands/holds/answer.ts";
import { approveCommand } from "./commands/holds/approve.ts";
import { delegateCommand } from "./commands/holds/delegate.ts";
import { revealCommand } from "./commands/holds/reveal.ts";
import { extendCommand } from "./commands/holds/extend.ts";
import { inboxCommand } from "./commands/holds/inbox.ts";
import { rejectCommand } from "./commands/holds/reject.ts";
import { showCommand } from "./commands/holds/show.ts";
import { withdrawCommand } from "./commands/holds/withdraw.ts";
import { chatCommand } from "./commands/plans/chat.ts";
import { logsCommand } from "./commands/plans/logs.ts";
import { nextCommand } from "./commands/plans/next.ts";
import {
  cancelCommand,
  pauseCommand,
  resumeCommand,
} from "./commands/plans/pause-resume-cancel.ts";
import { planRoutes } from "./commands/plans/plan.ts";
import { scheduleRoutes } from "./commands/plans/schedule.ts";
import { sessionsCommand } from "./commands/plans/sessions.ts";
import { templateRoutes } from "./commands/plans/template.ts";
import { watchCommand } from "./commands/plans/watch.ts";
import { whyCommand } from "./commands/plans/why.ts";
import { agentRoutes } from "./commands/service/agents.ts";
import { apiCommand } from "./commands/running/api.ts";
import { createCompletionCommand } from "./commands/service/completion.ts";
import { demoCommand } from "./commands/running/demo.ts";
import { doctorCommand } from "./commands/service/doctor.ts";
import { keyRoutes } from "./commands/service/key.ts";
import { openCommand } from "./commands/service/open.ts";
import { mcpCommand } from "./commands/service/mcp.ts";
import { initCommand } from "./commands/service/init.ts";
import { setupCommand } from "./commands/running/setup.ts";
import { startCommand } from "./commands/running/start.ts";
import { webhookRoutes } from "./commands/service/webhook.ts";
import { workerCommand } from "./commands/running/worker.ts";
import { words } from "./messages/i18n.ts";

/** Every command, in the order in which help lists them. */
export const root: RouteMap<CommandContext> = buildRouteMap({
  docs: { brief: words("brief_app") },
  routes: {
    init: initCommand,
    demo: demoCommand,
    start: startCommand,
    plan: planRoutes,
    watch: watchCommand,
    next: nextCommand,
    why: whyCommand,
    inbox: inboxCommand,
    show: showCommand,
    approve: approveCommand,
    reject: rejectCommand,
    answer: answerCommand,
    extend: extendCommand,
    delegate: delegateCommand,
    reveal: revealCommand,
    withdraw: withdrawCommand,
    chat: chatCommand,
    edit: editCommand,
    todo: todoRoutes,
    pause: pauseCommand,
    resume: resumeCommand,
    cancel: cancelCommand,
    replan: replanCommand,
    undo: undoCommand,
    history: historyCommand,
    diff: diffCommand,
    rollback: rollbackCommand,
    checkpoint: checkpointRoutes,
    template: templateRoutes,
    schedule: scheduleRoutes,
    webhook: webhookRoutes,
    agents: agentRoutes,
    sessions: sessionsCommand,
    mcp: mcpCommand,
    logs: logsCommand,
    open: openCommand,
    worker: workerCommand,
    api: apiCommand,
    setup: setupCommand,
    key: keyRoutes,
    doctor: doctorCommand,
    completion: createCompletionCommand(() => root),
  },
  aliases: { webhooks: "webhook" },
});
