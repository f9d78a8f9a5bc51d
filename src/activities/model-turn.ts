import { ApplicationFailure, Context } from "@temporalio/activity";
import type { ModelAnswer, ModelRequest } from "../contract/model.ts";
import { english, say } from "../contract/sentences/sentence.ts";
import { LIMITS } from "../contract/tables/limits.ts";
import { WORKER_STOPPED } from "../contract/tables/temporal-names.ts";
import type { Json } from "../contract/text.ts";
import type { ModelClient } from "../llm/model-client.ts";
import { ModelFailure } from "../llm/model-failure.ts";
import { digestOf } from "../plan/model/digest.ts";
import type { ArtifactStore } from "../temporal/connection/payloads/artifact-store.ts";
import { startOf } from "../text/cut-text.ts";
import { keptOnce } from "./artifacts.ts";
import { isStopping } from "./tools/tool-activity.ts";

const HEARTBEAT_MS = 1_000;
/** Of a growing answer, as watchers see it: its end. */
const PREVIEW = 500;

export interface ModelTurnDeps {
  readonly artifacts: ArtifactStore;
  /** Null when none is configured. */
  readonly model: ModelClient | null;
}

/**
 * One turn of a model, paid once: its answer is kept under its key before the activity completes, and
 * looked for before anyone is asked. Every attempt of a turn finds what an earlier one has kept.
 *
 * @param change what becomes of an answer before anybody keeps it.
 *
 * What remains: a process that dies after the server began to answer and before the answer is on disk
 * has paid for nothing, and the turn is asked again. So do two attempts at once, which there are only
 * when a worker was silent for longer than its heartbeat timeout and still lives.
 */
export async function modelTurn(
  request: ModelRequest,
  { artifacts, model }: ModelTurnDeps,
  change: (answer: ModelAnswer) => ModelAnswer = (answer) => answer,
): Promise<ModelAnswer> {
  const activity = Context.current();
  let preview = "";
  const beat = setInterval(() => activity.heartbeat({ preview }), HEARTBEAT_MS);
  activity.heartbeat({ preview });
  try {
    // With what was asked: a key that was used for another conversation answers nothing here.
    const name = `turn ${request.turn_key} ${digestOf(request as unknown as Json)}`;
    return await keptOnce(artifacts, name, ask, "A model's answer could not be kept.");
  } finally {
    clearInterval(beat);
  }

  async function ask(): Promise<ModelAnswer> {
    if (model === null) throw toFailure(new ModelFailure(say("model_not_configured"), FINAL));
    try {
      const answer = await model.turn(request, {
        signal: activity.cancellationSignal,
        onText: (text) => (preview = text.slice(-PREVIEW).toWellFormed()),
      });
      return change(answer);
    } catch (error) {
      if (isStopping(activity)) {
        throw ApplicationFailure.retryable("Its worker was told to stop.", WORKER_STOPPED);
      }
      // A cancelled activity must end with the SDK's own error.
      if (activity.cancellationSignal.aborted) await activity.cancelled;
      throw toFailure(error);
    }
  }
}

const FINAL = { type: "api_error", isFinal: true } as const;

/** Told as the rest of the plan's failures: a sentence in the details, our types, and when to come back. */
function toFailure(error: unknown): ApplicationFailure {
  if (error instanceof ModelFailure) {
    const { type, isFinal, retryAfterMs } = error.how;
    return ApplicationFailure.create({
      message: english(error.said),
      type,
      nonRetryable: isFinal,
      details: [error.said],
      ...(retryAfterMs !== undefined && { nextRetryDelay: retryAfterMs }),
    });
  }
  const message = error instanceof Error ? error.message : String(error);
  return ApplicationFailure.create({
    message: startOf(message, LIMITS.error_message),
    type: "api_error",
    // No word of the server's, so a defect: it is the same the next time.
    nonRetryable: true,
  });
}
