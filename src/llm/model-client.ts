import type { ModelAnswer, ModelRequest } from "../contract/model.ts";

export interface TurnOptions {
  /** Aborts the turn. */
  readonly signal: AbortSignal;
  /** Told of the answer's text as it grows. */
  readonly onText?: (text: string) => void;
}

/** Whoever answers turns: a model behind a server, or a script. */
export interface ModelClient {
  /**
   * Asks for one turn, once.
   * @throws ModelFailure when there is no answer; the signal's reason when it was aborted.
   */
  turn(request: ModelRequest, options: TurnOptions): Promise<ModelAnswer>;
}
