import type { QueryDefinition, UpdateDefinition } from "@temporalio/common";
import {
  allHandlersFinished,
  ApplicationFailure,
  condition,
  setHandler,
  upsertMemo,
  workflowInfo,
} from "@temporalio/workflow";
import type { ProofKey } from "../contract/plan/proof.ts";
import type { Problem } from "../contract/problems/problem.ts";
import { say, type Sentence } from "../contract/sentences/sentence.ts";
import { proofProblem } from "./plan/check-proof.ts";
import { readPayload, readTaken, UNREAD_ARGUMENTS, valueIn, type Reading } from "./read-payload.ts";
import { refusal } from "./refusal.ts";
import { now } from "./this-run.ts";
import type { SentCommand } from "./wire/messages.ts";
import type { ProvenMessage } from "./wire/proof.ts";

/** What is kept of something that has a name: as it was saved last. */
interface Saved {
  readonly version: number;
  readonly saved_at: string;
}

/** What the first run is told and each other one carries on. */
export interface KeptRecord<Kept extends Saved> {
  /** What an earlier run kept. */
  readonly kept?: Kept;
  /** By which it knows the API that it takes changes from; everybody's where there are none. */
  readonly proof_keys?: readonly ProofKey[];
  /** When the API sent the last change. */
  readonly sent_at?: string;
}

/** A change may say on which version it was written; 0: there is none yet. */
interface Written {
  readonly after_version?: unknown;
}

interface RecordRules<Kept extends Saved> {
  readonly query: QueryDefinition<Kept | null>;
  readonly save: UpdateDefinition<Kept, SentCommand, ProvenMessage>;
  readonly remove: UpdateDefinition<void, SentCommand, ProvenMessage>;
  /** Whether what was sent is such a thing. Who uses it checks it again. */
  readonly fits: (value: unknown) => boolean;
  /** What a list shows of it, under the name of the memo's field. */
  readonly memo: (kept: Kept) => { readonly [field: string]: object };
  /** What is answered to something else. */
  readonly unfit: string;
  /** That it takes changes from its API only, around the reason why this is none of them. */
  readonly unproven: (why: Sentence) => Sentence;
  /** That somebody else has saved it since; absent where nobody says what it was written on. */
  readonly changed?: (version: number) => Problem;
}

/**
 * Keeps one record: it is saved again and again, each time as its next version, and read until it is
 * deleted. Where it knows its API, it takes changes from nobody else, and none that is older than the
 * last one: who reads Temporal's history could send it again.
 * @param before what anyone may have started the workflow with.
 * @returns what has to be carried into the next run; null once it is deleted.
 */
export async function keepRecord<Kept extends Saved>(
  before: KeptRecord<Kept> | null,
  { query, save, remove, fits, memo, unfit, unproven, changed }: RecordRules<Kept>,
): Promise<KeptRecord<Kept> | null> {
  const { proof_keys = [], ...told } = before ?? {};
  let kept = told.kept ?? null;
  let sentAt = told.sent_at ?? "";
  let deleted = false;
  const toWritten = (reading: Reading): Written => {
    if ("value" in reading && fits(reading.value)) return reading.value as Written;
    throw ApplicationFailure.nonRetryable(unfit, "validation_failed");
  };
  setHandler(query, () => kept);
  setHandler(
    { ...save, typeInfo: UNREAD_ARGUMENTS },
    (raw: unknown, proof?: unknown) => {
      const { after_version: _, ...record } = toWritten(readTaken(raw));
      noteProof(proof);
      const version = versionNow() + 1;
      // Whoever saves what was deleted a moment ago makes it anew.
      deleted = false;
      kept = { ...record, version, saved_at: now() } as Kept;
      upsertMemo(memo(kept));
      return kept;
    },
    {
      // Synchronous on purpose: the SDK drops the promise of an async validator.
      validator: (raw: unknown, proof?: unknown) => {
        const reading = readPayload(raw);
        const written = toWritten(reading);
        assertProven(save.name, reading, proof);
        assertNewest(written);
      },
    },
  );
  setHandler(
    { ...remove, typeInfo: UNREAD_ARGUMENTS },
    (_: unknown, proof?: unknown) => {
      noteProof(proof);
      deleted = true;
    },
    {
      validator: (raw: unknown, proof?: unknown) => {
        const reading = readPayload(raw);
        assertProven(remove.name, reading, proof);
        assertNewest((valueIn(reading) ?? {}) as Written);
      },
    },
  );
  const isOver = (): boolean => deleted || workflowInfo().continueAsNewSuggested;
  do {
    await condition(isOver);
    await condition(allHandlersFinished);
  } while (!isOver());
  if (deleted || kept === null) return null;
  return { kept, ...(proof_keys.length > 0 && { proof_keys, sent_at: sentAt }) };

  function versionNow(): number {
    return deleted ? 0 : (kept?.version ?? 0);
  }

  function noteProof(proof: unknown): void {
    if (proof_keys.length > 0) sentAt = sentOf(readTaken(proof));
  }

  /** @throws ApplicationFailure when a change was written on another version than the one that there is. */
  function assertNewest({ after_version }: Written): void {
    const version = versionNow();
    if (changed === undefined || after_version === undefined || after_version === version) return;
    throw refusal(changed(version));
  }

  /** @throws ApplicationFailure when the change does not come from its API, or is an old one again. */
  function assertProven(message: ProvenMessage, reading: Reading, proof: unknown): void {
    const { workflowId: id } = workflowInfo();
    const said = readPayload(proof);
    const sent = { message, command: valueIn(reading), proof: valueIn(said) };
    const problem = proofProblem({ id, proof_keys }, sent, now(), unproven);
    if (problem !== null) throw refusal(problem);
    if (proof_keys.length === 0 || sentOf(said) >= sentAt) return;
    const detail = unproven(say("older_proof"));
    throw refusal({ code: "unproven_command", detail, hint: say("send_by_api") });
  }
}

/** When the API sent what it proves. */
function sentOf(reading: Reading): string {
  const proof = valueIn(reading) as { readonly at?: unknown } | null | undefined;
  return typeof proof?.at === "string" ? proof.at : "";
}
