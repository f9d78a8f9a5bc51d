import type { Command } from "../contract/plan/commands.ts";
import { decisionEvents, decisionProblem } from "./holds/decide-hold.ts";
import { holdOf, leftOf, takenBack } from "./holds/holds.ts";
import type { Plan } from "./model/plan.ts";
import type { CommandStamp, EventBody } from "./model/state/events.ts";
import { aboutHold } from "./model/state/hold-events.ts";
import { addMilliseconds } from "./model/time.ts";
import { looseningProblem } from "./thinking/loosening-problem.ts";

/*
 * The grace time of a decision (decision 53): it stands on its open hold, nothing follows from it yet, and
 * who made it can take it back. `delayed` makes it wait, `endGrace` lets it take effect.
 */

/** A command's events, or, of a decision with a grace time, that it takes effect later. */
export function delayed(
  plan: Plan,
  command: Command,
  stamp: CommandStamp,
  events: readonly EventBody[],
  at: string,
): readonly EventBody[] {
  const [decided] = events;
  if (command.type !== "approval" && command.type !== "input") return events;
  const { grace_seconds = 0, command_id, roles } = command;
  if (grace_seconds === 0 || decided?.type !== "hold.decided") return events;
  const { data, type: _, ...about } = decided;
  const { decision, digest, command_id: _id, fingerprint: _print, ...sort } = data;
  const takes_effect_at = addMilliseconds(at, grace_seconds * 1_000);
  const left = leftOf(holdOf(plan, decided.hold_id), at);
  const kept = {
    takes_effect_at,
    command_id,
    ...(roles !== undefined && { roles }),
    // Whoever takes back a late "no" has as long as that to say it again.
    ...(left !== undefined && { left_ms: left > 0 ? left : grace_seconds * 1_000 }),
  };
  const deciding = { decision, ...kept };
  return [{ ...about, type: "hold.deciding", data: { ...stamp, ...sort, deciding, digest } }];
}

/**
 * The decision whose grace time was over first, and what follows from it: one at a time, since what
 * the next one does depends on it. The plan is asked again whether it takes it; when it does not, the
 * hold asks again.
 */
export function endGrace(plan: Plan, at: string): EventBody[] {
  const [first] = [...plan.openHolds.values()]
    .flatMap((hold) => (hold.deciding === null ? [] : [{ hold, deciding: hold.deciding }]))
    .filter(({ deciding }) => deciding.takes_effect_at <= at)
    .toSorted(
      (a, b) => Date.parse(a.deciding.takes_effect_at) - Date.parse(b.deciding.takes_effect_at),
    );
  if (first === undefined) return [];
  const { hold, deciding } = first;
  const { decision, command_id, roles } = deciding;
  const events = decisionEvents(plan, hold, decision, { command_id }, at);
  const problem =
    decisionProblem(plan, hold, decision) ??
    looseningProblem(plan, { ...(roles !== undefined && { roles: [...roles] }) }, events);
  if (problem === null) return events;
  return [
    {
      type: "hold.undone",
      by: "holdpoint",
      ...aboutHold(hold),
      data: { change: takenBack(plan, hold, at), reason: problem.detail },
    },
  ];
}
