import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { createCommandProofs, type ProofSeed } from "../../src/api/gateway/command-proofs.ts";
import { createGateways } from "../../src/api/gateway/gateways.ts";
import type { NewPlanInput, PlanView } from "../../src/contract/plan/plan.ts";
import type { ApiHarness } from "./api-harness.ts";
import { createKeyedApi, type KeyedApi } from "./keyed-api.ts";

export interface SigningApi {
  readonly keyed: KeyedApi;
  /** The texts of two people's keys: who decides, and who plans. */
  readonly kim: string;
  readonly ops: string;
  post(key: string, path: string, body?: object): Promise<Response>;
  create(plan: NewPlanInput): Promise<PlanView>;
}

export const newProofSeed = (id: string): ProofSeed => ({
  id,
  seed: randomBytes(32).toString("base64"),
});

/** An API with keys for its callers, which signs with these. */
export async function createSigningApi(
  api: ApiHarness,
  ...seeds: readonly ProofSeed[]
): Promise<SigningApi> {
  const proofs = createCommandProofs(seeds, () => keyed.keys.inUse());
  const gateways = createGateways(api.client, api.taskQueue, { proofs });
  const keyed = createKeyedApi(api.deps, gateways);
  const kim = (await keyed.add("kim", "approver")).written;
  const ops = (await keyed.add("ops", "operator")).written;
  const post: SigningApi["post"] = (key, path, body = {}) => keyed.as(key, "POST", path, body);
  return {
    keyed,
    kim,
    ops,
    post,
    async create(plan) {
      const response = await post(ops, "/v1/plans", plan);
      expect(response.status, await response.clone().text()).toBe(201);
      return (await response.json()) as PlanView;
    },
  };
}
