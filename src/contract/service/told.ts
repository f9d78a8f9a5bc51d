import type { Decision, Hold, HoldNeeds } from "../plan/holds/hold.ts";
import type { Skip, Todo } from "../plan/todo.ts";
import type { NewsType, PlanStatus } from "../tables/vocabulary.ts";
import type { CloudEvent } from "./webhook.ts";

/** What a webhook is told of a hold; only its id where the plan has no more of it. */
export type ToldHold = {
  id: string;
  message?: string | null;
  needs?: HoldNeeds;
  escalates_to?: string[];
} & Partial<
  Pick<Hold, "kind" | "title" | "todo_id" | "assignee" | "opened_at" | "deadline_at" | "on_timeout">
>;

/** What a webhook is told of a todo; only its id where the plan has no more of it. */
export type ToldTodo = { id: string } & Partial<
  Pick<Todo, "title" | "status" | "assignee" | "claimed_by"> & { due_at: string | null }
>;

/** One of the approvals that a hold needs: `hold.needs` is as it was with it, and whoever gave it is `by`. */
export type ToldSigning = {
  /** How many have to follow. */
  lacks: number;
  comment?: string;
  reason?: string;
};

/** What was decided: never the answer itself. */
export type ToldDecision = {
  outcome: "approved" | "rejected" | "expired" | "stale" | "withdrawn";
  decision?: Decision["decision"] | null;
  comment?: string;
  reason?: string;
};

/** How a plan ended. At most five todos are named; the counts have all. */
export type ToldEnd = {
  outcome: Extract<PlanStatus, "completed" | "failed" | "cancelled">;
  reason?: string;
  failed_todos: ({ id: string } & Pick<Todo, "title" | "error_type" | "error_message">)[];
  failed_count: number;
  stopped_todos: ({ id: string; title: string } & Pick<
    Skip,
    "cause" | "by" | "todo_id" | "reason"
  >)[];
  stopped_count: number;
};

type About = {
  /** Counts the events of the plan. */
  seq: number;
  by: string;
  plan: { id: string; title: string; owner: string; tags: string[]; status: PlanStatus };
  links: { api: string; screen: string };
};
type Work = About & { todo: ToldTodo };
type Asked = About & { hold: ToldHold; todo?: ToldTodo };

interface ToldData extends Record<NewsType, object> {
  "hold.opened": Asked;
  "hold.due_soon": Asked;
  "hold.signed": Asked & ToldSigning;
  /** Whoever it was handed to is `hold.assignee`, and whoever did so is `by`. */
  "hold.delegated": Asked & { reason?: string };
  "hold.escalated": Asked;
  "hold.decided": Asked & ToldDecision;
  "work.opened": Work;
  "work.due_soon": Work;
  "work.overdue": Work;
  "work.decided": Work & { outcome: "done" | "cannot" | "skipped" | "cancelled" };
  "plan.ended": About & ToldEnd;
  /** Somebody tries whether the webhook arrives. */
  "webhook.test": { text: string };
}

/** What a webhook is told, by its `type`. */
export type WebhookEvent = {
  [Type in keyof ToldData]: Omit<CloudEvent, "type" | "data"> & {
    type: `dev.holdpoint.${Type}.v1`;
    data: ToldData[Type];
  };
}[keyof ToldData];
