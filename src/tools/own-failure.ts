import { english, type Sentence } from "../contract/sentences/sentence.ts";
import type { ErrorType } from "../contract/tables/vocabulary.ts";
import { ToolError } from "./tool-error.ts";

/** A failure around a tool and not of its own making: a sentence that everyone reads in their language. */
export class OwnFailure extends ToolError {
  readonly said: Sentence;

  constructor(said: Sentence, type: ErrorType = "validation_error", options?: ErrorOptions) {
    super(type, english(said), options);
    this.said = said;
  }
}
