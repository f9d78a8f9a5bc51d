import { buildRouteMap } from "@stricli/core";
import type { EditOp, Position, TodoChanges } from "../../../contract/plan/edit.ts";
import type { TodoAction } from "../../../contract/tables/vocabulary.ts";
import { definedOnly } from "../../../json/json-object.ts";
import { defineCommand } from "../../input/define-command.ts";
import { todoFinder, type FindTodo } from "../../input/find-todo.ts";
import {
  eitherFlag,
  jsonFlag,
  listFlag,
  numberFlag,
  priorityFlag,
  switchFlag,
  textFlag,
  textsFlag,
  type ValuesOf,
} from "../../input/flags.ts";
import { foreseeAction, foreseeAgain } from "../../live/foresee-action.ts";
import { words } from "../../messages/i18n.ts";
import { usageError } from "../../session/errors/cli-error.ts";
import { editFlags, editTodos } from "./edit-plan.ts";
import { todoLogCommand } from "./todo-log.ts";
import { todoResultCommand } from "./todo-result.ts";
import { todoShowCommand } from "./todo-show.ts";
import { transcriptCommand } from "./transcript.ts";
import { workCommands } from "./work.ts";

const todoFlags = {
  description: textFlag("flag_description"),
  tool: textFlag("flag_tool", "name"),
  agent: textFlag("flag_agent", "name"),
  params: jsonFlag("flag_params"),
  needs: listFlag("flag_needs"),
  priority: priorityFlag("flag_priority"),
  approval: eitherFlag("flag_approval"),
  optional: eitherFlag("flag_optional"),
  timeout: numberFlag("flag_timeout"),
  retries: numberFlag("flag_retries"),
  tag: textsFlag("flag_tags"),
  assignee: textFlag("flag_todo_assignee", "name"),
  dueAt: textFlag("flag_due_at", "time"),
  dueIn: textFlag("flag_due_in", "3d"),
};
const positionFlags = {
  first: switchFlag("flag_first"),
  last: switchFlag("flag_last"),
  before: textFlag("flag_before", "todo"),
  after: textFlag("flag_after", "todo"),
};
/** Whoever adds a todo after another means that it waits for it. */
const additionFlags = { ...positionFlags, after: textFlag("flag_add_after", "todo") };

/** In the place of an agent's name: a person does it. */
const NOBODY = "none";

type TodoValues = ValuesOf<typeof todoFlags>;

/** The fields of a todo that the flags name. */
async function fieldsOf(flags: TodoValues, find: FindTodo) {
  return definedOnly({
    description: flags.description,
    tool_name: flags.tool,
    agent_name: flags.agent === NOBODY ? null : flags.agent,
    tool_params: flags.params,
    depends_on: flags.needs && (await Promise.all(flags.needs.map(find))),
    priority: flags.priority,
    requires_approval: flags.approval,
    optional: flags.optional,
    timeout_seconds: flags.timeout,
    max_retries: flags.retries,
    tags: flags.tag,
    assignee: flags.assignee,
    due_at: flags.dueAt,
    due_in: flags.dueIn,
  });
}

type PositionValues = ValuesOf<typeof positionFlags>;

/** @throws CliError when more than one place is named. */
async function positionOf(
  { first, last, before, after }: PositionValues,
  find: FindTodo,
): Promise<Position | undefined> {
  const named: Position[] = [
    ...(first ? ["first" as const] : []),
    ...(last ? ["last" as const] : []),
    ...(before === undefined ? [] : [{ before: await find(before) }]),
    ...(after === undefined ? [] : [{ after: await find(after) }]),
  ];
  if (named.length <= 1) return named[0];
  throw usageError(words("one_position"));
}

const addCommand = defineCommand({
  help: "todo_add",
  examples: [
    `todo add tea "Add milk" --tool wait --params '{"seconds":1}' --after boil`,
    'todo add tea "Which cup?" --question "Which cup?" --needs boil',
  ],
  args: ["plan", "title"],
  flags: {
    ...todoFlags,
    ...additionFlags,
    ...editFlags,
    id: textFlag("flag_todo_id", "id"),
    question: textFlag("flag_question"),
  },
  async run(session, [plan, title], flags) {
    const { id, question, after, needs = [], reason, dryRun } = flags;
    const input_request = question === undefined ? undefined : { question };
    await editTodos(session, plan, dryRun, async (find) => {
      const waits = { needs: after === undefined ? flags.needs : [...new Set([...needs, after])] };
      const fields = await fieldsOf({ ...flags, ...waits }, find);
      const position = await positionOf(flags, find);
      const todo = { ...definedOnly({ id, input_request }), title, ...fields };
      const params = { todo, ...definedOnly({ position }) };
      return { ops: [{ edit_type: "add_todo", params }] as unknown as EditOp[], reason };
    });
  },
});

