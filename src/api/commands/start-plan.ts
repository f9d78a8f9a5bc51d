import type { Context } from "hono";
import type { PlanView } from "../../contract/plan/plan.ts";
import { Refusal } from "../../contract/problem-error.ts";
import { loadPlan } from "../../plan/model/plan.ts";
import type { PlanState } from "../../plan/model/state/state.ts";
import { viewPlan } from "../../plan/views/view.ts";
import type { ArtifactStore } from "../../temporal/connection/payloads/artifact-store.ts";
import { planQuery } from "../../workflows/wire/messages.ts";
import type { IdentityDeps } from "../auth/identity.ts";
import { assertApproversDecide } from "../auth/who-decides.ts";
import type { PlanGateway } from "../gateway/plan-gateway.ts";
import { actorOf } from "../http/requests/actor.ts";
import { idempotencyOf, keyReused, planIdOf } from "../http/requests/idempotency.ts";
import { shareArtifacts } from "./files.ts";

/** Todos that the answer to a new plan shows. */
const FIRST_PAGE = { offset: 0, limit: 200 };

/**
 * What a request gives to the plan that it makes. Without an id of its own the plan gets the one
 * that the request's Idempotency-Key stands for, so that a repeat finds it.
 */
export function originOf(
  c: Context,
  deps: { readonly newId: () => string; readonly now: () => string },
  id?: string,
): { id: string; owner: string; at: string } {
  return { id: id ?? planIdOf(c) ?? deps.newId(), owner: actorOf(c).name, at: deps.now() };
}

/** A new plan as it begins. */
export function viewAtStart(state: PlanState): PlanView {
  return viewPlan(loadPlan(state), FIRST_PAGE);
}

/**
 * Starts a plan and shows it as it begins; it is durable when this resolves. When the same request
 * with the same Idempotency-Key started it before, shows it as it is now.
 */
export async function startPlan(
  c: Context,
  {
    plans,
    artifacts,
    ...identity
  }: Pick<IdentityDeps, "keys" | "now"> & {
    readonly plans: Pick<PlanGateway, "start" | "startedBy" | "query">;
    readonly artifacts: ArtifactStore;
  },
  state: PlanState,
): Promise<PlanView> {
  const key = idempotencyOf(c);
  c.header("location", `/v1/plans/${state.id}`);
  await assertApproversDecide(identity, state);
  await shareArtifacts(artifacts, state);
  try {
    await plans.start(state, key?.request);
    return viewAtStart(state);
  } catch (error) {
    const exists = error instanceof Refusal && error.problem.code === "plan_exists";
    if (!exists || key === undefined) throw error;
    if ((await plans.startedBy(state.id)) !== key.request) {
      throw state.id === planIdOf(c) ? keyReused() : error;
    }
    c.header("idempotent-replayed", "true");
    return plans.query(state.id, planQuery, FIRST_PAGE);
  }
}
