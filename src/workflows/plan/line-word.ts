import { LineWordSchema, type LineWord } from "../../contract/plan/proof.ts";
import type { AttemptKey } from "../../plan/model/commands.ts";
import { digestOf } from "../../plan/model/digest.ts";
import { readAs } from "../../plan/model/read-as.ts";
import type { PlanState } from "../../plan/model/state/state.ts";

type Told = Pick<PlanState, "line_key" | "seq">;

/**
 * By what a plan and the workflow of this attempt know each other, or undefined where the plan believes
 * anybody. Each attempt has a word of its own, so that one tells nothing of another's.
 */
export function lineWord({ line_key, seq }: Told, about: AttemptKey): LineWord | undefined {
  if (line_key === undefined) return undefined;
  const { todo_id, run, attempt } = about;
  return { word: digestOf({ line_key, todo_id, run, attempt }), seq };
}

/** Whether a report comes from the workflow of the attempt that it is about. @param beside what came with it. */
export function isFromItsWorkflow(plan: Told, about: AttemptKey, beside: unknown): boolean {
  const known = lineWord(plan, about);
  if (known === undefined) return true;
  const read = readAs(LineWordSchema, beside);
  return "value" in read && read.value.word === known.word;
}
