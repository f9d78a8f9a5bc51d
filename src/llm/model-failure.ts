import { english, type Sentence } from "../contract/sentences/sentence.ts";
import type { ErrorType } from "../contract/tables/vocabulary.ts";

/** Why a turn has no answer, and whether asking again can help. */
export class ModelFailure extends Error {
  override readonly name = "ModelFailure";
  readonly said: Sentence;
  readonly how: Why;

  constructor(said: Sentence, how: Why) {
    super(english(said));
    this.said = said;
    this.how = how;
  }
}

interface Why {
  readonly type: ErrorType;
  /** Asking the same again is answered the same. */
  readonly isFinal: boolean;
  /** When the server wants to be asked again. */
  readonly retryAfterMs?: number | undefined;
}