const setCommand = defineCommand({
  help: "todo_set",
  examples: [
    "todo set tea boil --title 'Boil more water' --priority 8",
    "todo set tea note --no-approval",
  ],
  args: ["plan", "todo"],
  flags: { title: textFlag("flag_title"), ...todoFlags, ...editFlags },
  async run(session, [plan, todo], flags) {
    const { title, reason, dryRun } = flags;
    await editTodos(session, plan, dryRun, async (find) => {
      const changes = { ...definedOnly({ title }), ...(await fieldsOf(flags, find)) };
      if (Object.keys(changes).length === 0) {
        throw usageError(words("nothing_to_edit"), "holdpoint todo set --help");
      }
      const op = { edit_type: "modify_todo", target_id: await find(todo), params: { changes } };
      return { ops: [op] as unknown as EditOp[], reason };
    });
  },
});

const moveCommand = defineCommand({
  help: "todo_move",
  examples: ["todo move tea note --first", "todo move tea note --after boil"],
  args: ["plan", "todo"],
  flags: { ...positionFlags, ...editFlags },
  async run(session, [plan, todo], { reason, dryRun, ...flags }) {
    await editTodos(session, plan, dryRun, async (find) => {
      const position = await positionOf(flags, find);
      if (position === undefined) throw usageError(words("no_position"));
      const target_id = await find(todo);
      return { ops: [{ edit_type: "reorder", target_id, params: { position } }], reason };
    });
  },
});

const removeCommand = defineCommand({
  help: "todo_remove",
  examples: ["todo remove tea note"],
  args: ["plan", "todo"],
  flags: editFlags,
  async run(session, [plan, todo], { reason, dryRun }) {
    await editTodos(session, plan, dryRun, async (find) => ({
      ops: [{ edit_type: "remove_todo", target_id: await find(todo) }],
      reason,
    }));
  },
});

const actionCommand = (action: Exclude<TodoAction, "retry" | "rerun">) =>
  defineCommand({
    help: `todo_${action}`,
    examples: [`todo ${action} tea boil --reason "as agreed"`],
    args: ["plan", "todo"],
    flags: { reason: editFlags.reason },
    async run(session, [plan, todo], { reason }) {
      const found = await todoFinder(session, plan)(todo);
      const lines = await foreseeAction(session, plan, found, action);
      for (const line of lines) session.say(line);
      // A halt starts and stops nothing, and there are seconds to say it in.
      if (action !== "halt" && lines.length > 0) {
        await session.confirm(words(`sure_${action}`, { todo }));
      }
      const receipt = await session.client.todos[action](plan, found, { reason });
      session.done(receipt, words(`told_${action}`, { todo }));
    },
  });

/** What runs a todo again, as it is or changed first. */
const againCommand = (action: "retry" | "rerun") =>
  defineCommand({
    help: `todo_${action}`,
    examples: [
      `todo ${action} tea boil --reason "as agreed"`,
      `todo ${action} tea boil --params '{"seconds":2}' --dry-run`,
    ],
    args: ["plan", "todo"],
    flags: { title: textFlag("flag_title"), ...todoFlags, ...editFlags },
    async run(session, [plan, todo], flags) {
      const { title, reason, dryRun } = flags;
      const find = todoFinder(session, plan);
      const found = await find(todo);
      const changed = { ...definedOnly({ title }), ...(await fieldsOf(flags, find)) };
      const changes = Object.keys(changed).length === 0 ? undefined : (changed as TodoChanges);
      const input = { ...definedOnly({ changes }), reason };
      const foreseen = await foreseeAgain(session, plan, found, action, input, dryRun);
      if (dryRun) {
        session.show(foreseen.preview, () => foreseen.lines);
        return session.say(words("only_shown"));
      }
      for (const line of foreseen.lines) session.say(line);
      if (foreseen.asks) await session.confirm(words(`sure_${action}`, { todo }));
      const receipt = await session.client.todos[action](plan, found, input, foreseen.options);
      session.done(receipt, words(`told_${action}`, { todo }));
    },
  });

/** `holdpoint todo`: changes to one todo of a plan. */
export const todoCommand = buildRouteMap({
  docs: { brief: words("brief_todo") },
  routes: {
    show: todoShowCommand,
    log: todoLogCommand,
    result: todoResultCommand,
    transcript: transcriptCommand,
    add: addCommand,
    set: setCommand,
    move: moveCommand,
    remove: removeCommand,
    ...workCommands,
    skip: actionCommand("skip"),
    retry: againCommand("retry"),
    rerun: againCommand("rerun"),
    halt: actionCommand("halt"),
  },
});
