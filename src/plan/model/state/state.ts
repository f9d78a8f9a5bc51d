import type { Spent } from "../../../contract/plan/agents/agent.ts";
import type { PlanVersion } from "../../../contract/plan/edit.ts";
import type { LoggedEvent } from "../../../contract/plan/event.ts";
import type { ForkOrigin } from "../../../contract/plan/plan.ts";
import type { Planning } from "../../../contract/plan/planning.ts";
import type { ProofKey } from "../../../contract/plan/proof.ts";
import type { ApprovalPolicy, FailureStrategies } from "../../../contract/plan/todo.ts";
import type { Wording } from "../../../contract/sentences/sentence.ts";
import type {
  ApprovalRule,
  PausePurpose,
  PlanStatus,
  ReplanPolicy,
} from "../../../contract/tables/vocabulary.ts";
import type { JsonObject } from "../../../contract/text.ts";
import type { GoalState } from "./goal.ts";
import type { HoldState } from "./hold.ts";
import type { ReplanState } from "./replan.ts";
import type { SessionState } from "./session.ts";
import type { TodoState } from "./todo-state.ts";

/** Remembers one accepted command, so that its repeat gets the same answer. */
export interface SeenCommand {
  readonly command_id: string;
  /** Digest of what the command said: the same id with other content is refused. */
  readonly fingerprint: string;
  readonly seq: number;
  readonly hold_id?: string;
}

/** A question that came to the orchestrator, and what became of it. */
export interface OrchestratorExchange {
  readonly todo_id: string;
  readonly call_id: string;
  readonly question: string;
  /** What the orchestrator wrote. */
  readonly said: string;
  /** What a person answered, when one was asked. */
  answer: string | null;
}

/** Everything a plan is, as plain JSON: what continue-as-new carries and a replay rebuilds. */
export interface PlanState {
  readonly id: string;
  title: string;
  description: string | null;
  status: PlanStatus;
  version: number;
  owner: string;
  tags: string[];
  max_parallel: number;
  approval: ApprovalRule;
  /** Absent in plans from before there was one. */
  approval_policy?: ApprovalPolicy;
  failure: FailureStrategies;
  replan_policy: ReplanPolicy;
  plan_review: boolean;
  locked: boolean;
  /** The keys of the API that it takes commands from; without any it takes everybody's. */
  proof_keys?: readonly ProofKey[];
  /** Tools that were quick when the plan was made: todos of these may run in segments. */
  quick_tools?: readonly string[];
  /** Tools that said then that what they do cannot be undone. */
  irreversible_tools?: readonly string[];
  /** Tools that ask a person before they run, whatever the plan says; a worker may have said so since. */
  approval_tools?: readonly string[];
  /** Known to nobody else: what runs beside the plan and the plan know each other by it. */
  line_key?: string;
  approval_timeout_seconds: number;
  context: JsonObject;
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  archived_at: string | null;
  /** When somebody said to have read that it failed. */
  acknowledged_at?: string;
  /** What models may cost in all, in US dollars; null when nothing bounds it. */
  budget_usd: number | null;
  /** The same since a person said so at a hold. */
  raised_budget_usd: number | null;
  /** What models have used so far. */
  spent: Spent;
  /** The plan's orchestrator: its turns, and the newest of what it was asked and said. */
  orchestrator: { turns: number; said: OrchestratorExchange[] };
  /** `stays`: also when it is no longer edited. */
  paused: {
    by: string;
    at: string;
    reason?: string;
    purpose?: PausePurpose;
    stays?: true;
  } | null;
  /** How many times it was paused; absent for none. */
  pauses?: number;
  /** Set once the plan is on its way to an early end; running todos have until `grace_until`. */
  ending: { outcome: "cancelled" | "failed"; reason: Wording; grace_until: string } | null;
  ended_because: Wording | null;
  /** In plan order: older `created_at` first, then the order in which they were written. */
  todos: TodoState[];
  /** Number for the next todo that is added without an id. */
  next_todo: number;
  /** How it was planned, as it is shown: seed S1's PlanningState. */
  planning: Planning | null;
  /** What it is for, when todos are planned from a goal. */
  goal: GoalState | null;
  /** What models were and are asked to plan anew; absent until the first time. */
  replan?: ReplanState;
  /** The plan and the moment from which this one was forked. */
  forked_from?: ForkOrigin;
  /** How often todos ran that were removed since; a todo that comes back counts on from there. */
  removed_runs?: Record<string, number>;
  /** What each version changed, oldest first; the first is the plan as it was created. */
  versions: PlanVersion[];
  holds: HoldState[];
  /** How todos had ended that went back since, up to the event that took it back; oldest first. */
  earlier_ends: { readonly todo: TodoState; readonly until: number }[];
  /** Agents' sessions from outside that work on the plan, in the order in which they came. */
  sessions?: readonly SessionState[];
  /** The highest number of a deleted session's prompt: one that comes back counts on from there. */
  deleted_prompts?: number;
  seen: SeenCommand[];
  seq: number;
  /** The newest part of the log; older parts are in `archive`. */
  events: LoggedEvent[];
  archive: { from: number; to: number; artifact: string }[];
}

/** A completed todo whose input may change: it runs again only if its input's digest did. */
export interface Recheck {
  readonly todo_id: string;
  readonly input_digest: string;
}

/** What S4 keeps with each step of a question that went to a person. */
export interface HumanQuery {
  readonly run_id: string;
  readonly task_id: string;
  readonly agent_id: string;
  /** The workflow in which the agent works. */
  readonly node_id: string;
  /** The call by which the agent asked, and from its second attempt on, which attempt that was. */
  readonly message_id: string;
  /** When the question came up. */
  readonly created_at: string;
}
