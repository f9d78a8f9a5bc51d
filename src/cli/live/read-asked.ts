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
