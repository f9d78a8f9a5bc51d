import { buildRouteMap, type CommandContext, type RouteMap } from "@stricli/core";
import { chatCommand } from "./commands/chat.ts";
import { createCompletionCommand } from "./commands/completion.ts";
import { cancelCommand, pauseCommand, resumeCommand } from "./commands/control.ts";
import { demoCommand } from "./commands/demo.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { editCommand } from "./commands/edit.ts";
import {
  answerCommand,
  approveCommand,
  delegateCommand,
  extendCommand,
  inboxCommand,
  rejectCommand,
  showCommand,
  withdrawCommand,
} from "./commands/hold.ts";
import { keyRoutes } from "./commands/key.ts";
import { logsCommand, nextCommand, whyCommand } from "./commands/look.ts";
import { planRoutes } from "./commands/plan.ts";
import { scheduleRoutes } from "./commands/schedule.ts";
import { apiCommand, openCommand, setupCommand } from "./commands/serve.ts";
import { startCommand } from "./commands/start.ts";
import { templateRoutes } from "./commands/template.ts";
import { todoRoutes } from "./commands/todo.ts";
import {
  checkpointRoutes,
  diffCommand,
  historyCommand,
  rollbackCommand,
  undoCommand,
} from "./commands/version.ts";
import { watchCommand } from "./commands/watch.ts";
import { workerCommand } from "./commands/worker.ts";
import { words } from "./words-here.ts";

/** Every command, in the order in which help lists them. */
export const root: RouteMap<CommandContext> = buildRouteMap({
  docs: { brief: words("brief_app") },
  routes: {
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
    withdraw: withdrawCommand,
    chat: chatCommand,
    edit: editCommand,
    todo: todoRoutes,
    pause: pauseCommand,
    resume: resumeCommand,
    cancel: cancelCommand,
    undo: undoCommand,
    history: historyCommand,
    diff: diffCommand,
    rollback: rollbackCommand,
    checkpoint: checkpointRoutes,
    template: templateRoutes,
    schedule: scheduleRoutes,
    logs: logsCommand,
    open: openCommand,
    worker: workerCommand,
    api: apiCommand,
    setup: setupCommand,
    key: keyRoutes,
    doctor: doctorCommand,
    completion: createCompletionCommand(() => root),
  },
});
