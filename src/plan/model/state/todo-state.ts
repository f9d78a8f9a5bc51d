import type { ModelUsage } from "../../../contract/model.ts";
import type {
  AgentCall,
  AgentProgress,
  AgentQuestion,
  AgentReply,
  RaisedLimits,
} from "../../../contract/plan/agents/agent.ts";
import type { Skip, Todo } from "../../../contract/plan/todo.ts";
import type { Sentence, Wording } from "../../../contract/sentences/sentence.ts";
import type { Json } from "../../../contract/text.ts";
import type { Work } from "../work.ts";

/** What `wire.ts` makes of the plan and the work when a todo is shown. */
type OnlyShown =
  | "plan_id"
  | "blocks"
  | "kind"
  | "tool_name"
  | "tool_params"
  | "task_queue"
  | "agent_name"
  | "agent"
  | "input_request"
  | "overdue"
  | "progress_message"
  | "progress_message_said"
  | "error_message_said";

/** A skip as the plan keeps it: its reason in somebody's own words, or as a sentence. */
export type SkipState = Omit<Skip, "reason" | "reason_said"> & { readonly reason: Wording | null };

/** What a todo gave. Whoever makes one says what in it stands by reference, and nobody else can. */
export interface Result {
  readonly result: Json;
  readonly references: string[];
}

/** What an agent has done on its todo, and what its plan has told it that it may not have heard. */
export interface AgentState extends AgentProgress {
  /** Whether it waits to go on with another turn. */
  goes_on: boolean;
  /** Which attempt the newest turn was of, and what each turn of the run used that is counted. */
  attempt: number;
  paid: readonly ModelUsage[];
  /** What the present run has cost, and may cost by the agent's definition. */
  run_cost_usd: number;
  cost_limit_usd: number | null;
  /** Calls of the newest turn about which people are still to be asked. */
  calls: readonly AgentCall[];
  /** What the newest turn asked that nobody has answered. */
  questions: readonly AskedQuestion[];
  /** What the run may cost since a person said so. */
  raised_limit_usd: number | null;
  /** How many turns and tokens a run may use by the agent's definition, … */
  limits?: { readonly turns: number; readonly tokens: number | null };
  /** … and since a person said so. */
  raised?: RaisedLimits;
  /** For how many seconds it had worked when its time was over. */
  time_over?: number;
  /** The newest turn after whose countdown the agent went on. */
  continued_turn?: number;
  /** Answers to the newest turn's calls and questions. */
  replies: readonly AgentReply[];
}

/** A question of an agent that is open. */
export interface AskedQuestion extends AgentQuestion {
  readonly created_at: string;
  /** What a person is to be asked; null while the orchestrator looks for the answer. */
  readonly human: string | null;
  /** The hold that asks. */
  readonly hold_id: string | null;
  /** The question where the plan itself asks how the agent goes on: no words, and it goes on as it is. */
  readonly said?: Sentence;
}

/** A todo as the plan keeps it. */
export type TodoState = Omit<Todo, OnlyShown | "error_message" | "skipped"> & {
  work: Work;
  agent: AgentState | null;
  error_message: Wording | null;
  skipped: SkipState | null;
  /** What the todo's input was when it completed, while it waits to see whether that changed. */
  kept_digest?: string;
  /** What of the approved arguments stands by reference. */
  approved_references?: string[];
  /** At work under an approval that is no longer enough: if it stops before it has finished, it has to be approved again. */
  approval_lapsed?: true;
  /** Told to stop by who skips it: once it has stopped, it is skipped. */
  skipping?: { readonly by: string; readonly reason: Wording; readonly skip: SkipState };
  /** Told to stop by who does not want to pay more: once it has stopped, it has failed. */
  stopping?: { readonly by: string; readonly message: Wording };
  /** Told to stop by a pause: it starts again later. */
  interrupted?: boolean;
  /** Which attempt of its run it is at, while it runs. */
  attempt?: number;
  /** The first attempt since a person, or the end of a pause, had the run go on; none for its very first. */
  first_attempt?: number;
  /**
   * Its last attempt ended, and nobody knows how far its work came: a start with the same input is another
   * attempt of that run, not another run.
   */
  unfinished?: { readonly run: number; readonly attempt: number; readonly digest: string };
  /** Between two attempts: when the next one begins, and its number. */
  next_attempt?: { at: string; attempt: number };
  /** Its result is there and is being written to its `output_path`: then it is complete. */
  delivered?: { readonly by: string; readonly note?: string } & Result;
  /** Failed without a start, for what failed before it. */
  upstream_failed?: boolean;
  /** Failed, and a person is still to be asked how to go on. */
  asks_recovery?: boolean;
  /** With which of its ends a model was asked to plan anew, how often, and why nothing came of it. */
  replanned?: { readonly of: number | undefined; readonly times: number; came_to: Wording | null };
  /** The due time of which people were reminded that it comes, and that it is over. */
  warned_of?: string;
  reminded_of?: string;
  /** Sequence number of the event that completed the todo. */
  ended_seq?: number;
};
