import type { HitlServerMessage } from "../../../compat/hitl-contract.ts";
import {
  meantHolds,
  toRequest,
  toStatusUpdate,
  toWorkRequest,
  type Shown,
} from "../../../compat/hitl-messages.ts";
import { eventText, planSentence, todoSentence } from "../../../compat/hitl-sentences.ts";
import { BoardTodoSchema } from "../../../contract/plan/board.ts";
import type { LoggedEvent } from "../../../contract/plan/event.ts";
import type { Hold } from "../../../contract/plan/holds/hold.ts";
import type { PlanView, Progress } from "../../../contract/plan/plan.ts";
import type { Todo } from "../../../contract/plan/todo.ts";
import type { Language } from "../../../contract/sentences/catalog.ts";
import type { PlanMode } from "../../../contract/tables/vocabulary.ts";
import {
  pendingApprovalsQuery,
  planQuery,
  todoQuery,
  todosQuery,
} from "../../../workflows/wire/messages.ts";
import { readWholePlan } from "../../commands/read-whole-plan.ts";
import type { PlanGateway } from "../../gateway/plan-gateway.ts";
import type { FeedEvent } from "../../stream/feed/event-ring.ts";
import type { FeedItem } from "../../stream/feed/plan-feed.ts";

const PAGE = 1_000;

/** What is known of a hold that a client was shown. */
export type ShownHold = Pick<Hold, "id" | "kind" | "todo_id" | "digest">;

/** What one client knows of a plan. */
export interface HitlMirror {
  /** The plan's mode as the client knows it; before it was told anything, as it is. */
  modeNow(): Promise<PlanMode>;
  /** The mode that a command has left, which no event has told yet; the known one where nobody answers. */
  modeAfterCommand(): Promise<PlanMode>;
  /** What the client does not know yet. @param view the plan now. */
  messagesFor(item: FeedItem, view: () => Promise<PlanView>): Promise<HitlServerMessage[]>;
  /** Whether tools run that may tell how far they are, which is no event. */
  readonly isRunning: boolean;
  /** How far the plan is now, when the client knows another number. */
  progressMessages(): Promise<HitlServerMessage[]>;
  /** The holds that an answer about a todo may mean, for the plan under null, of those that the client was shown. */
  meantBy(todoId: string | null): readonly ShownHold[];
  /** The digest of a hold as the client was shown it last. */
  digestOf(holdId: string): string | undefined;
}

