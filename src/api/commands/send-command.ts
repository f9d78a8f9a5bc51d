import type { Context } from "hono";
import type { CommandInput, MessageName } from "../../contract/plan/commands.ts";
import {
  CommandReceiptSchema,
  type CommandReceipt,
  type Receipt,
} from "../../contract/plan/plan.ts";
import { isRefusal } from "../../contract/problems/problem-error.ts";
import { say, textOf } from "../../contract/sentences/sentence.ts";
import type { Channel, Role } from "../../contract/tables/vocabulary.ts";
import type { PlanGateway } from "../gateway/plan-gateway.ts";
import { languageOf } from "../http/language.ts";
import { actorOf, channelOf } from "../http/requests/actor.ts";
import { commandIdOf, keyReused } from "../http/requests/idempotency.ts";
import { headerOf } from "../http/requests/request-headers.ts";
import { json } from "../http/route.ts";

export interface CommandDeps {
  readonly plans: Pick<PlanGateway, "send" | "signal">;
  /** A new id, sortable by time. */
  readonly newId: () => string;
}

/** A request's body as it goes to its plan. */
export type WithActor<Body> = Omit<Body, "command_id"> & {
  command_id: string;
  by: string;
  roles: Role[];
  /** Left out where there are none. */
  groups?: string[];
  via: Channel;
};

/**
 * A request's command with the name, roles and groups of who makes the request, and an id: the body's own, else the
 * one that the request's Idempotency-Key stands for, else a new one.
 * @param part tells several commands of one request apart.
 */
export function withActor<Body extends { readonly command_id?: string | undefined }>(
  c: Context,
  deps: Pick<CommandDeps, "newId">,
  body: Body,
  part = "",
): WithActor<Body> {
  const { command_id = commandIdOf(c, part) ?? deps.newId(), ...command } = body;
  const { name, roles, groups } = actorOf(c);
  const who = { by: name, roles: [...roles], ...(groups.length > 0 && { groups: [...groups] }) };
  return { ...command, command_id, ...who, via: channelOf(c) };
}

/** Who sends which command, where it has an id by which it can be repeated. */
export function repeatOf(c: Context, command_id = commandIdOf(c)): string | undefined {
  return command_id === undefined ? undefined : JSON.stringify([actorOf(c).name, command_id]);
}

/** Sends a command. @throws Refusal with the plan's reason. */
export async function sendCommand<Name extends MessageName>(
  c: Context,
  deps: Pick<CommandDeps, "plans">,
  planId: string,
  message: Name,
  command: CommandInput<Name>,
): Promise<Receipt> {
  try {
    return await deps.plans.send(planId, message, command);
  } catch (error) {
    const ownKey = command.command_id.startsWith(commandIdOf(c) ?? "\0");
    const isReused = isRefusal(error, "command_id_reused");
    throw isReused && ownKey ? keyReused() : error;
  }
}

/** What a command is answered with; `description` says what a receipt means here. */
export const commandResponses = (description: string) => ({
  200: json(CommandReceiptSchema, description),
  202: json(CommandReceiptSchema, "Temporal has the command"),
});

/**
 * Sends a command and responds with its receipt (200), or as soon as Temporal has it (202) when the
 * caller prefers not to wait and the plan need not be waited for.
 */
export async function respondToCommand<Name extends MessageName>(
  c: Context,
  deps: Pick<CommandDeps, "plans">,
  planId: string,
  message: Name,
  command: CommandInput<Name>,
) {
  const isSent = prefersAsync(c) && (await deps.plans.signal(planId, message, command));
  if (!isSent) return c.json(await sendCommand(c, deps, planId, message, command), 200);
  c.header("preference-applied", "respond-async");
  const sent: CommandReceipt = {
    plan_id: planId,
    command_id: command.command_id,
    seq: null,
    accepted: null,
    hint: textOf(say("accepted_waits"), languageOf(c)),
  };
  return c.json(sent, 202);
}

/** Whether the caller would rather not wait for the plan. */
export function prefersAsync(c: Context): boolean {
  const preferences = (c.req.header("prefer") ?? "").split(",");
  return preferences.some((one) => one.split(";")[0]!.trim().toLowerCase() === "respond-async");
}

/** The only version that a plan may be at for a change, where `If-Match` names one. */
export function expectedVersion(c: Context): { expected_version?: number } {
  const version = headerOf(c, "If-Match") ?? null;
  return version === null ? {} : { expected_version: version };
}
