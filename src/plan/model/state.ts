import { english, spelled, type Wording } from "../../contract/sentences/sentence.ts";
import type { PlanChanges, PlanVersion, TodoChange } from "../../contract/plan/edit.ts";
import type { Decision } from "../../contract/plan/hold.ts";
import type {
  HoldAction,
  HoldActionEvent,
  HoldActionInputs,
} from "../../contract/plan/hold-actions.ts";
import type {
  AgentCall,
  AgentProgress,
  AgentQuestion,
  AgentReply,
  AgentReport,
  AgentStep,
  Spent,
} from "../../contract/plan/agent.ts";
import type { ModelUsage } from "../../contract/model.ts";
import type { ProblemDetail } from "../../contract/problem.ts";
import type { LoggedEvent } from "../../contract/plan/event.ts";
import type { ModelCall, Planning } from "../../contract/plan/planning.ts";
import type { ForkOrigin } from "../../contract/plan/plan.ts";
import type { ProofKey } from "../../contract/plan/proof.ts";
import type { Json, JsonObject } from "../../contract/text.ts";
import type { FailureStrategies, Skip, Todo } from "../../contract/plan/todo.ts";
import type {
  ApprovalRule,
  ContinuationCancel,
  ContinuationSkip,
  ErrorType,
  PauseMode,
  PausePurpose,
  PlanStatus,
  ReplanCauseKind,
  ReplanPolicy,
  TimeoutAction,
} from "../../contract/tables/vocabulary.ts";
import { viewReport, type GoalReport, type GoalState } from "./goal.ts";
import { viewDeciding, type DecidingState, type HoldState, type LineState } from "./hold.ts";
import type { ReplanState } from "./replan.ts";
import type { Countdown, PromptState, SessionState, Tally } from "./session.ts";
import type { Work } from "./work.ts";

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
  /** Told to stop by who skips it: once it has stopped, it is skipped. */
  skipping?: { readonly by: string; readonly reason: Wording; readonly skip: SkipState };
  /** Told to stop by who does not want to pay more: once it has stopped, it has failed. */
  stopping?: { readonly by: string; readonly message: Wording };
  /** Told to stop by a pause: it starts again later. */
  interrupted?: boolean;
  /** Which attempt of its run it is at, while it runs. */
  attempt?: number;
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
  failure: FailureStrategies;
  replan_policy: ReplanPolicy;
  plan_review: boolean;
  locked: boolean;
  /** The keys of the API that it takes commands from; without any it takes everybody's. */
  proof_keys?: readonly ProofKey[];
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
  paused: { by: string; at: string; reason?: string; purpose?: PausePurpose } | null;
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
  /** The call by which the agent asked. */
  readonly message_id: string;
  /** When the question came up. */
  readonly created_at: string;
}

/** What the orchestrator's turn was about, what it wrote, and what that used. */
export interface OrchestratorSaid {
  readonly call_id: string;
  readonly asked: string;
  readonly said: string;
  /** Null when no model answered. */
  readonly usage: ModelUsage | null;
}

/** A turn of an agent, as its workflow told it. */
export type AgentTurn = Omit<AgentReportOf<"agent_turn">, "type" | "todo_id">;
type AgentReportOf<Type extends AgentReport["type"]> = Extract<AgentReport, { type: Type }>;

interface EventOf<Type extends LoggedEvent["type"], Data> {
  readonly type: Type;
  readonly by: string;
  readonly data: Data;
}
interface TodoEventOf<Type extends LoggedEvent["type"], Data> extends EventOf<Type, Data> {
  readonly todo_id: string;
}
interface HoldEventOf<Type extends LoggedEvent["type"], Data> extends EventOf<Type, Data> {
  readonly hold_id: string;
  readonly todo_id?: string;
}

