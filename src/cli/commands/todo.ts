import { buildRouteMap } from "@stricli/core";
import type { EditOp, Position } from "../../contract/edit.ts";
import type { Receipt } from "../../contract/plan.ts";
import { TODO_ACTIONS, type TodoAction } from "../../contract/vocabulary.ts";
import { CliError, EXIT } from "../cli-error.ts";
import { defineCommand } from "../define-command.ts";
import { definedOnly } from "../defined-only.ts";
import { editFlags, editPlan } from "../edit-plan.ts";
import { withPlan } from "../find-plan.ts";
import {
  eitherFlag,
  jsonFlag,
  listFlag,
  numberFlag,
  switchFlag,
  textFlag,
  textsFlag,
} from "../flags.ts";
import { green } from "../render/colors.ts";
import { words } from "../words-here.ts";

const todoFlags = {
  description: textFlag("flag_description"),
  tool: textFlag("flag_tool", "name"),
  params: jsonFlag("flag_params"),
  needs: listFlag("flag_needs"),
  priority: numberFlag("flag_priority"),
  approval: eitherFlag("flag_approval"),
  optional: eitherFlag("flag_optional"),
  timeout: numberFlag("flag_timeout"),
  retries: numberFlag("flag_retries"),
  tag: textsFlag("flag_tags"),
};
const positionFlags = {
  first: switchFlag("flag_first"),
  last: switchFlag("flag_last"),
  before: textFlag("flag_before", "todo"),
  after: textFlag("flag_after", "todo"),
};

type TodoValues = Readonly<Record<keyof typeof todoFlags, unknown>>;

/** The fields of a todo that the flags name. */
function fieldsOf(flags: TodoValues) {
  return definedOnly({
    description: flags.description,
    tool_name: flags.tool,
    tool_params: flags.params,
    depends_on: flags.needs,
    priority: flags.priority,
    requires_approval: flags.approval,
    optional: flags.optional,
    timeout_seconds: flags.timeout,
    max_retries: flags.retries,
    tags: flags.tag,
  });
}

interface PositionValues {
  readonly first: boolean;
  readonly last: boolean;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** @throws CliError when more than one place is named. */
function positionOf({ first, last, before, after }: PositionValues): Position | undefined {
  const named: Position[] = [
    ...(first ? ["first" as const] : []),
    ...(last ? ["last" as const] : []),
    ...(before === undefined ? [] : [{ before }]),
    ...(after === undefined ? [] : [{ after }]),
  ];
  if (named.length <= 1) return named[0];
  throw new CliError(words("one_position"), undefined, EXIT.usage);
}

const addCommand = defineCommand({
  brief: "brief_todo_add",
  examples: [
    `todo add tea "Add milk" --tool wait --params '{"seconds":1}' --after boil`,
    'todo add tea "Which cup?" --question "Which cup?" --needs boil',
  ],
  args: ["plan", "title"],
  flags: {
    ...todoFlags,
    ...positionFlags,
    ...editFlags,
    id: textFlag("flag_todo_id", "id"),
    question: textFlag("flag_question"),
  },
  async run(session, [plan, title], flags) {
    const { id, question, reason, dryRun } = flags;
    const input_request = question === undefined ? undefined : { question };
    const todo = { ...definedOnly({ id, input_request }), title, ...fieldsOf(flags) };
    const params = { todo, ...definedOnly({ position: positionOf(flags) }) };
    const ops = [{ edit_type: "add_todo", params }] as unknown as EditOp[];
    await editPlan(session, plan, { ops, ...definedOnly({ reason }) }, dryRun);
  },
});

const setCommand = defineCommand({
  brief: "brief_todo_set",
  examples: [
    "todo set tea boil --title 'Boil more water' --priority 8",
    "todo set tea note --no-approval",
  ],
  args: ["plan", "todo"],
  flags: { title: textFlag("flag_title"), ...todoFlags, ...editFlags },
  async run(session, [plan, target_id], flags) {
    const { title, reason, dryRun } = flags;
    const changes = { ...definedOnly({ title }), ...fieldsOf(flags) };
    if (Object.keys(changes).length === 0) {
      throw new CliError(words("nothing_to_edit"), "holdpoint todo set --help", EXIT.usage);
    }
    const ops = [
      { edit_type: "modify_todo", target_id, params: { changes } },
    ] as unknown as EditOp[];
    await editPlan(session, plan, { ops, ...definedOnly({ reason }) }, dryRun);
  },
});

const moveCommand = defineCommand({
  brief: "brief_todo_move",
  examples: ["todo move tea note --first", "todo move tea note --after boil"],
  args: ["plan", "todo"],
  flags: { ...positionFlags, ...editFlags },
  async run(session, [plan, target_id], flags) {
    const position = positionOf(flags);
    if (position === undefined) {
      throw new CliError(words("no_position"), undefined, EXIT.usage);
    }
    const ops: EditOp[] = [{ edit_type: "reorder", target_id, params: { position } }];
    await editPlan(session, plan, { ops, ...definedOnly({ reason: flags.reason }) }, flags.dryRun);
  },
});

const removeCommand = defineCommand({
  brief: "brief_todo_remove",
  examples: ["todo remove tea note"],
  args: ["plan", "todo"],
  flags: editFlags,
  async run(session, [plan, target_id], { reason, dryRun }) {
    const ops: EditOp[] = [{ edit_type: "remove_todo", target_id }];
    await editPlan(session, plan, { ops, ...definedOnly({ reason }) }, dryRun);
  },
});

const actionCommand = (action: TodoAction) =>
  defineCommand({
    brief: `brief_todo_${action}`,
    examples: [`todo ${action} tea boil --reason "as agreed"`],
    args: ["plan", "todo"],
    flags: { reason: editFlags.reason },
    async run(session, [given, todo_id], { reason }) {
      const json = definedOnly({ reason });
      const receipt = await withPlan(session, given, (plan_id) =>
        session.ask<Receipt>(
          session.client.v1.plans[":plan_id"].todos[":todo_id"][":action"].$post({
            param: { plan_id, todo_id, action },
            json,
          }),
        ),
      );
      session.show(receipt, () => []);
      session.say(`${green("✔")} ${words(`told_${action}`, { todo: todo_id })}`);
    },
  });

/** `holdpoint todo`: changes to one todo of a plan. */
export const todoRoutes = buildRouteMap({
  docs: { brief: words("brief_todo") },
  routes: {
    add: addCommand,
    set: setCommand,
    move: moveCommand,
    remove: removeCommand,
    ...(Object.fromEntries(TODO_ACTIONS.map((action) => [action, actionCommand(action)])) as Record<
      TodoAction,
      ReturnType<typeof actionCommand>
    >),
  },
});
