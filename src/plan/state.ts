import type { PlanChanges, PlanVersion, TodoChange } from "../contract/edit.ts";
import type { Decision, Hold } from "../contract/hold.ts";
import type { LoggedEvent } from "../contract/event.ts";
import type { ForkOrigin } from "../contract/plan.ts";
import type { Json, JsonObject } from "../contract/text.ts";
import type { FailureStrategies, Todo } from "../contract/todo.ts";
import type {
  ApprovalRule,
  ErrorType,
  PauseMode,
  PausePurpose,
  PlanStatus,
  TimeoutAction,
} from "../contract/vocabulary.ts";

/** A todo as the plan keeps it; `plan_id` and `blocks` are added when it is shown. */
export type TodoState = Omit<Todo, "plan_id" | "blocks"> & {
  /** What the todo's input was when it completed, while it waits to see whether that changed. */
  kept_digest?: string;
  /** Told to stop by a pause: it starts again later. */
  interrupted?: boolean;
  /** Failed, and a person is still to be asked how to go on. */
  asks_recovery?: boolean;
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
  plan_review: boolean;
  approval_timeout_seconds: number;
  context: JsonObject;
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  paused: { by: string; at: string; reason?: string; purpose?: PausePurpose } | null;
  /** Set once the plan is on its way to an early end; running todos have until `grace_until`. */
  ending: { outcome: "cancelled" | "failed"; reason: string; grace_until: string } | null;
  ended_because: string | null;
  /** In plan order: older `created_at` first, then the order in which they were written. */
  todos: TodoState[];
  /** Number for the next todo that is added without an id. */
  next_todo: number;
  /** The plan and the moment from which this one was forked. */
  forked_from?: ForkOrigin;
  /** How often todos ran that were removed since; a todo that comes back counts on from there. */
  removed_runs?: Record<string, number>;
  /** What each version changed, oldest first; the first is the plan as it was created. */
  versions: PlanVersion[];
  holds: Hold[];
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

/** What a command's event keeps of the command. */
export interface CommandStamp {
  readonly command_id: string;
  readonly fingerprint: string;
}

/** A fact about a plan, before it has its place in the log. */
export type EventBody =
  | EventOf<"plan.created", { title: string; todo_count: number; forked_from?: ForkOrigin }>
  | EventOf<"plan.started", Record<never, never>>
  | EventOf<
      "plan.paused",
      CommandStamp & { reason?: string; mode?: PauseMode; purpose?: PausePurpose }
    >
  | EventOf<"plan.resumed", CommandStamp & { reason?: string }>
  | EventOf<
      "plan.cancel_requested",
      Partial<CommandStamp> & { reason: string; grace_until: string }
    >
  | EventOf<"plan.abort_requested", { reason: string; grace_until: string }>
  | EventOf<
      "plan.edited",
      CommandStamp & {
        version: number;
        change_type: "edit" | "undo" | "rollback" | "restore";
        of_version: number | null;
        /** Todos that a restore sends back to the start. */
        reset?: readonly string[];
        reason: string | null;
        changes: PlanChanges;
        next_todo: number;
      }
    >
  | TodoEventOf<"todo.interrupted", Record<never, never>>
  | TodoEventOf<"todo.retried", CommandStamp & { reason?: string }>
  | TodoEventOf<"todo.rerun", CommandStamp & { reason?: string; recheck: readonly Recheck[] }>
  | TodoEventOf<"todo.kept", Record<never, never>>
  | EventOf<"plan.completed", Record<never, never>>
  | EventOf<"plan.failed", { reason: string }>
  | EventOf<"plan.cancelled", { reason: string }>
  | TodoEventOf<"todo.started", { run: number }>
  | TodoEventOf<"todo.completed", { result: Json }>
  | TodoEventOf<
      "todo.failed",
      {
        error_type: ErrorType;
        message: string;
        /** How many attempts the run had, as far as the worker told. */
        attempts: number;
        /** A person is asked how to go on. */
        asks: boolean;
      }
    >
  | TodoEventOf<"todo.skipped", Partial<CommandStamp> & { reason: string }>
  | TodoEventOf<"todo.cancelled", { reason: string; error_type?: ErrorType }>
  | HoldEventOf<"hold.requested", { hold: Hold }>
  | HoldEventOf<
      "hold.decided",
      CommandStamp & { decision: Decision; digest: string; args?: JsonObject }
    >
  | HoldEventOf<
      "hold.extended",
      CommandStamp & {
        seconds: number;
        /** The new deadline; while the plan is paused, what is left of it in milliseconds. */
        deadline_at: string | null;
        remaining_ms: number | null;
        reason?: string;
      }
    >
  | HoldEventOf<"hold.delegated", CommandStamp & { to: string; reason?: string }>
  | HoldEventOf<"hold.expired", { action: Exclude<TimeoutAction, "wait"> }>
  | HoldEventOf<"hold.stale", { reason: string }>
  | HoldEventOf<"hold.withdrawn", Partial<CommandStamp> & { reason: string }>
  | EventOf<
      "command.refused",
      {
        command: string;
        code: string;
        detail: string;
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
    case "todo.completed":
      return {};
    case "plan.edited": {
      const { version, change_type, of_version, reason, changes, command_id } = event.data;
      const ids = (wanted: (change: TodoChange) => boolean): string[] =>
        changes.todos.filter(wanted).map(({ todo_id }) => todo_id);
      return {
        version,
        change_type,
        of_version,
        reason,
        command_id,
        added: ids(({ before }) => before === null),
        removed: ids(({ after }) => after === null),
        changed: ids(({ before, after }) => before !== null && after !== null),
      };
    }
    case "hold.requested": {
      const { kind, title, digest, deadline_at } = event.data.hold;
      return { kind, title, digest, deadline_at };
    }
    case "hold.decided": {
      const { decision, digest, command_id } = event.data;
      return {
        ...(decision as unknown as JsonObject),
        digest,
        command_id,
        edited: event.data.args !== undefined,
      };
    }
    default: {
      const { fingerprint: _, ...rest } = event.data as unknown as JsonObject;
      return rest;
    }
  }
}
