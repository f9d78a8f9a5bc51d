import type { ErrorType } from "../contract/tables/vocabulary.ts";

/**
 * A failure that a tool names by kind (S0 §7.2). `validation_error` and `critical_error` are not
 * retried; `critical_error` also ends the plan. Anything else a tool throws counts as `api_error`.
 */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly type: ErrorType;

  constructor(type: ErrorType, message: string, options?: ErrorOptions) {
    super(message, options);
    this.type = type;
  }
}
