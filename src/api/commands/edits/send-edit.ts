import type { Context } from "hono";
import { z } from "zod";
import type { CommandBody, CommandInput } from "../../../contract/plan/commands.ts";
import { EditPreviewSchema, type TodoChanges } from "../../../contract/plan/edit.ts";
import {
  AddedSchema,
  CommandReceiptSchema,
  type Added,
  type Receipt,
} from "../../../contract/plan/plan.ts";
import type { ApprovalPolicy } from "../../../contract/plan/todo.ts";
import { Refusal } from "../../../contract/problems/problem-error.ts";
import { policyOf } from "../../../plan/todos/approval-policy.ts";
import { mayAsk } from "../../../plan/todos/skip-todo.ts";
import { answerQuery, planQuery, previewQuery } from "../../../workflows/wire/messages.ts";
import type { IdentityDeps } from "../../auth/identity.ts";
import { nobodyApproves, type PlacedPolicy } from "../../auth/who-decides.ts";
import type { PlanGateway } from "../../gateway/plan-gateway.ts";
import { json } from "../../http/route.ts";
import type { ToolCatalog } from "../new-plan.ts";
import { readWholePlan } from "../read-whole-plan.ts";
import type { Sealing } from "../secrets/seal-secrets.ts";
import {
  expectedVersion,
  prefersAsync,
  repeatOf,
  respondToCommand,
  sendCommand,
  withActor,
  type CommandDeps,
} from "../send-command.ts";
import { readTodos, readyChange, type ChangeBody } from "./edit-ops.ts";

/** The query of everything that changes a plan's structure. */
export const DryRunSchema = z.object({
  /** Responds with what the request would change, and changes nothing. */
  validate_only: z.enum(["true", "false"]).default("false"),
});

/** The responses of everything that changes a plan's structure. */
export const editResponses = {
  200: json(
    z.union([CommandReceiptSchema, EditPreviewSchema]).meta({ id: "EditAnswer" }),
    "The plan's new version, or what it would be",
  ),
  202: json(CommandReceiptSchema, "Temporal has the command"),
};

/** The responses to one new todo. */
export const addResponses = {
  ...editResponses,
  201: json(AddedSchema, "The todo is in the plan"),
};

export interface EditDeps extends CommandDeps, Sealing, Pick<IdentityDeps, "keys" | "now"> {
  readonly plans: Pick<PlanGateway, "send" | "signal" | "query">;
  readonly tools: ToolCatalog;
}
type Change = "edit" | "undo" | "rollback" | "control_todo";
type DryRun = z.output<typeof DryRunSchema>;

/** Sends an edit, undo, rollback or a word about a todo, or responds with what it would change. */
export async function respondToEdit<Name extends Change>(
  c: Context,
  deps: EditDeps,
  planId: string,
  message: Name,
  body: CommandBody<Name>,
  { validate_only }: DryRun,
) {
  if (validate_only === "false") {
    const command = await fittingCommand(c, deps, planId, message, body);
    return respondToCommand(c, deps, planId, message, command);
  }
  const { command, unfit } = await readyCommand(c, deps, planId, body);
  if (unfit !== undefined) throw unfit;
  const preview = await deps.plans.query(planId, previewQuery, { message, body: command });
  if ("problem" in preview) throw new Refusal(preview.problem);
  return c.json({ validate_only: true as const, ...preview }, 200);
}

/** As `respondToEdit` for an edit that adds one todo, which the receipt names (201 with `Location`). */
export async function respondToAdd(
  c: Context,
  deps: EditDeps,
  planId: string,
  body: CommandBody<"edit">,
  dryRun: DryRun,
) {
  if (dryRun.validate_only === "true" || prefersAsync(c)) {
    return respondToEdit(c, deps, planId, "edit", body, dryRun);
  }
  const receipt = await sendEdit(c, deps, planId, body);
  const todo_id = receipt.added![0]!;
  c.header("location", `/v1/plans/${planId}/todos/${todo_id}`);
  const added: Added = { ...receipt, todo_id };
  return c.json(added, 201);
}

/** Sends an edit. @throws Refusal with the plan's reason, or with every place that does not fit the plan. */
export async function sendEdit(
  c: Context,
  deps: EditDeps,
  planId: string,
  body: CommandBody<"edit">,
): Promise<Receipt> {
  const command = await fittingCommand(c, deps, planId, "edit", body);
  return sendCommand(c, deps, planId, "edit", command);
}

/**
 * A change that fits its plan, or that the plan took before: then it gets the first answer again, however the
 * plan has changed since. @throws Refusal for one that is new and does not fit.
 */
async function fittingCommand<Name extends Change>(
  c: Context,
  deps: EditDeps,
  planId: string,
  name: Name,
  body: CommandBody<Name>,
): Promise<CommandInput<Name>> {
  const { command, unfit } = await readyCommand(c, deps, planId, body);
  if (unfit === undefined) return command;
  const answer = await deps.plans.query(planId, answerQuery, { name, command });
  if (answer !== null && "receipt" in answer) return command;
  throw unfit;
}

