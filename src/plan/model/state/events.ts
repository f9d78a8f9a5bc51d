import type { ModelUsage } from "../../../contract/model.ts";
import type { AgentReport } from "../../../contract/plan/agents/agent.ts";
import type { PlanChanges } from "../../../contract/plan/edit.ts";
import type { LoggedEvent } from "../../../contract/plan/event.ts";
import type {
  HoldAction,
  HoldActionEvent,
  HoldActionInputs,
} from "../../../contract/plan/holds/hold-actions.ts";
import type { Decision } from "../../../contract/plan/holds/hold.ts";
import type { ForkOrigin } from "../../../contract/plan/plan.ts";
import type { ModelCall, Planning } from "../../../contract/plan/planning.ts";
import type { Problem, ProblemDetail } from "../../../contract/problems/problem.ts";
import type { Wording } from "../../../contract/sentences/sentence.ts";
import type {
  ContinuationCancel,
  ContinuationSkip,
  ErrorType,
  HoldKind,
  PauseMode,
  PausePurpose,
  ReplanCauseKind,
  TimeoutAction,
} from "../../../contract/tables/vocabulary.ts";
import type { GoalReport } from "./goal.ts";
import type { DecidingState, HoldState, LineState } from "./hold.ts";
import type { Countdown, PromptState, SessionState, Tally } from "./session.ts";
import type { Recheck, HumanQuery } from "./state.ts";
import type { SkipState, Result, TodoState } from "./todo-state.ts";

/** What the orchestrator's turn was about, what it wrote, and what that used. */
export interface OrchestratorSaid {
  readonly call_id: string;
  readonly asked: string;
  readonly said: string;
  /** Null when no model answered. */
  readonly usage: ModelUsage | null;
}

/** A turn whose answer nobody needed any more when it came: whose it was, and what it used. */
export type DroppedTurn =
  | ModelCall
  | { readonly role: "orchestrator"; readonly usage: ModelUsage }
  | ({ readonly role: "agent" } & Pick<AgentTurn, "run" | "attempt" | "turn" | "model" | "usage">);

