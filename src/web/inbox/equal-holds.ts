import type { Choices } from "../../contract/plan/holds/choices.ts";
import type { HoldDetail } from "../../contract/plan/holds/hold.ts";

/** A hold as it was looked at, with what each choice does. */
export interface Looked {
  readonly hold: HoldDetail;
  readonly choices: Choices;
}

/**
 * Holds that would run the same tool with the same arguments stand together, in the order given. What
 * is written in another order counts as different: that costs a click, and the other mistake more.
 */
export function equalHolds(looked: readonly Looked[]): Looked[][] {
  const groups = Map.groupBy(looked, ({ hold }) => {
    const { tool_name, args, input_data, references, output_path } = hold;
    return JSON.stringify([tool_name, args, input_data, references, output_path]);
  });
  return [...groups.values()];
}