async function readyCommand<Name extends Change>(
  c: Context,
  deps: EditDeps,
  planId: string,
  body: CommandBody<Name>,
): Promise<{ command: CommandInput<Name>; unfit?: Refusal | undefined }> {
  const change: ChangeBody = body;
  const ready = await readyChange(deps, planId, change, repeatOf(c, change.command_id));
  const command = { ...withActor(c, deps, ready.body), ...expectedVersion(c) };
  const unfit = ready.unfit ?? (await unapproved(deps, planId, command.by, change));
  return { command: command as unknown as CommandInput<Name>, unfit };
}

/**
 * Why nobody here could approve what a change wants approved, or be asked next. Of what it changes, and of a review
 * that is still to come, who changes it is an author; of the other todos under a plan's policy they are not.
 */
async function unapproved(
  deps: EditDeps,
  planId: string,
  by: string,
  change: ChangeBody,
): Promise<Refusal | undefined> {
  const written = policiesIn(change);
  const needsPlan = written.some(
    ({ policy }) => policy.prevent_self_approval === true || policy.escalate_to !== undefined,
  );
  const plan = needsPlan ? await deps.plans.query(planId, planQuery, { limit: 0 }) : undefined;
  const owner = plan === undefined ? [] : [plan.owner];
  const isAuthor = plan?.status === "pending" || written.some(({ todo }) => todo !== undefined);
  const anew = written.findLast(({ todo }) => todo === undefined)?.policy;
  const standing = anew ?? plan?.approval_policy;
  const asked = anew === undefined ? [] : await askedUnder(deps, planId, anew, change);
  const asksQuestion = await lookUpQuestions(deps, planId, written);
  const placed = written.map(({ at, policy, todo }): PlacedPolicy => {
    const authors = isAuthor ? [...owner, by] : owner;
    if (todo === undefined || policy.escalate_to === undefined) return { at, policy, authors };
    return { at, policy, authors, counting: policyOf(policy, standing, asksQuestion(todo)) };
  });
  return nobodyApproves(deps, [...placed, ...asked]);
}

/** Whom todos ask next of whose approval a change says nothing, where the plan says anew who may decide them. */
async function askedUnder(
  { plans }: EditDeps,
  planId: string,
  anew: ApprovalPolicy,
  { ops = [] }: ChangeBody,
): Promise<PlacedPolicy[]> {
  const { todos, owner } = await readWholePlan(plans, planId);
  const changesOf = (id: string): TodoChanges =>
    Object.assign(
      {},
      ...ops.map((op) =>
        op.edit_type === "modify_todo" && op.target_id === id ? op.params.changes : {},
      ),
    ) as TodoChanges;
  const isRemoved = (id: string): boolean =>
    ops.some((op) => op.edit_type === "remove_todo" && op.target_id === id);
  const asking = todos.filter(
    (todo) => todo.approval.escalate_to !== undefined && mayAsk(todo) && !isRemoved(todo.id),
  );
  return asking.flatMap(({ id, approval, ...todo }): PlacedPolicy[] => {
    const { approval: own, input_request = todo.input_request } = changesOf(id);
    const isUnder = policyOf(approval, anew, input_request !== null) === anew;
    if (own !== undefined || !isUnder) return [];
    const { escalate_to } = approval;
    const at = `/todos/${id}/approval`;
    return [{ at, policy: { escalate_to }, authors: [owner], counting: anew }];
  });
}

/** A policy where a change says it. */
interface WrittenPolicy extends Pick<PlacedPolicy, "at" | "policy"> {
  /** Which todo it is of, and what the change says of that; a plan's policy is of none. */
  readonly todo?: TodoChanges & { readonly id?: string | undefined };
}

/** Where a change says whose approval something takes. */
function policiesIn({ ops = [], todo_id, changes }: ChangeBody): WrittenPolicy[] {
  const written = ops.flatMap((op, place): WrittenPolicy[] => {
    const at = `/ops/${place}/params`;
    switch (op.edit_type) {
      case "add_todo": {
        const { todo } = op.params;
        return [{ at: `${at}/todo/approval`, policy: todo.approval, todo }];
      }
      case "modify_todo":
        return [ofTodo(`${at}/changes/approval`, op.target_id, op.params.changes)];
      case "modify_plan": {
        const { approval_policy } = op.params.changes;
        if (approval_policy === undefined) return [];
        return [{ at: `${at}/changes/approval_policy`, policy: approval_policy }];
      }
      default:
        return [];
    }
  });
  return changes === undefined
    ? written
    : [...written, ofTodo("/changes/approval", todo_id, changes)];
}

function ofTodo(at: string, id: string | undefined, changes: TodoChanges): WrittenPolicy {
  return { at, policy: changes.approval ?? {}, todo: { ...changes, id } };
}

/**
 * Which todos are questions once a change is made: one person answers those, whatever the plan says of approvals.
 * The plan is asked once for all of which the change does not say it.
 */
async function lookUpQuestions(
  { plans }: EditDeps,
  planId: string,
  written: readonly WrittenPolicy[],
): Promise<(todo: NonNullable<WrittenPolicy["todo"]>) => boolean> {
  const unsaid = written.flatMap(({ policy, todo }) =>
    policy.escalate_to !== undefined && todo?.input_request === undefined ? (todo?.id ?? []) : [],
  );
  const known = await readTodos(plans, planId, [...new Set(unsaid)]);
  return ({ id = "", input_request = known.get(id)?.input_request }) => input_request != null;
}
