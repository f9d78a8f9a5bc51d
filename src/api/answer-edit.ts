import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { ImpactSchema, PlanChangesSchema } from "../contract/edit.ts";
import { ReceiptSchema, SentSchema } from "../contract/plan.ts";
import type { MessageName } from "../plan/commands.ts";
import { previewQuery } from "../workflows/messages.ts";
import { answerCommand, expectedVersion, sign } from "./answer-command.ts";
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

/** Sends an edit, undo or rollback, or answers what it would change. */
export async function answerEdit(
  c: Context,
  deps: ApiDeps,
  planId: string,
  message: MessageName,
  said: { command_id?: string | undefined } & object,
  validateOnly: "true" | "false",
) {
  const command = { ...sign(c, deps, said), ...expectedVersion(c) };
  if (validateOnly === "false") return answerCommand(c, deps, planId, message, command);
  const preview = await deps.plans.query(planId, previewQuery, { message, body: command });
  if ("problem" in preview) throw new Refused(preview.problem);
  return c.json({ validate_only: true as const, ...preview }, 200);
}
