import { existsSync } from "node:fs";
import { buildRouteMap } from "@stricli/core";
import { fieldMeantBy } from "../../../client/plan-text.ts";
import type { ImportInput } from "../../../client/shapes.ts";
import type { NewPlanInput } from "../../../contract/plan/plan.ts";
import { ProblemError } from "../../../contract/problems/problem-error.ts";
import { PLAN_MODES } from "../../../contract/tables/vocabulary.ts";
import type { JsonObject } from "../../../contract/text.ts";
import { isObject } from "../../../json/json-object.ts";
import { defineCommand } from "../../input/define-command.ts";
import { lookAtPlan } from "../../input/find-plan.ts";
import {
  choiceFlag,
  numberFlag,
  switchFlag,
  textFlag,
  statusesFlag,
  type ValuesOf,
} from "../../input/flags.ts";
import { placedIn } from "../../input/placed-in.ts";
import { isOutline, readPlanFile, withMistakes } from "../../input/plan-file.ts";
import { readObject, readText } from "../../input/read-input.ts";
import { readBoard } from "../../live/read-board.ts";
import { words } from "../../messages/i18n.ts";
import { inOwnWords } from "../../messages/tell.ts";
import { agentNote } from "../../render/agents/agent-note.ts";
import { goalLines } from "../../render/agents/goal-lines.ts";
import { renderBoard } from "../../render/board.ts";
import { graphLines } from "../../render/graph-lines.ts";
import { deadlineNote } from "../../render/holds/deadline-note.ts";
import { listNotes, planListLines } from "../../render/lists.ts";
import { yamlText } from "../../render/yaml-text.ts";
import { type CliError, usageError } from "../../session/errors/cli-error.ts";
import { FileProblem } from "../../session/errors/file-problem.ts";
import { tellNextPage } from "../../session/next-page.ts";
import { readWholePlan } from "../../session/read-whole-plan.ts";
import type { Session } from "../../session/session.ts";
import { commandLine } from "../../session/typed-line.ts";
import { writeNamedFile } from "../../session/write-file.ts";
import {
  newByGoal,
  newByOutline,
  newByWords,
  tellDemanded,
  tellNew,
  tellPreview,
} from "./new-plan.ts";
import { checkCommand } from "./plan-check.ts";
import { terminateCommand } from "./terminate.ts";

const startFlags = {
  id: textFlag("flag_id", "id"),
  title: textFlag("flag_title"),
  review: switchFlag("flag_review"),
  step: switchFlag("flag_step"),
};

/** What the flags say of the plan that starts, beside what its file says. */
function startOptions({ id, title, review, step }: ValuesOf<typeof startFlags>) {
  return {
    ...(id !== undefined && { id }),
    ...(title !== undefined && { title }),
    ...(review && { plan_review: true }),
    ...(step && { approval: "every_todo" as const }),
  };
}

const newCommand = defineCommand({
  help: "plan_new",
  examples: [
    "plan new plan.yaml",
    "plan new plan.yaml --id tea --review",
    "plan new - < plan.json",
    'plan new "Find out what customers say about the kettle"',
    'plan new "boil water, then pour it [approval]"',
    "plan new plan.md --dry-run",
  ],
  args: ["plan_text...?"],
  flags: {
    ...startFlags,
    goal: textFlag("flag_goal"),
    outline: textFlag("flag_outline", "file"),
    dryRun: switchFlag("flag_dry_run"),
  },
  async run(session, [typed], { goal, outline: file, dryRun, ...flags }) {
    const [first, ...more] = typed;
    if ([goal, file, first].filter((given) => given !== undefined).length !== 1) {
      throw usageError(words("plan_new_one"), "holdpoint plan new --help");
    }
    if (goal !== undefined) return newByGoal(session, goal, startOptions(flags));
    if (file !== undefined) {
      return newByOutline(session, await readText(file), startOptions(flags), dryRun);
    }
    if (more.length > 0 || !isFile(first!)) {
      const file = typed.find(isCalledAsFile);
      if (file !== undefined) throw fileAmongWords(file, typed);
      return newByWords(session, typed.join(" "), startOptions(flags), dryRun);
    }
    if (isOutline(first!)) {
      return newByOutline(session, await readText(first!), startOptions(flags), dryRun);
    }
    await newByFile(session, first!, startOptions(flags), dryRun);
  },
});

/** A text with a space in it is what is wanted, unless a file is called so. */
function isFile(typed: string): boolean {
  return !/\s/.test(typed) || existsSync(typed);
}

