import type { SessionEvent } from "../../../src/contract/plan/agents/session.ts";
import type { LoggedEvent } from "../../../src/contract/plan/event.ts";
import type { NewPlanInput } from "../../../src/contract/plan/plan.ts";
import { lookAtSession } from "../../../src/plan/views/view-session.ts";
import { drive, planOf, type Drive } from "../support/drive.ts";

const mine = (id: string, more: object = {}) => ({
  id,
  title: id,
  tool_name: null,
  assignee: "coder",
  ...more,
});

/** A plan with two todos for the agent "coder" and a session "s1" that works on them. */
export function workingSession(
  registration: object = {},
  settings: Partial<NewPlanInput> = {},
): Drive {
  const plan = drive(planOf([mine("first", { priority: 9 }), mine("second")], settings));
  plan.accept("register_session", {
    session_id: "s1",
    assignee: "coder",
    agent: "build",
    ...registration,
  });
  return plan;
}

export { mine };

export const tell = (plan: Drive, event: SessionEvent, session_id = "s1") =>
  plan.send("session_event", { session_id, event });

export const idle: SessionEvent = { type: "session.idle" };

/** Events of the continuation, as the log has them, without their places in it. */
export function continuation(plan: Drive): object[] {
  return plan.plan.state.events
    .filter(({ type }) => type.startsWith("continuation."))
    .map(({ type, data = {} }: LoggedEvent) => ({ type, ...data }));
}

export const types = (plan: Drive): string[] =>
  continuation(plan).map((event) => (event as { type: string }).type);

export const look = (plan: Drive, id = "s1") => lookAtSession(plan.plan, id)!;
export const session = (plan: Drive, id = "s1") => look(plan, id).session;
