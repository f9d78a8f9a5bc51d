import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { ImpactSchema, PlanChangesSchema } from "../contract/edit.ts";
import { AddedSchema, ReceiptSchema, SentSchema, type Added } from "../contract/plan.ts";
import type { MessageName } from "../plan/commands.ts";
import { previewQuery } from "../workflows/messages.ts";
import {
  answerCommand,
  expectedVersion,
  prefersAsync,
  sendSigned,
  sign,
} from "./answer-command.ts";
import type { ApiDeps } from "./deps.ts";
import { json, problems } from "./openapi.ts";
import { Refused } from "./refused.ts";

const PreviewSchema = z.object({
  validate_only: z.literal(true),
  changes: PlanChangesSchema.nullable(),
  impact: ImpactSchema,
});

/** The query of everything that changes a plan's structure. */
export const DryRunSchema = z.object({
  /** Answers what the request would change, and changes nothing. */
  validate_only: z.enum(["true", "false"]).default("false"),
});

/** The answers of everything that changes a plan's structure. */
export const editAnswers = {
  200: json(z.union([ReceiptSchema, PreviewSchema]), "The plan's new version, or what it would be"),
  202: json(SentSchema, "Temporal has the command"),
  ...problems,
};

/** The answers to one new todo. */
export const addAnswers = {
  ...editAnswers,
  201: json(AddedSchema, "The todo is in the plan"),
};

type Said = { command_id?: string | undefined } & object;

/** Sends an edit, undo or rollback, or answers what it would change. */
export async function answerEdit(
  c: Context,
  deps: ApiDeps,
  planId: string,
  message: MessageName,
  said: Said,
  validateOnly: "true" | "false",
) {
  const command = { ...sign(c, deps, said), ...expectedVersion(c) };
  if (validateOnly === "false") return answerCommand(c, deps, planId, message, command);
  const preview = await deps.plans.query(planId, previewQuery, { message, body: command });
  if ("problem" in preview) throw new Refused(preview.problem);
  return c.json({ validate_only: true as const, ...preview }, 200);
}

/** As `answerEdit` for an edit that adds one todo, which the receipt names (201 with `Location`). */
export async function answerAdd(
  c: Context,
  deps: ApiDeps,
  planId: string,
  said: Said,
  validateOnly: "true" | "false",
) {
  if (validateOnly === "true" || prefersAsync(c)) {
    return answerEdit(c, deps, planId, "edit", said, validateOnly);
  }
  const command = { ...sign(c, deps, said), ...expectedVersion(c) };
  const receipt = await sendSigned(c, deps, planId, "edit", command);
  const [todo_id] = receipt.added ?? [];
  // The kept answer to a command that an earlier version of Holdpoint took.
  if (todo_id === undefined) return c.json(receipt, 200);
  c.header("location", `/v1/plans/${planId}/todos/${todo_id}`);
  const added: Added = { ...receipt, todo_id };
  return c.json(added, 201);
}
