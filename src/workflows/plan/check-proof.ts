import { workflowInfo } from "@temporalio/workflow";
import { CommandProofSchema, type CommandProof } from "../../contract/plan/proof.ts";
import type { Problem } from "../../contract/problems/problem.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { validateJson } from "../../json/validate-json.ts";
import { isSigned } from "../../plan/model/is-signed.ts";
import { readAs } from "../../plan/model/read-as.ts";
import type { PlanState } from "../../plan/model/state/state.ts";
import { provenText, type ProvenMessage } from "../wire/proof.ts";

/**
 * How long a command may take to its plan. Longer than anybody waits for a worker, and not for ever: a
 * plan remembers its last 2,000 commands, and whoever reads Temporal's history could send an older one again.
 */
const GOOD_FOR_MS = 7 * 24 * 3_600_000;
/** Clocks of two machines differ. */
const AHEAD_MS = 10 * 60_000;
/** A command is a request's body, or has it within. */
const COMMAND_DEPTH = LIMITS.json_depth + 4;

type Told = Pick<PlanState, "id" | "proof_keys">;

/**
 * Why a plan, or a template, does not take a message that came without its API's word, or null where it does.
 * @param unproven the sentence around the reason.
 */
export function proofProblem(
  { id: plan_id, proof_keys = [] }: Told,
  sent: { readonly message: ProvenMessage; readonly command: unknown; readonly proof: unknown },
  now: string,
  unproven: (why: Sentence) => Sentence = (why) => say("unproven", { plan: plan_id, why }),
): Problem | null {
  if (proof_keys.length === 0) return null;
  const { message, command } = sent;
  const refuse = (why: Sentence, hint = say("send_by_api")): Problem => ({
    code: "unproven_command",
    detail: unproven(why),
    hint,
  });
  if (sent.proof === undefined || sent.proof === null) return refuse(say("no_proof"));
  const read = readAs(CommandProofSchema, sent.proof);
  if ("mistakes" in read) return refuse(say("not_a_proof"));
  const proof: CommandProof = read.value;
  const known = proof_keys.find(({ id }) => Object.hasOwn(proof.signatures, id));
  if (known === undefined) return refuse(say("proof_of_unknown_key"));
  // No API signs what is none of its JSON, and a digest of any depth would be a stack overflow.
  if (validateJson(command, COMMAND_DEPTH) !== null) return refuse(say("proof_of_other"));
  const { namespace } = workflowInfo();
  const text = provenText({ namespace, plan_id, message, command, at: proof.at });
  if (!isSigned(text, proof.signatures[known.id]!, known.public_key))
    return refuse(say("proof_of_other"));
  const age = Date.parse(now) - Date.parse(proof.at);
  if (age > GOOD_FOR_MS) return refuse(say("proof_too_old", { made: proof.at }));
  if (age >= -AHEAD_MS) return null;
  return refuse(say("proof_from_ahead", { made: proof.at, time: now }), say("set_clock"));
}