/** Nobody asks for a todo that is called as a plan's file: they named one file too many, or one that is not here. */
const isCalledAsFile = (typed: string): boolean =>
  /\.(?:ya?ml|json)$/i.test(typed) || isOutline(typed);

function fileAmongWords(file: string, typed: readonly string[]): CliError {
  const message = typed.length > 1 ? words("plan_new_one") : words("no_such_file", { file });
  return usageError(message, "holdpoint plan new --help");
}

/** Tells which agents of a new plan there are not. */
async function tellAgents(session: Session, plan: JsonObject): Promise<void> {
  const notes = (known: readonly string[]): string[] => agentNote(plan, known, "agent_unknown");
  if (notes([]).length === 0) return;
  const { agents } = await session.client.agents.list();
  for (const note of notes(agents.map(({ name }) => name))) session.say(note);
}

async function newByFile(session: Session, file: string, options: object, dryRun: boolean) {
  const written = await readPlanFile(file);
  const check = commandLine("plan check", [file]);
  const [first] = written.mistakes;
  if (first?.pointer === "" && Object.keys(written.plan).length === 0) {
    const places = written.mistakes.map(
      ({ line, column, detail }) => `${line}:${column} ${detail}`,
    );
    throw usageError(words("unreadable_file", { file, detail: places.join("\n") }), check);
  }
  // The API says what is wrong with a plan, place by place.
  const plan = { ...written.plan, ...options } as unknown as NewPlanInput;
  try {
    const { plans } = session.client;
    if (dryRun) return tellPreview(session, await plans.preview(plan));
    tellNew(session, await plans.create(plan));
    await tellAgents(session, plan as unknown as JsonObject);
    for (const note of deadlineNote(plan as unknown as JsonObject)) session.say(note);
  } catch (error) {
    const placed = placedIn(written, options, withMistakes(written, options, error), fieldMeantBy);
    if (!(placed instanceof ProblemError) || placed.problem.errors === undefined) throw placed;
    // What was piped in is not there any more.
    throw file === "-" ? placed : new FileProblem(placed.problem, placed, check);
  }
}

const listCommand = defineCommand({
  help: "plan_list",
  examples: ["plan list --status running", "plan list --search launch"],
  flags: {
    status: statusesFlag("flag_status"),
    mode: choiceFlag("flag_mode", PLAN_MODES),
    holds: switchFlag("flag_with_holds"),
    archived: switchFlag("flag_archived"),
    owner: textFlag("flag_owner"),
    tag: textFlag("flag_tag"),
    search: textFlag("flag_search"),
    deadlineBefore: textFlag("flag_deadline_before", "time"),
    sort: choiceFlag("flag_plan_sort", ["recent", "deadline"]),
    limit: numberFlag("flag_limit"),
    cursor: textFlag("flag_cursor"),
  },
  async run(session, _, { holds, archived, deadlineBefore, ...filter }) {
    const list = await session.client.plans.list({
      ...filter,
      has_holds: holds ? "true" : undefined,
      archived: archived ? "true" : undefined,
      deadline_before: deadlineBefore,
    });
    session.show(list, () => planListLines(list, { ...session, now: session.now() }));
    if (list.plans.length === 0) {
      session.say(words("no_plans"));
      session.next("holdpoint plan new <file>");
    }
    for (const note of listNotes(list)) session.say(note);
    tellNextPage(session, list, list.plans.length);
  },
});

const showCommand = defineCommand({
  help: "plan_show",
  examples: ["plan show tea", "plan show tea --json"],
  args: ["plan"],
  flags: { todos: numberFlag("flag_todos") },
  async run(session, [planId], { todos = 200 }) {
    const [board, { goal, planning }] = await lookAtPlan(session, planId, (id) =>
      Promise.all([readBoard(session, id, todos), session.client.plans.get(id, { limit: 1 })]),
    );
    session.show({ ...board, goal, planning }, () => [
      ...renderBoard(board, { ...session, now: session.now() }),
      ...goalLines({ goal, planning }),
    ]);
  },
});

const graphCommand = defineCommand({
  help: "plan_graph",
  args: ["plan"],
  async run(session, [planId]) {
    const { todos } = await lookAtPlan(session, planId, (id) => readWholePlan(session, id));
    const data = {
      nodes: todos.map(({ id, title, status }) => ({ id, title, status })),
      edges: todos.flatMap(({ id, depends_on }) => depends_on.map((from) => ({ from, to: id }))),
    };
    session.show(data, () => graphLines(todos, session));
  },
});

