import type { InputRequest } from "../../contract/plan/todo.ts";
import type { ErrorType, WorkKind } from "../../contract/tables/vocabulary.ts";
import type { JsonObject } from "../../contract/text.ts";

/** What a todo's work is, with what only this kind of work has. */
export type Work =
  | {
      readonly kind: "tool";
      readonly tool_name: string;
      readonly tool_params: JsonObject;
      /** Workers of another queue run it when this is set. */
      readonly task_queue: string | null;
    }
  /** An agent works on it in a conversation with its model; its last words are the result. */
  | {
      readonly kind: "agent";
      readonly agent_name: string;
    }
  /** A person answers; the answer is the result. */
  | { readonly kind: "question"; readonly request: InputRequest }
  /** A person does it and says so. */
  | { readonly kind: "manual" }
  /** Nothing to do. */
  | { readonly kind: "milestone" };

/** The tool that does it, if one does. */
export function toolOf(work: Work): string | null {
  return work.kind === "tool" ? work.tool_name : null;
}

interface WorkRules {
  /** What completes it: a worker's report, a person's answer or word, or its mere start. */
  readonly completedBy: "report" | "answer" | "person" | "start";
}

/** What each kind of work needs to be done. */
export const WORK: Readonly<Record<WorkKind, WorkRules>> = {
  tool: { completedBy: "report" },
  agent: { completedBy: "report" },
  question: { completedBy: "answer" },
  manual: { completedBy: "person" },
  milestone: { completedBy: "start" },
};

/** Whether work is given arguments: only what a worker does is. */
export function takesArguments(kind: WorkKind): boolean {
  return WORK[kind].completedBy === "report";
}

/** Whether a failed todo is asked about its arguments (S0 §7.2: `request_input`). */
export function asksForArguments(kind: WorkKind, error: ErrorType | null): boolean {
  return error === "validation_error" && takesArguments(kind);
}
