import type { Context } from "hono";
import { z } from "zod";
import type { CommandBody, CommandInput } from "../../contract/plan/commands.ts";
import { EditPreviewSchema } from "../../contract/plan/edit.ts";
import { AddedSchema, CommandReceiptSchema, type Added } from "../../contract/plan/plan.ts";
import { Refusal } from "../../contract/problem-error.ts";
import { previewQuery } from "../../workflows/wire/messages.ts";
import type { PlanGateway } from "../gateway/plan-gateway.ts";
import { json } from "../http/route.ts";
import {
  expectedVersion,
  prefersAsync,
  respondToCommand,
  sendCommand,
  withActor,
  type CommandDeps,
} from "./send-command.ts";

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

export interface EditDeps extends CommandDeps {
  readonly plans: Pick<PlanGateway, "send" | "signal" | "query">;
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
  const command = withExpectedVersion(c, deps, body);
  if (validate_only === "false") return respondToCommand(c, deps, planId, message, command);
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
  const command = withExpectedVersion<"edit">(c, deps, body);
  const receipt = await sendCommand(c, deps, planId, "edit", command);
  const todo_id = receipt.added![0]!;
  c.header("location", `/v1/plans/${planId}/todos/${todo_id}`);
  const added: Added = { ...receipt, todo_id };
  return c.json(added, 201);
}

function withExpectedVersion<Name extends Change>(
  c: Context,
  deps: EditDeps,
  body: CommandBody<Name>,
): CommandInput<Name> {
  return { ...withActor(c, deps, body), ...expectedVersion(c) } as unknown as CommandInput<Name>;
}