/** About planning anew, and about the todo that is its reason. */
interface ReplanEventOf<Type extends LoggedEvent["type"], Data> extends EventOf<Type, Data> {
  readonly todo_id?: string;
}
/** Which request it answers, by the sequence number of its event. */
interface Asked {
  readonly request: number;
}

interface SessionEventOf<Type extends LoggedEvent["type"], Data> extends EventOf<
  Type,
  Data & { readonly session_id: string }
> {}

/** What a command's event keeps of the command. */
export interface CommandStamp {
  readonly command_id: string;
  readonly fingerprint: string;
}

/** A fact about a plan, before it has its place in the log. */
export type EventBody =
  | EventOf<"plan.created", { title: string; todo_count: number; forked_from?: ForkOrigin }>
  /** What the planner wrote is no plan; it is told why, once. */
  | EventOf<
      "plan.draft_refused",
      { turn: number; call: ModelCall; draft: string; mistakes: ProblemDetail[] }
    >
  /** A person is asked how to go on. */
  | EventOf<
      "plan.planning_stopped",
      { turn: number; call: ModelCall | null; question: Wording; planning: Planning }
    >
  | EventOf<
      "plan.planned",
      {
        turn: number;
        call: ModelCall;
        title: string;
        max_parallel: number;
        todos: TodoState[];
        next_todo: number;
        planning: Planning;
      }
    >
  | EventOf<"plan.report_requested", { turn: number }>
  /** The plan went on meanwhile. */
  | EventOf<"plan.report_dropped", { turn: number; call: ModelCall | null }>
  | EventOf<"plan.reported", { call: ModelCall | null; report: GoalReport }>
  /** A model is to plan anew. */
  | ReplanEventOf<
      "plan.replan_requested",
      Partial<CommandStamp> & {
        kind: ReplanCauseKind;
        feedback: string | null;
        ended_seq: number | null;
      }
    >
  /** What the model wrote is no proposal; it is told why, once. */
  | ReplanEventOf<
      "plan.replan_refused",
      Asked & { turn: number; call: ModelCall; draft: string; mistakes: ProblemDetail[] }
    >
  | ReplanEventOf<
      "plan.replan_proposed",
      Asked & {
        turn: number;
        call: ModelCall;
        summary: string;
        lines: readonly LineState[];
        /** The plan's policy takes it without a person. */
        applied: boolean;
      }
    >
  /** The model sees nothing to change. */
  | ReplanEventOf<
      "plan.replan_unchanged",
      Asked & { turn: number; call: ModelCall; summary: string }
    >
  /** No proposal came: a person goes on without. */
  | ReplanEventOf<
      "plan.replan_failed",
      Asked & { turn: number; call: ModelCall | null; message: Wording }
    >
  /** What it was about is not so any more. */
  | ReplanEventOf<"plan.replan_dropped", Asked & { turn: number; call: ModelCall | null }>
  | EventOf<"plan.started", Record<never, never>>
  | EventOf<
      "plan.paused",
      CommandStamp & { reason?: string; mode?: PauseMode; purpose?: PausePurpose }
    >
  | EventOf<
      "plan.resumed",
      CommandStamp & {
        reason?: string;
        /** When open holds end now, by id. */
        deadlines: Readonly<Record<string, string>>;
      }
    >
  | EventOf<
      "plan.cancel_requested",
      Partial<CommandStamp> & { reason: Wording; grace_until: string }
    >
  | EventOf<"plan.abort_requested", { reason: Wording; grace_until: string }>
  | EventOf<
      "plan.edited",
      Partial<CommandStamp> & {
        version: number;
        change_type: "edit" | "undo" | "rollback" | "restore";
        of_version: number | null;
        /** Todos that a restore sends back to the start. */
        reset?: readonly string[];
        /** Todos that a restore ends again as they had ended at this moment of the log. */
        ended_at?: { readonly seq: number; readonly todos: readonly string[] };
        /** Whether a restore goes back to before the plan's approval. */
        unreviewed?: boolean;
        reason: string | null;
        changes: PlanChanges;
        next_todo: number;
      }
    >
  | TodoEventOf<"todo.interrupted", Record<never, never>>
  | TodoEventOf<
      "todo.attempt_failed",
      { error_type: ErrorType; message: Wording; attempt: number; retry_at: string }
    >
  /** The worker was told to stop, and the attempt may be made again without being counted. */
  | TodoEventOf<"todo.attempt_requeued", { attempt: number }>
  | TodoEventOf<"todo.attempt_started", { run: number; attempt: number }>
  | TodoEventOf<"todo.retried", Partial<CommandStamp> & { reason?: string }>
  | TodoEventOf<"todo.rerun", CommandStamp & { reason?: string; recheck: readonly Recheck[] }>
  | TodoEventOf<"todo.kept", Record<never, never>>
  | EventOf<"plan.completed", { reason?: Wording }>
  | EventOf<"plan.failed", { reason: Wording }>
  | EventOf<"plan.cancelled", { reason: Wording }>
  /** The plan goes on: what its end cancelled waits again. */
  | EventOf<"plan.reopened", Record<never, never>>
  | EventOf<
      "plan.archived" | "plan.unarchived" | "plan.acknowledged",
      CommandStamp & { reason?: string }
    >
  | TodoEventOf<"todo.started", { run: number }>
  /** It is ready, and a person is to do it. */
  | TodoEventOf<"todo.offered", { assignee: string | null; due_at: string | null }>
  | TodoEventOf<"todo.claimed", Partial<CommandStamp> & { run: number; reason?: string }>
  | TodoEventOf<"todo.released", Partial<CommandStamp> & { reason?: string }>
  /** Most of its time is over. Nothing follows from that. */
  | TodoEventOf<"todo.due_soon", { assignee: string | null; due_at: string }>
  /** Its time is over. Nothing follows from that. */
  | TodoEventOf<"todo.overdue", { assignee: string | null; due_at: string }>
  /** Its result is there, and is being written. */
  | TodoEventOf<"todo.delivered", Partial<CommandStamp> & Result & { note?: string }>
  | TodoEventOf<"todo.completed", Partial<CommandStamp> & Result & { note?: string }>
  | TodoEventOf<
      "todo.failed",
      Partial<CommandStamp> & {
        error_type: ErrorType;
        message: Wording;
        /** How many attempts the run had. */
        attempts: number;
        /** A person is asked how to go on. */
        asks: boolean;
      }
    >
  | TodoEventOf<"todo.skipped", Partial<CommandStamp> & { reason: Wording; skip: SkipState }>
  /** It is running, and is skipped when it has stopped. */
  | TodoEventOf<"todo.skip_requested", CommandStamp & { reason: Wording; skip: SkipState }>
  /** It may run again, since what it was skipped because of may. */
  | TodoEventOf<"todo.reopened", Record<never, never>>
  /** An agent's model has answered; what follows from it is told beside it. */
  | TodoEventOf<"agent.turn", AgentTurn>
  /** The orchestrator has answered an agent's question by what the plan knows. */
  | TodoEventOf<
      "agent.answered",
      OrchestratorSaid & { answer: string; citations: readonly string[] }
    >
  /** The orchestrator wrote what looks like a question to a person and is none. */
  | TodoEventOf<"agent.mark_ignored", { call_id: string; text: string }>
  | TodoEventOf<"human_query_requested", HumanQuery & OrchestratorSaid & { question: string }>
  | TodoEventOf<"human_query_answered", HumanQuery & { answer: string }>
  | TodoEventOf<"task_resumed_after_human_query", HumanQuery>
  /** An agent that stopped with steps left goes on in so many seconds. */
  | TodoEventOf<"agent.countdown", { seconds: number; left: number; agent: string }>
  | TodoEventOf<"agent.transcript_kept", { run: number; attempt: number; transcript: string }>
  | TodoEventOf<"todo.cancelled", { reason: Wording; error_type?: ErrorType }>
  | HoldEventOf<"hold.requested", { hold: HoldState }>
  /** A decision that takes effect when its grace time is over. */
  | HoldEventOf<"hold.deciding", CommandStamp & { deciding: DecidingState; digest: string }>
  | HoldEventOf<"hold.decided", Partial<CommandStamp> & { decision: Decision; digest: string }>
  | HoldEventOf<
      Exclude<HoldActionEvent, "hold.withdrawn" | "hold.undone">,
      CommandStamp & {
        /** What of the hold is different now. */
        change: Partial<Pick<HoldState, "assignee" | "deadline_at" | "remaining_ms">>;
        reason?: string;
      } & Partial<HoldActionInputs[HoldAction]>
    >
  /** Most of its time is over, and nobody has decided. */
  | HoldEventOf<"hold.due_soon", { deadline_at: string }>
  /** The hold asks again: who decided took it back, or the plan cannot do it any more. */
  | HoldEventOf<
      "hold.undone",
      Partial<CommandStamp> & { change: { deciding: null }; reason?: Wording }
    >
  | HoldEventOf<"hold.expired", { action: Exclude<TimeoutAction, "wait"> }>
  | HoldEventOf<"hold.stale", { reason: Wording }>
  | HoldEventOf<"hold.withdrawn", Partial<CommandStamp> & { reason: Wording }>
  | SessionEventOf<
      "session.registered",
      CommandStamp &
        Pick<SessionState, "assignee" | "agent" | "tools" | "language"> & {
          session_type: SessionState["type"];
        }
    >
  | SessionEventOf<
      "session.changed",
      Partial<CommandStamp> & {
        cause: string;
        change: Partial<
          Pick<
            SessionState,
            "agent" | "tools" | "recovering" | "last_error_at" | "background_tasks"
          >
        >;
      }
    >
  /** It has claimed a todo, which is its own until this moment. */
  | SessionEventOf<"session.leased", { todo_id: string; run: number; until: string }>
  | SessionEventOf<"session.renewed", CommandStamp & { until: string; note?: string }>
  /** Nothing was heard of it: the todo that it held is given back. */
  | SessionEventOf<"session.lease_expired", { lost: string }>
  | SessionEventOf<"session.deleted", Partial<CommandStamp>>
  /** It stopped with todos left, and is told to go on in so many seconds. */
  | SessionEventOf<"continuation.countdown", Partial<CommandStamp> & Countdown & Tally>
  | SessionEventOf<"continuation.injected", { prompt: PromptState }>
  | SessionEventOf<"continuation.acknowledged", CommandStamp & { prompt_id: string }>
  | SessionEventOf<
      "continuation.cancelled",
      Partial<CommandStamp> & { cause: ContinuationCancel; prompt_id?: string }
    >
  | SessionEventOf<"continuation.skipped", Partial<CommandStamp> & { why: ContinuationSkip }>
  | EventOf<
      "command.refused",
      {
        command: string;
        code: string;
        detail: Wording;
        /** As its sender named it. */
        command_id?: string;
      }
    >;

