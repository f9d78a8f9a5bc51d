import type { HoldActions } from "../../contract/plan/actions.ts";
import type { Hold } from "../../contract/plan/holds/hold.ts";
import type { Asked } from "../render/holds/asked-lines.ts";
import { isUndecided } from "../render/holds/hold-lines.ts";
import { readWholePlan } from "../session/read-whole-plan.ts";
import type { Session } from "../session/session.ts";

/** What has to be shown with a hold that is to be decided. */
export async function readAsked(session: Pick<Session, "client">, hold: Hold): Promise<Asked> {
  if (!isUndecided(hold)) return {};
  if (hold.kind === "proposal") return { look: await session.client.holds.proposal(hold.id) };
  if (hold.kind !== "plan_review") return {};
  const { approval, todos } = await readWholePlan(session, hold.plan_id);
  return { reviewed: { approval, todos } };
}

/** What whoever looks at a hold can do about it; undefined where a plan has too many open to look at each. */
export async function readHoldActions(
  { client }: Pick<Session, "client">,
  { id, plan_id, todo_id }: Hold,
): Promise<HoldActions | undefined> {
  const { holds } = await client.plans.actions(plan_id, todo_id === null ? {} : { todo_id });
  return holds.find(({ hold_id }) => hold_id === id)?.actions;
}