const exportCommand = defineCommand({
  help: "plan_export",
  examples: ["plan export tea > tea.yaml", "plan export tea --file tea.yaml"],
  args: ["plan"],
  flags: { file: textFlag("flag_to_file", "file") },
  async run(session, [planId], { file }) {
    const plan = await lookAtPlan(session, planId, (id) => session.client.plans.export(id));
    const yaml = yamlText(plan);
    if (file === undefined) return session.show(plan, () => [yaml.trimEnd()]);
    await writeNamedFile(file, yaml);
    session.done({ file }, words("written_to", { file }));
  },
});

/** A plan without what S1 keeps it in, or a request for its import; whatever stands beside it would be lost. */
function bare(written: JsonObject): JsonObject {
  const [[name, plan] = [], ...others] = Object.entries(written);
  const isAround = others.length === 0 && (name === "plan" || name === "planning_state");
  return isAround && isObject(plan) ? plan : written;
}

const importCommand = defineCommand({
  help: "plan_import",
  examples: ["plan import s2-plan.json --agents agents.yaml --dry-run"],
  args: ["file"],
  flags: {
    ...startFlags,
    agents: textFlag("flag_agents", "file"),
    dryRun: switchFlag("flag_dry_run"),
  },
  async run(session, [file], { agents, dryRun, ...flags }) {
    if (isOutline(file)) {
      throw usageError(words("import_no_outline"), commandLine("plan new --dry-run", [file]));
    }
    const input = {
      plan: bare(await readObject(file)),
      ...(agents !== undefined && { agents: await readObject(agents) }),
      ...startOptions(flags),
    } as ImportInput;
    const answer = await session.client.plans.import(input, { validateOnly: dryRun });
    for (const place of answer.unmapped) {
      const detail = inOwnWords(place, "detail");
      session.say(words("not_mapped", { pointer: place.pointer, detail }));
    }
    if ("validate_only" in answer) {
      session.show(answer, () => [yamlText(answer.plan).trimEnd()]);
      return tellDemanded(session, answer.plan);
    }
    tellNew(session, answer.plan, answer);
  },
});

const forkCommand = defineCommand({
  help: "plan_fork",
  examples: [
    "plan fork tea --version 2 --dry-run",
    "plan fork tea --version 2 --id tea-again --review",
  ],
  args: ["plan"],
  flags: {
    id: startFlags.id,
    title: startFlags.title,
    review: startFlags.review,
    version: numberFlag("flag_version"),
    checkpoint: textFlag("flag_checkpoint", "id"),
    dryRun: switchFlag("flag_dry_run"),
  },
  async run(session, [planId], { review, checkpoint: checkpoint_id, dryRun, ...flags }) {
    const fork = { ...flags, checkpoint_id, plan_review: review ? true : undefined };
    const plan = await session.client.plans.fork(planId, fork, { validateOnly: dryRun });
    if (!dryRun) return tellNew(session, plan);
    session.show(plan, () => graphLines(plan.todos, session));
    const count = plan.todo_count - plan.todos.length;
    if (count > 0) session.say(words("more_todos", { count }));
    session.say(words("only_shown"));
  },
});

const shelfCommand = (word: "archive" | "unarchive" | "acknowledge") =>
  defineCommand({
    help: `plan_${word}`,
    examples: [`plan ${word} tea`],
    args: ["plan"],
    flags: { reason: textFlag("flag_reason") },
    async run(session, [planId], input) {
      const receipt = await session.client.plans[word](planId, input);
      session.done(receipt, words(`told_${word}`, { plan: receipt.plan_id }));
    },
  });

const deleteCommand = defineCommand({
  help: "plan_delete",
  examples: ["plan delete tea", "plan delete tea --yes"],
  args: ["plan"],
  async run(session, [planId]) {
    const { plans } = session.client;
    const { title, todo_count, seq, completed_at } = await plans.get(planId, { limit: 1 });
    const counted = { plan: planId, title, todos: todo_count, events: seq };
    // Of a plan that goes on nothing goes: the API says so.
    if (completed_at !== null) await session.confirm(words("sure_delete_plan", counted));
    await plans.delete(planId);
    session.done({ plan_id: planId }, words("told_delete", { plan: planId }));
  },
});

/** `holdpoint plan`: plans as a whole. */
export const planCommand = buildRouteMap({
  docs: { brief: words("brief_plan") },
  routes: {
    new: newCommand,
    check: checkCommand,
    list: listCommand,
    show: showCommand,
    graph: graphCommand,
    export: exportCommand,
    import: importCommand,
    fork: forkCommand,
    archive: shelfCommand("archive"),
    unarchive: shelfCommand("unarchive"),
    acknowledge: shelfCommand("acknowledge"),
    terminate: terminateCommand,
    delete: deleteCommand,
  },
});
