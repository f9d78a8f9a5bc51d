import {
  buildCommand,
  buildRouteMap,
  type Command,
  type CommandContext,
  type RouteMap,
} from "@stricli/core";
import { positional, type ArgumentNames } from "./input/argument-names.ts";
import { words } from "./messages/i18n.ts";

export type CommandMap = RouteMap<CommandContext>;

interface Row {
  readonly args?: ArgumentNames;
  /** Those of a family. */
  readonly commands?: readonly string[];
  readonly load: () => Promise<CommandMap | Command<CommandContext>>;
}

/** Every command, in the order in which help lists them. */
const COMMANDS = {
  init: {
    args: [],
    load: async () => (await import("./commands/service/init.ts")).initCommand,
  },
  demo: {
    args: [],
    load: async () => (await import("./commands/running/demo.ts")).demoCommand,
  },
  start: {
    args: [],
    load: async () => (await import("./commands/running/start.ts")).startCommand,
  },
  plan: {
    commands: [
      "new",
      "check",
      "list",
      "show",
      "graph",
      "export",
      "import",
      "fork",
      "archive",
      "unarchive",
      "acknowledge",
      "terminate",
      "delete",
    ],
    load: async () => (await import("./commands/plans/plan.ts")).planRoutes,
  },
  watch: {
    args: ["plan"],
    load: async () => (await import("./commands/plans/watch.ts")).watchCommand,
  },
  next: {
    args: ["plan"],
    load: async () => (await import("./commands/plans/next.ts")).nextCommand,
  },
  why: {
    args: ["plan", "todo"],
    load: async () => (await import("./commands/plans/why.ts")).whyCommand,
  },
  inbox: {
    args: [],
    load: async () => (await import("./commands/holds/inbox.ts")).inboxCommand,
  },
  show: {
    args: ["hold"],
    load: async () => (await import("./commands/holds/show.ts")).showCommand,
  },
  approve: {
    args: ["hold..."],
    load: async () => (await import("./commands/holds/approve.ts")).approveCommand,
  },
  reject: {
    args: ["hold..."],
    load: async () => (await import("./commands/holds/reject.ts")).rejectCommand,
  },
  answer: {
    args: ["hold", "value..."],
    load: async () => (await import("./commands/holds/answer.ts")).answerCommand,
  },
  extend: {
    args: ["hold", "time"],
    load: async () => (await import("./commands/holds/extend.ts")).extendCommand,
  },
  delegate: {
    args: ["hold", "person"],
    load: async () => (await import("./commands/holds/delegate.ts")).delegateCommand,
  },
  reveal: {
    args: ["hold", "argument"],
    load: async () => (await import("./commands/holds/reveal.ts")).revealCommand,
  },
  revoke: {
    args: ["hold"],
    load: async () => (await import("./commands/holds/revoke.ts")).revokeCommand,
  },
  withdraw: {
    args: ["hold"],
    load: async () => (await import("./commands/holds/withdraw.ts")).withdrawCommand,
  },
  chat: {
    args: ["plan?"],
    load: async () => (await import("./commands/plans/chat.ts")).chatCommand,
  },
  edit: {
    args: ["plan", "words..."],
    load: async () => (await import("./commands/edits/edit.ts")).editCommand,
  },
  todo: {
    commands: [
      "show",
      "log",
      "transcript",
      "add",
      "set",
      "move",
      "remove",
      "claim",
      "release",
      "done",
      "cannot",
      "skip",
      "retry",
      "rerun",
      "halt",
    ],
    load: async () => (await import("./commands/edits/todo.ts")).todoRoutes,
  },
  pause: {
    args: ["plan"],
    load: async () => (await import("./commands/plans/pause-resume-cancel.ts")).pauseCommand,
  },
  resume: {
    args: ["plan"],
    load: async () => (await import("./commands/plans/pause-resume-cancel.ts")).resumeCommand,
  },
  cancel: {
    args: ["plan"],
    load: async () => (await import("./commands/plans/pause-resume-cancel.ts")).cancelCommand,
  },
  replan: {
    args: ["plan", "words..."],
    load: async () => (await import("./commands/edits/replan.ts")).replanCommand,
  },
  undo: {
    args: ["target"],
    load: async () => (await import("./commands/edits/undo.ts")).undoCommand,
  },
  history: {
    args: ["plan"],
    load: async () => (await import("./commands/edits/history.ts")).historyCommand,
  },
  diff: {
    args: ["plan", "from", "to"],
    load: async () => (await import("./commands/edits/diff.ts")).diffCommand,
  },
  rollback: {
    args: ["plan"],
    load: async () => (await import("./commands/edits/rollback.ts")).rollbackCommand,
  },
  checkpoint: {
    commands: ["list", "restore"],
    load: async () => (await import("./commands/edits/checkpoint.ts")).checkpointRoutes,
  },
  template: {
    commands: ["save", "list", "show", "use", "delete"],
    load: async () => (await import("./commands/plans/template.ts")).templateRoutes,
  },
  schedule: {
    commands: ["put", "list", "show", "pause", "resume", "trigger", "backfill", "delete"],
    load: async () => (await import("./commands/plans/schedule.ts")).scheduleRoutes,
  },
  webhook: {
    commands: [
      "add",
      "list",
      "show",
      "deliveries",
      "replay",
      "test",
      "rotate",
      "enable",
      "disable",
      "remove",
    ],
    load: async () => (await import("./commands/service/webhook.ts")).webhookRoutes,
  },
  agents: {
    commands: ["list", "show", "save", "delete"],
    load: async () => (await import("./commands/service/agents.ts")).agentRoutes,
  },
  sessions: {
    args: ["plan"],
    load: async () => (await import("./commands/plans/sessions.ts")).sessionsCommand,
  },
  mcp: {
    args: [],
    load: async () => (await import("./commands/service/mcp.ts")).mcpCommand,
  },
  logs: {
    args: ["plan"],
    load: async () => (await import("./commands/plans/logs.ts")).logsCommand,
  },
  open: {
    args: ["plan"],
    load: async () => (await import("./commands/service/open.ts")).openCommand,
  },
  worker: {
    args: [],
    load: async () => (await import("./commands/running/worker.ts")).workerCommand,
  },
  api: {
    args: [],
    load: async () => (await import("./commands/running/api.ts")).apiCommand,
  },
  setup: {
    args: [],
    load: async () => (await import("./commands/running/setup.ts")).setupCommand,
  },
  promote: {
    args: [],
    load: async () => (await import("./commands/running/promote.ts")).promoteCommand,
  },
  key: {
    commands: ["add", "list", "revoke"],
    load: async () => (await import("./commands/service/key.ts")).keyRoutes,
  },
  doctor: {
    args: [],
    load: async () => (await import("./commands/service/doctor.ts")).doctorCommand,
  },
  completion: {
    args: ["shell"],
    load: async () => {
      const { createCompletionCommand } = await import("./commands/service/completion.ts");
      return createCompletionCommand(loadCommands);
    },
  },
} satisfies Readonly<Record<string, Row>>;