/** Keeps a client of seed S0 §5.5 up to date with a plan. */
export function createHitlMirror(
  plans: Pick<PlanGateway, "query" | "liveProgress">,
  planId: string,
  language: Language,
): HitlMirror {
  let mode: PlanMode | undefined;
  let progress: Progress | undefined;
  const shown = new Map<string, ShownHold>();
  /** The request of each open hold as it was told last. */
  let told = new Map<string, string>();

  const ask = async (): Promise<PlanMode> =>
    (await plans.query(planId, planQuery, { limit: 0 })).mode;

  return {
    modeNow: async () => mode ?? (await ask()),
    modeAfterCommand: () =>
      ask().catch((error: unknown) => {
        if (mode === undefined) throw error;
        return mode;
      }),
    get isRunning() {
      return (progress?.counts["in_progress"] ?? 0) > 0;
    },
    meantBy: (todoId) => meantHolds([...shown.values()], todoId, ({ id }) => told.has(id)),
    digestOf: (holdId) => shown.get(holdId)?.digest,
    async progressMessages() {
      const live = await plans.liveProgress(planId);
      const plan = await plans.query(planId, planQuery, { limit: 0, live });
      if (plan.progress.percentage === progress?.percentage) return [];
      ({ mode, progress } = plan);
      return [toStatusUpdate(plan, planSentence(plan, language), {})];
    },
    async messagesFor(item, view) {
      if (item.kind === "board") return [];
      if (item.kind === "snapshot") {
        const plan = item.view;
        ({ mode, progress } = plan);
        const now = toStatusUpdate(plan, planSentence(plan, language), { plan });
        return [now, ...(await newRequests())];
      }
      const plan = await view();
      ({ mode, progress } = plan);
      const updates = await updatesFor(item.events, plan);
      const mayAsk = item.events.some(({ event }) => ASKING.test(event.type));
      return mayAsk ? [...updates, ...(await newRequests())] : updates;
    },
  };

  async function updatesFor(
    events: readonly FeedEvent[],
    plan: PlanView,
  ): Promise<HitlServerMessage[]> {
    const rows = events.flatMap((event) => event.rows?.todos ?? []);
    const titles = new Map([...plan.todos, ...rows].map(({ id, title }) => [id, title]));
    const titleOf = (todoId: string | undefined): string =>
      todoId === undefined ? plan.title : (titles.get(todoId) ?? todoId);
    const updates: HitlServerMessage[] = [];
    for (const [place, { event, rows: changed }] of events.entries()) {
      const todos = changed?.todos ?? [];
      const data = { event, ...(todos.length > 0 && { todos }) };
      updates.push(toStatusUpdate(plan, eventText(event, titleOf, language), data));
      const later = events.slice(place + 1);
      if (endsTodo(event) && !later.some((other) => tellsOf(other.event, event.todo_id))) {
        updates.push(...(await todoUpdate(event.todo_id, plan)));
      }
    }
    return updates;
  }

  /** How a todo stands that has no event of its own: its hold's end ended it. */
  async function todoUpdate(todo_id: string, plan: PlanView): Promise<HitlServerMessage[]> {
    const todo = await plans.query(planId, todoQuery, { todo_id });
    const sentence = todo === null ? undefined : todoSentence(todo, language);
    if (sentence === undefined) return [];
    return [toStatusUpdate(plan, sentence, { todos: [BoardTodoSchema.parse(todo)] })];
  }

  /** A request for each open hold that the client does not know as it is now. */
  async function newRequests(): Promise<HitlServerMessage[]> {
    const requests: HitlServerMessage[] = [];
    const open = new Map<string, string>();
    for (const hold of await plans.query(planId, pendingApprovalsQuery)) {
      const request = toRequest(hold, await shownWith(hold), language);
      if (request === null) continue;
      const json = JSON.stringify(request);
      if (told.get(hold.id) !== json) requests.push(request);
      open.set(hold.id, json);
      const { id, kind, todo_id, digest } = hold;
      shown.set(id, { id, kind, todo_id, digest });
    }
    for (const todo of await offeredWork()) {
      const request = toWorkRequest(todo);
      const json = JSON.stringify(request);
      if (told.get(todo.id) !== json) requests.push(request);
      open.set(todo.id, json);
    }
    told = open;
    return requests;
  }

  /** What waits for a person who does it. */
  async function offeredWork(): Promise<Todo[]> {
    const wanted = { statuses: ["pending" as const], limit: PAGE };
    const { todos } = await plans.query(planId, todosQuery, wanted);
    return todos.filter(({ offered_at }) => offered_at !== null);
  }

  async function shownWith({ kind, todo_id, input_request }: Hold): Promise<Shown> {
    if (input_request !== null || kind === "proposal") return { todos: [] };
    if (todo_id === null) return readWholePlan(plans, planId);
    const found = await plans.query(planId, todoQuery, { todo_id });
    if (found === null) return { todos: [] };
    const { waits_for: _, ...todo } = found;
    return { todos: [todo] };
  }
}

/** Events after which a client may be asked for something else. */
const ASKING = /^(?:hold\.|plan\.|todo\.(?:offered|claimed|released)$)/;

/** Whether an event may end a todo without naming it as what happened. */
function endsTodo(event: LoggedEvent): event is LoggedEvent & { todo_id: string } {
  const { type, todo_id, data } = event;
  if (todo_id === undefined) return false;
  return type === "hold.expired" || (type === "hold.decided" && ENDS.has(data?.["decision"]));
}

const ENDS: ReadonlySet<unknown> = new Set(["reject", "answer"]);

function tellsOf({ type, todo_id }: LoggedEvent, todoId: string): boolean {
  return todo_id === todoId && type.startsWith("todo.");
}
