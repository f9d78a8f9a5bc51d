import type { Context } from "hono";
import type { Receipt, Sent } from "../contract/plan.ts";
import type { MessageName } from "../plan/commands.ts";
import type { ApiDeps } from "./deps.ts";
import { commandIdOf, keyReused } from "./idempotency.ts";
import { actorOf } from "./identity.ts";
import { Refused } from "./refused.ts";

interface Said {
  readonly command_id?: string | undefined;
}
/** A command as it goes to its plan. */
export type SignedCommand = { command_id: string; by: string } & object;
export type Signed<Body> = Omit<Body, "command_id"> & SignedCommand;

/**
 * A request's command with the name of who makes the request, and an id: the body's own, else the
 * one that the request's Idempotency-Key stands for, else a new one.
 * @param part tells several commands of one request apart.
 */
export function sign<Body extends Said>(
  c: Context,
  deps: Pick<ApiDeps, "newId">,
  body: Body,
  part = "",
): Signed<Body> {
  const { command_id = commandIdOf(c, part) ?? deps.newId(), ...said } = body;
  return { ...said, command_id, by: actorOf(c).name };
}

/** Sends a signed command. @throws Refused with the plan's reason. */
export async function sendSigned(
  c: Context,
  deps: Pick<ApiDeps, "plans">,
  planId: string,
  message: MessageName,
  command: SignedCommand,
): Promise<Receipt> {
  try {
    return await deps.plans.send(planId, message, command);
  } catch (error) {
    const ownKey = command.command_id.startsWith(commandIdOf(c) ?? "\0");
    const isReused = error instanceof Refused && error.problem.code === "command_id_reused";
    throw isReused && ownKey ? keyReused() : error;
  }
}

/**
 * Sends a command and answers its receipt (200); for who prefers not to wait, as soon as Temporal
 * has it (202).
 */
export async function answerCommand(
  c: Context,
  deps: Pick<ApiDeps, "plans">,
  planId: string,
  message: MessageName,
  command: SignedCommand,
) {
  if (!prefersAsync(c)) return c.json(await sendSigned(c, deps, planId, message, command), 200);
  await deps.plans.signal(planId, message, command);
  c.header("preference-applied", "respond-async");
  const sent: Sent = {
    plan_id: planId,
    command_id: command.command_id,
    accepted: null,
    hint: "Temporal has the command; the plan has not accepted it yet. Repeat it with this command_id and without Prefer to learn what became of it.",
  };
  return c.json(sent, 202);
}

/** Whether the caller would rather not wait for the plan. */
export function prefersAsync(c: Context): boolean {
  const preferences = (c.req.header("prefer") ?? "").split(",");
  return preferences.some((one) => one.split(";")[0]!.trim().toLowerCase() === "respond-async");
}

/**
 * The only version that a plan may be at for a change, from `If-Match`: `"v3"`, or the ETag of the
 * plan as it was read. `*` is any.
 * @throws Refused for what names no version.
 */
export function expectedVersion(c: Context): { expected_version?: number } {
  const written = c.req.header("if-match")?.trim();
  if (written === undefined || written === "*") return {};
  const version = /^(?:W\/)?"v([0-9]{1,9})(?:-[\w-]*)?"$/.exec(written)?.[1];
  if (version !== undefined && Number(version) >= 1) return { expected_version: Number(version) };
  const detail = 'It names one version of the plan, as in "v3" with the quotes, or is *.';
  throw new Refused({
    code: "validation_failed",
    detail: `/header/if-match: ${detail}`,
    hint: "Take it from the ETag of GET /v1/plans/{id}, or leave it out; nothing was changed.",
    errors: [{ pointer: "/header/if-match", detail }],
  });
}
