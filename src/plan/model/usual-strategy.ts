import {
  FAILURE_STRATEGIES,
  type ErrorType,
  type FailureStrategy,
} from "../../contract/tables/vocabulary.ts";

/**
 * What a failure of a kind does where nobody has written what it does: S0's strategies, but that a
 * person is asked before what nobody can undo is perhaps done twice.
 */
export function usualStrategy(type: ErrorType, isIrreversible: boolean): FailureStrategy {
  return type === "timeout" && isIrreversible ? { action: "MANUAL" } : FAILURE_STRATEGIES[type];
}
