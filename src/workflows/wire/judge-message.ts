import type { QueryDefinition } from "@temporalio/common";
import { MESSAGE_NAMES, type MessageName } from "../../contract/plan/commands.ts";
import type { Receipt } from "../../contract/plan/plan.ts";
import { decide } from "../../plan/decide.ts";
import { addedBy, versionOf } from "../../plan/edits/versions.ts";
import { toCommand, unknownMessage } from "../../plan/model/commands.ts";
import type { Plan } from "../../plan/model/plan.ts";
import type { SeenCommand } from "../../plan/model/state/state.ts";
import { previewChange } from "../../plan/preview.ts";
import { viewHold } from "../../plan/todos/flat-fields.ts";
import type { Answers } from "./answers.ts";
import * as messages from "./messages.ts";

/** A command as it was sent, or why it is none. */
export type ParsedMessage = ReturnType<typeof toCommand>;

/** A command from what was sent under its name. */
export function parseMessage(name: MessageName, value: unknown, command_id: string): ParsedMessage {
  return toCommand(name, value, { by: messages.UNNAMED, command_id, via: "temporal" });
}

/** What a command does to the plan, or why it is refused. Changes nothing. */
export function judgeMessage(plan: Plan, parsed: ParsedMessage, at: string) {
  if ("problem" in parsed) return parsed;
  const verdict = decide(plan, parsed.command, at);
  return "problem" in verdict ? verdict : { command: parsed.command, verdict };
}

/** What the plan answers to a command that it has accepted. */
export function receiptOf(plan: Plan, seen: SeenCommand): Receipt {
  const hold = seen.hold_id === undefined ? undefined : plan.holds.get(seen.hold_id);
  const made = versionOf(plan.state, seen.seq);
  const added = made === undefined ? [] : addedBy(made);
  return {
    plan_id: plan.state.id,
    command_id: seen.command_id,
    seq: seen.seq,
    ...(hold !== undefined && { hold: viewHold(hold) }),
    ...(made !== undefined && { version: made.version }),
    ...(added.length > 0 && { added }),
  };
}

/**
 * What a plan answers to the queries that ask what would become of a command: in its workflow, and of
 * one that was ended in Temporal wherever its state was read.
 */
export function judgementsOf(plan: Plan, now: () => string): Answers {
  const preview: Answer<typeof messages.previewQuery> = (input) => {
    const name = MESSAGE_NAMES.find((word) => word === input?.message);
    if (name === undefined) return { problem: unknownMessage() };
    const judged = judgeMessage(plan, parseMessage(name, input.body, "preview"), now());
    if ("problem" in judged) return judged;
    const events = "events" in judged.verdict ? judged.verdict.events : [];
    return { base_version: plan.state.version, ...previewChange(plan, events, now()) };
  };
  const answer: Answer<typeof messages.answerQuery> = (input) => {
    const name = MESSAGE_NAMES.find((word) => word === input?.name);
    if (name === undefined) return null;
    const judged = judgeMessage(plan, parseMessage(name, input.command, ""), now());
    if ("problem" in judged) return judged;
    const { verdict } = judged;
    return "repeats" in verdict ? { receipt: receiptOf(plan, verdict.repeats) } : null;
  };
  return new Map<string, (...args: never[]) => unknown>([
    [messages.previewQuery.name, preview],
    [messages.answerQuery.name, answer],
  ]);
}

type Answer<Query> =
  Query extends QueryDefinition<infer Result, infer Args> ? (...args: Args) => Result : never;
