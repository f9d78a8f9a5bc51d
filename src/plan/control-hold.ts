import type { Hold } from "../contract/hold.ts";
import type { Problem } from "../contract/problem.ts";
import { LIMITS } from "../contract/vocabulary.ts";
import type { ControlHoldCommand } from "./commands.ts";
import { unavailable, unknownHold } from "./hold-problems.ts";
import { findHold } from "./holds.ts";
import { later } from "./later.ts";
import { todoOf, type Plan } from "./plan.ts";
import type { CommandStamp, EventBody } from "./state.ts";

type HoldVerdict = { readonly events: readonly EventBody[] } | { readonly problem: Problem };

/**
 * What a person's word about an open hold does, short of deciding it, or why it cannot be done.
 * @param at ISO 8601 time.
 */
export function controlHold(
  plan: Plan,
  command: ControlHoldCommand,
  stamp: CommandStamp,
  at: string,
): HoldVerdict {
  const hold = findHold(plan, command.hold_id);
  if (hold === undefined) return { problem: unknownHold(plan, command) };
  const problem = unavailable(plan, hold, at) ?? misfit(command);
  if (problem !== null) return { problem };
  const about = {
    by: command.by,
    hold_id: hold.id,
    ...(hold.todo_id !== null && { todo_id: hold.todo_id }),
  };
  const said = { ...stamp, ...(command.reason !== undefined && { reason: command.reason }) };
  switch (command.action) {
    case "extend":
      return extend(hold, command.seconds!, at, (data) => ({
        ...about,
        type: "hold.extended",
        data: { ...said, ...data },
      }));
    case "delegate":
      return {
        events: [{ ...about, type: "hold.delegated", data: { ...said, to: command.to! } }],
      };
    case "withdraw":
      return withdraw(plan, hold, command, stamp);
  }
}

/** What the action needs and does not take. */
function misfit({ action, seconds, to }: ControlHoldCommand): Problem | null {
  const wrong = (pointer: string, detail: string): Problem => ({
    code: "invalid_command",
    detail,
    hint: 'Send "seconds" with "extend" and "to" with "delegate".',
    errors: [{ pointer, detail }],
  });
  if ((action === "extend") !== (seconds !== undefined)) {
    return wrong(
      "/seconds",
      `"${action}" ${seconds === undefined ? "needs" : "takes no"} seconds.`,
    );
  }
  if ((action === "delegate") !== (to !== undefined)) {
    return wrong("/to", `"${action}" ${to === undefined ? "needs" : "takes no"} "to".`);
  }
  return null;
}

interface Extension {
  readonly seconds: number;
  readonly deadline_at: string | null;
  readonly remaining_ms: number | null;
}

function extend(
  { id, deadline_at, remaining_ms }: Hold,
  seconds: number,
  at: string,
  toEvent: (data: Extension) => EventBody,
): HoldVerdict {
  const left = remaining_ms ?? (deadline_at === null ? null : millisBetween(at, deadline_at));
  if (left === null) {
    return {
      problem: {
        code: "illegal_transition",
        detail: `Hold ${id} has no deadline: it waits as long as it takes.`,
        hint: "Nothing has to be extended.",
        legal: ["delegate", "withdraw"],
      },
    };
  }
  const extended = left + seconds * 1_000;
  if (extended > LIMITS.max_timeout_seconds * 1_000) {
    const detail = `It would wait longer than ${LIMITS.max_timeout_seconds} seconds from now.`;
    return {
      problem: {
        code: "invalid_command",
        detail,
        hint: "Extend it by less, and again later.",
        errors: [{ pointer: "/seconds", detail }],
      },
    };
  }
  const moved =
    deadline_at === null
      ? { deadline_at: null, remaining_ms: extended }
      : { deadline_at: later(at, extended), remaining_ms: null };
  return { events: [toEvent({ seconds, ...moved })] };
}

function millisBetween(from: string, to: string): number {
  return Date.parse(to) - Date.parse(from);
}

/** Nobody is asked any more: a waiting todo is skipped, a failed one stays failed. */
function withdraw(
  plan: Plan,
  hold: Hold,
  command: ControlHoldCommand,
  stamp: CommandStamp,
): HoldVerdict {
  const { by, reason = `${by} withdrew the hold.` } = command;
  if (hold.todo_id === null) {
    return {
      problem: {
        code: "illegal_transition",
        detail: "A plan's review cannot be withdrawn: the plan would never start.",
        hint: 'Decide "approve" or "reject", or cancel the plan.',
        legal: ["delegate"],
      },
    };
  }
  const about = { by, todo_id: hold.todo_id };
  const withdrawn: EventBody = {
    ...about,
    type: "hold.withdrawn",
    hold_id: hold.id,
    data: { ...stamp, reason },
  };
  if (todoOf(plan, hold.todo_id).status === "failed") return { events: [withdrawn] };
  return { events: [withdrawn, { ...about, type: "todo.skipped", data: { reason } }] };
}