/** What sort of hold it was; logs of before do not say. */
export interface OfHold {
  readonly kind?: HoldKind;
  /** Whether an agent asked, which goes on whatever the decision is. */
  readonly of_agent?: true;
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

/** About planning anew, or about a turn of a model, and about the todo that is its reason. */
interface ThoughtEventOf<Type extends LoggedEvent["type"], Data> extends EventOf<Type, Data> {
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
  | ThoughtEventOf<
      "plan.replan_requested",
      Partial<CommandStamp> & {
        kind: ReplanCauseKind;
        feedback: Wording | null;
        ended_seq: number | null;
      }
    >
  /** What the model wrote is no proposal; it is told why, once. */
  | ThoughtEventOf<
      "plan.replan_refused",
      Asked & { turn: number; call: ModelCall; draft: string; mistakes: ProblemDetail[] }
    >
  | ThoughtEventOf<
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
  | ThoughtEventOf<
      "plan.replan_unchanged",
      Asked & { turn: number; call: ModelCall; summary: string }
    >
  /** No proposal came: a person goes on without. */
  | ThoughtEventOf<
      "plan.replan_failed",
      Asked & { turn: number; call: ModelCall | null; message: Wording }
    >
  /** What it was about is not so any more. */
  | ThoughtEventOf<"plan.replan_dropped", Asked & { turn: number; call: ModelCall | null }>
  | EventOf<"plan.started", Record<never, never>>
  | EventOf<
      "plan.paused",
      CommandStamp & {
        reason?: string;
        mode?: PauseMode;
        /** Null where a plan is edited no longer that was paused besides. */
        purpose?: PausePurpose | null;
      }
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
  /** Its worker knows that the tool has to ask a person, and nobody was asked. */
  | TodoEventOf<"todo.approval_demanded", { tool_name: string }>
  | TodoEventOf<"todo.attempt_started", { run: number; attempt: number }>
  | TodoEventOf<"todo.retried", Partial<CommandStamp> & { reason?: string }>
  | TodoEventOf<
      "todo.rerun",
      Partial<CommandStamp> & { reason?: string; recheck: readonly Recheck[] }
    >
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
  /** An approval that is remembered counts for it: nobody is asked. */
  | TodoEventOf<"todo.let_through", { hold_id: string; approved_by: string; digest: string }>
  /** With `attempt` it is no new run: one that had ended goes on. */
  | TodoEventOf<"todo.started", { run: number; attempt?: number }>
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
  /** An agent has worked for as long as it may. */
  | TodoEventOf<"agent.time_over", { run: number; attempt: number; seconds: number }>
  /** The orchestrator has answered an agent's question by what the plan knows. */
  | TodoEventOf<
      "agent.answered",
      OrchestratorSaid & { answer: string; citations: readonly string[] }
    >
  /** The orchestrator wrote what looks like a question to a person and is none. */
  | TodoEventOf<"agent.mark_ignored", { call_id: string; text: string }>
  | TodoEventOf<"human_query_requested", HumanQuery & OrchestratorSaid & { question: string }>
  | TodoEventOf<"human_query_answered", HumanQuery & { answer: string }>
  /** An agent goes on: with the answer, or told why there is none. */
  | TodoEventOf<
      "task_resumed_after_human_query",
      HumanQuery & { unanswered?: "refused" | "timed_out" }
    >
  /** An agent that stopped with steps left goes on in so many seconds. */
  | TodoEventOf<"agent.countdown", { seconds: number; left: number; agent: string }>
  /** A person has cancelled that: it waits for what they say. */
  | TodoEventOf<
      "agent.countdown_cancelled",
      CommandStamp & { agent: string; left: number; reason?: string }
    >
  /** A model has answered too late: nothing follows from it, and what it used counts. */
  | ThoughtEventOf<"model.turn_dropped", DroppedTurn>
  | TodoEventOf<"agent.transcript_kept", { run: number; attempt: number; transcript: string }>
  | TodoEventOf<"todo.cancelled", { reason: Wording; error_type?: ErrorType }>
  | HoldEventOf<"hold.requested", { hold: HoldState }>
  /** A decision that takes effect when its grace time is over. */
  | HoldEventOf<
      "hold.deciding",
      CommandStamp & OfHold & { deciding: DecidingState; digest: string }
    >
  | HoldEventOf<
      "hold.decided",
      Partial<CommandStamp> & OfHold & { decision: Decision; digest: string }
    >
  /** One of the approvals that it needs; others have to follow. */
  | HoldEventOf<
      "hold.signed",
      Partial<CommandStamp> & OfHold & { decision: Decision; digest: string; lacks: number }
    >
  | HoldEventOf<
      Exclude<HoldActionEvent, "hold.withdrawn" | "hold.undone">,
      CommandStamp & {
        /** What of the hold is different now. */
        change: Partial<
          Pick<HoldState, "assignee" | "deadline_at" | "remaining_ms" | "remembered">
        >;
        reason?: string;
      } & Partial<HoldActionInputs[HoldAction]>
    >
  /** Most of its time is over, and nobody has decided. */
  | HoldEventOf<"hold.due_soon", { deadline_at: string }>
  /** Nobody has decided in time: the next one is asked. */
  | HoldEventOf<
      "hold.escalated",
      OfHold & {
        from: string | null;
        to: string;
        /** How many can be asked after that. */
        left: number;
        change: Pick<HoldState, "assignee" | "deadline_at">;
      }
    >
  /** The hold asks again: who decided took it back, or the plan cannot do it any more. */
  | HoldEventOf<
      "hold.undone",
      Partial<CommandStamp> & {
        change: Partial<
          Pick<HoldState, "deciding" | "decisions" | "needs" | "deadline_at" | "remaining_ms">
        >;
        reason?: Wording;
      }
    >
  | HoldEventOf<"hold.expired", OfHold & { action: Exclude<TimeoutAction, "wait"> }>
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
            "agent" | "tools" | "recovering" | "last_error_at" | "background_tasks" | "skipped"
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

/** What a command does to a plan, or why it is refused. */
export type Judgement = { readonly events: readonly EventBody[] } | { readonly problem: Problem };

export type PlanEvent = EventBody & { readonly seq: number; readonly at: string };

/** What happens to a plan, its todos, its holds and so on, by the first word of the type. */
export type EventIn<Family extends string> = Extract<PlanEvent, { type: `${Family}.${string}` }>;
