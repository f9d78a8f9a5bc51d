import {
  allHandlersFinished,
  ApplicationFailure,
  condition,
  setHandler,
  upsertMemo,
  workflowInfo,
} from "@temporalio/workflow";
import type { QueryDefinition, UpdateDefinition } from "@temporalio/common";
import { readPayload, readTaken, UNREAD_ARGUMENTS, type Reading } from "./read-payload.ts";

/** What is kept of something that has a name: as it was saved last. */
interface Saved {
  readonly version: number;
  readonly saved_at: string;
}

interface Record<Kept extends Saved> {
  readonly query: QueryDefinition<Kept | null>;
  readonly save: UpdateDefinition<Kept, [unknown]>;
  readonly remove: UpdateDefinition<void>;
  /** What was sent, when it is such a thing. Who uses it checks it again. */
  readonly read: (reading: Reading) => Omit<Kept, keyof Saved> | null;
  /** What a list shows of it, under the name of the memo's field. */
  readonly memo: (kept: Kept) => { readonly [field: string]: object };
  /** What is answered to something else. */
  readonly refusal: string;
}

/**
 * Keeps one record: it is saved again and again, each time as its next version, and read until it is
 * deleted.
 * @returns what has to be carried into the next run; null once it is deleted.
 */
export async function keepRecord<Kept extends Saved>(
  before: Kept | null,
  { query, save, remove, read, memo, refusal }: Record<Kept>,
): Promise<Kept | null> {
  let kept = before;
  let deleted = false;
  const unfit = (): ApplicationFailure =>
    ApplicationFailure.nonRetryable(refusal, "validation_failed");
  setHandler(query, () => kept);
  setHandler(
    { ...save, typeInfo: UNREAD_ARGUMENTS },
    (raw) => {
      const written = read(readTaken(raw));
      if (written === null) throw unfit();
      const version = (kept?.version ?? 0) + 1;
      kept = { ...written, version, saved_at: new Date().toISOString() } as Kept;
      upsertMemo(memo(kept));
      return kept;
    },
    {
      // Synchronous on purpose: the SDK drops the promise of an async validator.
      validator: (raw) => {
        if (read(readPayload(raw)) === null) throw unfit();
      },
    },
  );
  setHandler(remove, () => {
    deleted = true;
  });
  await condition(() => deleted || workflowInfo().continueAsNewSuggested);
  await condition(allHandlersFinished);
  return deleted ? null : kept;
}
