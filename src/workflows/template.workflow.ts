import {
  allHandlersFinished,
  ApplicationFailure,
  condition,
  continueAsNew,
  setHandler,
  upsertMemo,
  workflowInfo,
} from "@temporalio/workflow";
import type { ProofKey } from "../contract/plan/proof.ts";
import type { Problem } from "../contract/problem.ts";
import { english, say, type Sentence } from "../contract/sentences/sentence.ts";
import type { Template } from "../contract/template.ts";
import { proofProblem } from "./check-proof.ts";
import { deleteTemplateUpdate, saveTemplateUpdate, templateQuery } from "./wire/messages.ts";
import type { ProvenMessage } from "./wire/proof.ts";
import { readPayload, readTaken, UNREAD_ARGUMENTS, type Reading } from "./read-payload.ts";

export interface TemplateWorkflowInput {
  /** What an earlier run kept. */
  readonly kept?: Template;
  /** By which it knows the API that it takes changes from; everybody's where there are none. */
  readonly proof_keys?: readonly ProofKey[];
  /** When the API sent the last change. */
  readonly sent_at?: string;
}

/**
 * Keeps one template until it is deleted. What a template may say is checked by who saves it and by
 * who makes a plan of it; here it is only kept, and who says so is checked as plans do.
 */
export async function templateWorkflow(input: TemplateWorkflowInput = {}): Promise<void> {
  // Anyone can start this by hand with anything.
  const { kept: before = null, proof_keys = [], ...told } = (input as typeof input | null) ?? {};
  let kept = before;
  let sentAt = told.sent_at ?? "";
  let deleted = false;
  setHandler(templateQuery, () => kept);
  setHandler(
    { ...saveTemplateUpdate, typeInfo: UNREAD_ARGUMENTS },
    (raw: unknown, proof?: unknown) => {
      const written = toWritten(readTaken(raw));
      if (written === null) throw notATemplate();
      noteProof(proof);
      const version = (kept?.version ?? 0) + 1;
      kept = { ...written, version, saved_at: new Date().toISOString() };
      const { plan: _, parameters, ...summary } = kept;
      upsertMemo({ template: { ...summary, parameters: parameters.map(({ name }) => name) } });
      return kept;
    },
    {
      // Synchronous on purpose: the SDK drops the promise of an async validator.
      validator: (raw: unknown, proof?: unknown) => {
        const reading = readPayload(raw);
        if (toWritten(reading) === null) throw notATemplate();
        assertProven("save_template", reading, proof);
      },
    },
  );
  setHandler(
    { ...deleteTemplateUpdate, typeInfo: UNREAD_ARGUMENTS },
    (_: unknown, proof?: unknown) => {
      noteProof(proof);
      deleted = true;
    },
    {
      validator: (raw: unknown, proof?: unknown) =>
        assertProven("delete_template", readPayload(raw), proof),
    },
  );
  await condition(() => deleted || workflowInfo().continueAsNewSuggested);
  await condition(allHandlersFinished);
  if (deleted || kept === null) return;
  const so = proof_keys.length > 0 && { proof_keys, sent_at: sentAt };
  await continueAsNew<typeof templateWorkflow>({ kept, ...so });

  function noteProof(proof: unknown): void {
    if (proof_keys.length > 0) sentAt = sentOf(readTaken(proof));
  }

  /** @throws ApplicationFailure when the change does not come from its API, or is an old one again. */
  function assertProven(message: ProvenMessage, reading: Reading, proof: unknown): void {
    const { workflowId: id } = workflowInfo();
    const command = "value" in reading ? reading.value : null;
    const said = readPayload(proof);
    const unproven = (why: Sentence): Sentence => say("unproven_template", { id, why });
    const sent = { message, command, proof: "value" in said ? said.value : null };
    const problem = proofProblem({ id, proof_keys }, sent, new Date().toISOString(), unproven);
    if (problem !== null) throw refusal(problem);
    if (proof_keys.length === 0 || sentOf(said) >= sentAt) return;
    const detail = unproven(say("older_proof"));
    throw refusal({ code: "unproven_command", detail, hint: say("send_by_api") });
  }
}

/** When the API sent what it proves. */
function sentOf(reading: Reading): string {
  const proof = "value" in reading ? (reading.value as { at?: unknown } | null) : null;
  return typeof proof?.at === "string" ? proof.at : "";
}

function refusal(problem: Problem): ApplicationFailure {
  return ApplicationFailure.nonRetryable(english(problem.detail), problem.code, problem);
}

function toWritten(reading: Reading): Omit<Template, "version" | "saved_at"> | null {
  if (!("value" in reading)) return null;
  const { value } = reading;
  if (typeof value !== "object" || value === null) return null;
  const { id, title, parameters, plan } = value as Partial<Template>;
  const fits =
    typeof id === "string" &&
    typeof title === "string" &&
    Array.isArray(parameters) &&
    parameters.every((parameter: unknown) => isNamed(parameter)) &&
    typeof plan === "object" &&
    plan !== null;
  return fits ? (value as Template) : null;
}

function isNamed(parameter: unknown): boolean {
  if (typeof parameter !== "object" || parameter === null) return false;
  return typeof (parameter as { name?: unknown }).name === "string";
}

function notATemplate(): ApplicationFailure {
  return ApplicationFailure.nonRetryable(
    "This is no template. Save templates through the Holdpoint API.",
    "validation_failed",
  );
}
