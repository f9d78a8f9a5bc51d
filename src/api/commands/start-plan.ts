import type { Context } from "hono";
import type { PlanView } from "../../contract/plan/plan.ts";
import { Refusal } from "../../contract/problems/problem-error.ts";
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
 * with the same Idempotency-Key started it before, shows it as it is now, whatever has changed since of what it was made of.
 * @param id the plan's.
 * @param make the state with which it begins. @throws Refusal
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
  id: string,
  make: () => PlanState | Promise<PlanState>,
): Promise<PlanView> {
  const key = idempotencyOf(c);
  const at = `/v1/plans/${id}`;
  try {
    const state = await make();
    await assertApproversDecide(identity, state);
    await shareArtifacts(artifacts, state);
    await plans.start(state, key?.request);
    c.header("location", at);
    return viewAtStart(state);
  } catch (error) {
    const isFinal = error instanceof Refusal && error.retryAfter === undefined;
    if (!isFinal || key === undefined) throw error;
    const startedBy = await plans.startedBy(id).catch(unlessRefused);
    if (startedBy !== key.request) {
      const isTaken = startedBy !== undefined || error.problem.code === "plan_exists";
      throw isTaken && id === planIdOf(c) ? keyReused() : error;
    }
    c.header("location", at);
    c.header("idempotent-replayed", "true");
    return plans.query(id, planQuery, FIRST_PAGE);
  }
}

/** Where that cannot be known, or there is no such plan, the first refusal counts. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}
