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

type Loaded = CommandMap | Command<CommandContext>;
/** What the module of a command exports it as. */
type ExportOf<Name extends string> = `${Name}Command`;

interface Row<Name extends string> {
  readonly args?: ArgumentNames;
  /** Those of a family. */
  readonly commands?: readonly string[];
  readonly load: () => Promise<Readonly<Record<ExportOf<Name>, Loaded>>>;
}

function commandTable<Names extends string>(rows: { readonly [Name in Names]: Row<Name> }) {
  return rows;
}

/** Every command, in the order in which help lists them. */
const COMMANDS = commandTable({
  init: { args: [], load: () => import("./commands/service/init.ts") },
  demo: { args: [], load: () => import("./commands/running/demo.ts") },
  start: { args: [], load: () => import("./commands/running/start.ts") },
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
    load: () => import("./commands/plans/plan.ts"),
  },
  watch: { args: ["plan"], load: () => import("./commands/plans/watch.ts") },
  next: { args: ["plan"], load: () => import("./commands/plans/next.ts") },
  why: { args: ["plan", "todo"], load: () => import("./commands/plans/next.ts") },
  inbox: { args: [], load: () => import("./commands/holds/inbox.ts") },
  show: { args: ["hold"], load: () => import("./commands/holds/show.ts") },
  approve: { args: ["hold..."], load: () => import("./commands/holds/approve.ts") },
  reject: { args: ["hold..."], load: () => import("./commands/holds/reject.ts") },
  answer: { args: ["hold", "value..."], load: () => import("./commands/holds/answer.ts") },
  extend: { args: ["hold", "time"], load: () => import("./commands/holds/change-hold.ts") },
  delegate: { args: ["hold", "person"], load: () => import("./commands/holds/change-hold.ts") },
  reveal: { args: ["hold", "argument"], load: () => import("./commands/holds/reveal.ts") },
  revoke: { args: ["hold"], load: () => import("./commands/holds/change-hold.ts") },
  withdraw: { args: ["hold"], load: () => import("./commands/holds/change-hold.ts") },
  chat: { args: ["plan?"], load: () => import("./commands/plans/chat.ts") },
  edit: { args: ["plan", "words..."], load: () => import("./commands/edits/edit.ts") },
  todo: {
    commands: [
      "show",
      "log",
      "result",
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
    load: () => import("./commands/edits/todo.ts"),
  },
  pause: { args: ["plan"], load: () => import("./commands/plans/pause-resume-cancel.ts") },
  resume: { args: ["plan"], load: () => import("./commands/plans/pause-resume-cancel.ts") },
  cancel: { args: ["plan"], load: () => import("./commands/plans/pause-resume-cancel.ts") },
  replan: { args: ["plan", "words..."], load: () => import("./commands/edits/replan.ts") },
  undo: { args: ["target"], load: () => import("./commands/edits/undo.ts") },
  history: { args: ["plan"], load: () => import("./commands/edits/versions.ts") },
  diff: { args: ["plan", "from", "to"], load: () => import("./commands/edits/versions.ts") },
  rollback: { args: ["plan"], load: () => import("./commands/edits/versions.ts") },
  checkpoint: {
    commands: ["list", "restore"],
    load: () => import("./commands/edits/versions.ts"),
  },
  template: {
    commands: ["save", "list", "show", "use", "delete"],
    load: () => import("./commands/plans/template.ts"),
  },
  schedule: {
    commands: ["put", "list", "show", "pause", "resume", "trigger", "backfill", "delete"],
    load: () => import("./commands/plans/schedule.ts"),
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
    load: () => import("./commands/service/webhook.ts"),
  },
  agents: {
    commands: ["list", "show", "save", "delete"],
    load: () => import("./commands/service/agents.ts"),
  },
  tools: {
    commands: ["list", "show"],
    load: () => import("./commands/service/tools.ts"),
  },
  sessions: { args: ["plan"], load: () => import("./commands/plans/sessions.ts") },
  mcp: { args: [], load: () => import("./commands/service/mcp.ts") },
  logs: { args: ["plan"], load: () => import("./commands/plans/logs.ts") },
  audit: {
    commands: ["export", "head", "verify"],
    load: () => import("./commands/plans/audit.ts"),
  },
  open: { args: ["plan"], load: () => import("./commands/service/open.ts") },
  worker: { args: [], load: () => import("./commands/running/worker.ts") },
  api: { args: [], load: () => import("./commands/running/api.ts") },
  setup: { args: [], load: () => import("./commands/running/setup.ts") },
  promote: { args: [], load: () => import("./commands/running/promote.ts") },
  key: {
    commands: ["add", "list", "revoke"],
    load: () => import("./commands/service/key.ts"),
  },
  doctor: { args: [], load: () => import("./commands/service/doctor.ts") },
  completion: {
    args: ["shell"],
    load: async () => {
      const { createCompletionCommand } = await import("./commands/service/completion.ts");
      return { completionCommand: createCompletionCommand(loadCommands) };
    },
  },
});

type Name = keyof typeof COMMANDS;

const NAMES = Object.keys(COMMANDS) as Name[];
/** Every command by its words: `plan new`. */
export const COMMAND_NAMES: readonly string[] = NAMES.flatMap((name) => {
  const { commands }: Pick<Row<Name>, "commands"> = COMMANDS[name];
  return commands?.map((one) => `${name} ${one}`) ?? [name];
});
const ALIASES = { webhooks: "webhook" } as const satisfies Readonly<Record<string, Name>>;

/**
 * The commands, of which only these can be run and say all of their help: to read the code of one takes
 * longer than to list all of them.
 */
export async function loadCommands(loaded: readonly string[] = NAMES): Promise<CommandMap> {
  const isLoaded = (name: Name): boolean =>
    loaded.some((word) => word === name || (isAlias(word) && ALIASES[word] === name));
  const routes = NAMES.map(async (name) => {
    if (!isLoaded(name)) return [name, outline(name)] as const;
    const module = (await COMMANDS[name].load()) as Readonly<Record<ExportOf<Name>, Loaded>>;
    return [name, module[`${name}Command`]] as const;
  });
  return buildRouteMap({
    docs: { brief: words("brief_app") },
    routes: Object.fromEntries(await Promise.all(routes)),
    aliases: ALIASES,
  });
}

const isAlias = (word: string): word is keyof typeof ALIASES => Object.hasOwn(ALIASES, word);

/** What the list of all commands says of one. */
function outline(name: Name): Loaded {
  const { args = [], commands }: Pick<Row<Name>, "args" | "commands"> = COMMANDS[name];
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