type Name = keyof typeof COMMANDS;

const NAMES = Object.keys(COMMANDS) as Name[];
const ALIASES = { webhooks: "webhook" } as const satisfies Readonly<Record<string, Name>>;

/**
 * The commands, of which only these can be run and say all of their help: to read the code of one takes
 * longer than to list all of them.
 */
export async function loadCommands(loaded: readonly string[] = NAMES): Promise<CommandMap> {
  const isLoaded = (name: Name): boolean =>
    loaded.some((word) => word === name || (isAlias(word) && ALIASES[word] === name));
  const routes = NAMES.map(async (name) => {
    const command = isLoaded(name) ? await COMMANDS[name].load() : outline(name);
    return [name, command] as const;
  });
  return buildRouteMap({
    docs: { brief: words("brief_app") },
    routes: Object.fromEntries(await Promise.all(routes)),
    aliases: ALIASES,
  });
}

const isAlias = (word: string): word is keyof typeof ALIASES => Object.hasOwn(ALIASES, word);

/** What the list of all commands says of one. */
function outline(name: Name): CommandMap | Command<CommandContext> {
  const { args = [], commands }: Row = COMMANDS[name];
  const brief = words(`brief_${name}`);
  if (commands === undefined) return command(brief, args);
  const routes = Object.fromEntries(commands.map((one) => [one, command(brief, [])]));
  return buildRouteMap({ docs: { brief }, routes });
}

const command = (brief: string, args: ArgumentNames): Command<CommandContext> =>
  buildCommand({
    docs: { brief },
    parameters: { positional: positional(args) } as object,
    func: () => undefined,
  });