export type PlanEvent = EventBody & { readonly seq: number; readonly at: string };

/** What the log keeps of an event: results and arguments stay with their todo and hold. */
export function toLogged(event: PlanEvent): LoggedEvent {
  const { data, ...head } = event;
  const kept = logData(event);
  return Object.keys(kept).length === 0 ? head : { ...head, data: kept };
}

function logData(event: PlanEvent): JsonObject {
  switch (event.type) {
    case "todo.delivered":
    case "todo.completed": {
      const { note, command_id } = event.data;
      return {
        ...(note !== undefined && { note }),
        ...(command_id !== undefined && { command_id }),
      };
    }
    case "agent.turn": {
      const { run, turn, model, usage, calls, questions, steps } = event.data;
      const asks = calls.length + questions.length;
      return { run, turn, model, usage, ...(asks > 0 && { asks }), ...stepCount(steps) };
    }
    case "human_query_requested":
    case "agent.answered": {
      const { asked: _, said: _said, ...told } = event.data;
      return told as unknown as JsonObject;
    }
    case "plan.edited": {
      const { version, change_type, of_version, reason, changes, command_id } = event.data;
      const ids = (wanted: (change: TodoChange) => boolean): string[] =>
        changes.todos.filter(wanted).map(({ todo_id }) => todo_id);
      return {
        version,
        change_type,
        of_version,
        reason,
        ...(command_id !== undefined && { command_id }),
        added: ids(({ before }) => before === null),
        removed: ids(({ after }) => after === null),
        changed: ids(({ before, after }) => before !== null && after !== null),
      };
    }
    case "plan.replan_refused":
    case "plan.draft_refused": {
      const { turn, call, mistakes } = event.data;
      const errors = mistakes.map(({ pointer, detail }) => `${pointer} ${english(detail)}`.trim());
      const asked: JsonObject = "request" in event.data ? { request: event.data.request } : {};
      return { ...asked, turn, call: call as unknown as JsonObject, errors };
    }
    case "plan.replan_proposed": {
      const { request, turn, call, summary, lines, applied } = event.data;
      const told = { request, turn, summary, lines: lines.length, applied };
      return { ...told, call: call as unknown as JsonObject };
    }
    case "plan.planned": {
      const { turn, call, title, todos, planning } = event.data;
      const { intent_confidence, execution_strategy } = planning;
      return {
        turn,
        call: call as unknown as JsonObject,
        title,
        todo_count: todos.length,
        intent_confidence,
        execution_strategy,
      };
    }
    case "plan.planning_stopped": {
      const { turn, call, question } = event.data;
      const said = spelled("question", question) as JsonObject;
      return { turn, call: call as unknown as JsonObject, ...said };
    }
    case "plan.reported": {
      const { call, report } = event.data;
      return { call: call as unknown as JsonObject, ...viewReport(report) };
    }
    case "hold.requested": {
      const { kind, title, digest, deadline_at } = event.data.hold;
      return { kind, title, digest, deadline_at };
    }
    case "hold.deciding": {
      const { deciding, digest, command_id } = event.data;
      return { ...(viewDeciding(deciding) as unknown as JsonObject), digest, command_id };
    }
    case "hold.decided": {
      const { digest, command_id } = event.data;
      const { args, references: _, ...decision } = event.data.decision;
      return {
        ...(decision as unknown as JsonObject),
        digest,
        ...(command_id !== undefined && { command_id }),
        edited: args !== undefined,
      };
    }
    case "todo.skip_requested":
    case "todo.skipped": {
      const { reason, skip, command_id } = event.data;
      return {
        ...(command_id !== undefined && { command_id }),
        ...(spelled("reason", reason) as JsonObject),
        skip: viewSkip(skip) as unknown as JsonObject,
      };
    }
    default: {
      const { fingerprint: _, ...rest } = event.data as unknown as JsonObject;
      return Object.assign(
        {},
        rest,
        ...TEXTS.map((field) => spelled(field, wordingIn(rest, field))),
      );
    }
  }
}

function stepCount(steps: readonly AgentStep[]): JsonObject {
  if (steps.length === 0) return {};
  const done = steps.filter(({ status }) => status === "completed").length;
  return { steps: { done, total: steps.length } };
}

/** Fields of events that somebody's own words may fill, or a sentence. */
const TEXTS = ["reason", "message", "detail"] as const;

function wordingIn(data: JsonObject, field: string): Wording | undefined {
  return data[field] as unknown as Wording | undefined;
}

/** A skip as people see it. */
export function viewSkip({ reason, ...skip }: SkipState): Skip {
  return { ...skip, reason: null, ...spelled("reason", reason) };
}
