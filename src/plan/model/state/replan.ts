import type { ReplanCause } from "../../../contract/plan/holds/proposal.ts";
import type { ModelCall } from "../../../contract/plan/planning.ts";
import type { ProblemDetail } from "../../../contract/problems/problem.ts";
import type { Wording } from "../../../contract/sentences/sentence.ts";
import type { TodoStatus } from "../../../contract/tables/vocabulary.ts";

/** Why a model is asked, and how the todo had ended then: with another end the question is over. */
export interface CauseState extends Omit<ReplanCause, "feedback"> {
  /** What a person said, or a sentence about it. */
  readonly feedback: Wording | null;
  readonly ended_seq: number | null;
}

/** What a plan keeps of planning anew. */
export interface ReplanState {
  /** Which turn of a model is going on, or was the last. */
  turn: number;
  /** What is still to be thought about; the first of them now. */
  waiting: readonly CauseState[];
  /** What the model wrote about the first and what is wrong with it, while it may mend that. */
  refused: { readonly draft: string; readonly mistakes: readonly ProblemDetail[] } | null;
  calls: readonly ModelCall[];
  /** How many proposals were applied since a person decided one. */
  applied: number;
}

/** Of a plan that was never planned anew. */
export const NEVER_REPLANNED: ReplanState = {
  turn: 1,
  waiting: [],
  refused: null,
  calls: [],
  applied: 0,
};

/** What of a plan decides whether its causes still stand. */
interface Told {
  readonly todos: ReadonlyMap<
    string,
    {
      readonly status: TodoStatus;
      readonly in_review: boolean;
      readonly ended_seq?: number;
      readonly asks_recovery?: boolean;
    }
  >;
}

/** Whether what a model was asked about is still so. */
export function stillStands(
  { todos }: Told,
  { kind, todo_id, ended_seq }: Pick<CauseState, "kind" | "todo_id" | "ended_seq">,
): boolean {
  if (kind === "request") return true;
  const todo = todos.get(todo_id ?? "");
  if (todo === undefined || todo.ended_seq !== ended_seq) return false;
  return kind === "review"
    ? todo.status === "completed" && todo.in_review
    : todo.status === "failed" && todo.asks_recovery === true;
}

interface Thinking extends Told {
  readonly state: { readonly replan?: ReplanState };
  readonly proposals: ReadonlyMap<string, { readonly proposal: { readonly cause: CauseState } }>;
}

/** Whether a model is at a failed todo, or a person at what it proposed about it. */
export function isReplanned(plan: Thinking, todoId: string): boolean {
  const isAbout = (cause: CauseState): boolean =>
    cause.todo_id === todoId && cause.kind !== "review" && stillStands(plan, cause);
  return (
    (plan.state.replan?.waiting.some(isAbout) ?? false) ||
    [...plan.proposals.values()].some(({ proposal }) => isAbout(proposal.cause))
  );
}
