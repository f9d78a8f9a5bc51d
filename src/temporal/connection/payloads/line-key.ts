import { randomBytes } from "node:crypto";
import type { ProofKey } from "../../../contract/plan/proof.ts";

const BYTES = 32;

/**
 * A plan that takes commands only from the API with these keys, and reports only from its own workflows.
 * The key of that line is made here and not in the plan: what a workflow calls random follows from the id
 * of its run, which everybody can read.
 */
export function toldApart<State extends object>(
  state: State,
  proof_keys: readonly ProofKey[],
): State & { proof_keys: readonly ProofKey[]; line_key: string } {
  return { ...state, proof_keys, line_key: randomBytes(BYTES).toString("hex") };
}
