import type { Context } from "hono";
import type { Hold } from "../../contract/hold.ts";
import type { PlanView } from "../../contract/plan.ts";
import type { Problem } from "../../contract/problem.ts";
import {
  HitlClientMessageSchema,
  type HitlClientMessage,
  type HitlServerMessage,
} from "../../contract/stream.ts";
import type { Json } from "../../contract/text.ts";
import type { Todo } from "../../contract/todo.ts";
import type { PlanMode } from "../../contract/vocabulary.ts";
import { holdsQuery, planQuery, todoQuery } from "../../workflows/messages.ts";
import type { ApiDeps } from "../deps.ts";
import { problemBody, validationProblem } from "../problem.ts";
import { Refused } from "../refused.ts";
import { toRoute } from "./hitl-commands.ts";
import { toFirstUpdate, toRequest, toStatusUpdate } from "./hitl-messages.ts";
import type { FeedItem, Subscription } from "./plan-feed.ts";
import { textIn } from "./read-message.ts";
import type { SendCommand } from "./send-command.ts";
import type { Conversation, Peer } from "./socket.ts";

const PAGE = 1_000;

/**
 * `/ws/{session_id}`: the messages of seed S0 §5.5–5.6 about one plan. A client that connects is told
 * how the plan stands and everything that is asked now, then what happens. Each of its messages is
 * answered by a `hitl_status_update` with the receipt or the problem.
 */
export function hitlSocket(
  c: Context,
  deps: Pick<ApiDeps, "feeds" | "plans" | "onError">,
  planId: string,
  sendCommand: SendCommand,
): Conversation {
  const { plans } = deps;
  /** The hold that was shown last for each todo, for the plan under null: what an answer is about. */
  const shown = new Map<string | null, string>();
  let mode: PlanMode = "running";

  return {
    begin(peer) {
      void tell(peer).catch((error: unknown) => {
        if (!(error instanceof Refused)) report(error);
        peer.drop();
      });
    },
    async take(peer, message) {
      if ("problem" in message) return refuse(peer, { type: null }, message.problem);
      const read = HitlClientMessageSchema.safeParse(message.value);
      if (!read.success) {
        const command_id = textIn(message.value, "command_id");
        return refuse(peer, { type: null, command_id }, validationProblem(read.error));
      }
      try {
        await answer(peer, read.data);
      } catch (error) {
        if (error instanceof Refused) return refuse(peer, read.data, error.problem);
        report(error);
        const hint = `Look for ${String(c.get("requestId"))} in the API's log.`;
        const detail = "The error was logged with this socket's request id.";
        refuse(peer, read.data, { code: "internal_error", detail, hint });
      }
    },
  };

  async function tell(peer: Peer): Promise<void> {
    const subscription = await deps.feeds.subscribe(planId, {
      after: null,
      onDrop: () => peer.drop(),
    });
    if (peer.closed.aborted) return subscription.close();
    peer.closed.addEventListener("abort", () => subscription.close(), { once: true });
    for (;;) {
      const item = await subscription.next();
      if (item === null) break;
      const messages = await messagesFor(item, subscription);
      await peer.flush(messages.map((message) => JSON.stringify(message)));
    }
    subscription.close();
  }

  async function messagesFor(
    item: FeedItem,
    subscription: Subscription,
  ): Promise<HitlServerMessage[]> {
    if (item.kind === "snapshot") {
      mode = item.view.mode;
      const holds = await plans.query(planId, holdsQuery);
      return [toFirstUpdate(item.view), ...(await requestsFor(holds))];
    }
    const view = await subscription.view();
    mode = view.mode;
    const asking = new Set(
      item.events.flatMap(({ event }) =>
        event.type === "hold.requested" && event.hold_id !== undefined ? [event.hold_id] : [],
      ),
    );
    const holds = asking.size === 0 ? [] : await plans.query(planId, holdsQuery);
    const requests = await requestsFor(holds.filter(({ id }) => asking.has(id)));
    return [...item.events.map(({ event }) => toStatusUpdate(event, view)), ...requests];
  }

  /** A request for each hold that is still open and was not shown yet. */
  async function requestsFor(holds: readonly Hold[]): Promise<HitlServerMessage[]> {
    const requests: HitlServerMessage[] = [];
    for (const hold of holds) {
      if (hold.status !== "open" || shown.get(hold.todo_id) === hold.id) continue;
      shown.set(hold.todo_id, hold.id);
      const request = toRequest(hold, await todosOf(hold));
      if (request !== null) requests.push(request);
    }
    return requests;
  }

  async function todosOf({ todo_id, input_request }: Hold): Promise<Todo[]> {
    if (input_request !== null) return [];
    if (todo_id !== null) {
      const found = await plans.query(planId, todoQuery, { todo_id });
      if (found === null) return [];
      const { waits_for: _, ...todo } = found;
      return [todo];
    }
    const todos: Todo[] = [];
    for (let offset: number | null = 0; offset !== null;) {
      const page: PlanView = await plans.query(planId, planQuery, { offset, limit: PAGE });
      todos.push(...page.todos);
      offset = page.next_offset;
    }
    return todos;
  }

  async function answer(peer: Peer, message: HitlClientMessage): Promise<void> {
    for (const field of ["session_id", "plan_id"] as const) {
      const named = (message as { plan_id?: string; session_id: string })[field];
      if (named !== undefined && named !== planId) throw otherPlan(field, planId);
    }
    const result = await sendCommand(...(await toRoute(message, findHold)));
    const about = inReplyTo(message);
    if ("receipt" in result) {
      const { receipt } = result;
      send(peer, `${message.type} was taken.`, { ...about, receipt });
    } else {
      send(peer, result.problem.detail, { ...about, problem: result.problem });
    }
  }

  /** The hold that the client was shown: what came since is not what it answers. */
  async function findHold(todoId: string | null): Promise<string> {
    const known = shown.get(todoId);
    if (known !== undefined) return known;
    const holds = await plans.query(planId, holdsQuery);
    const newest = holds.findLast(
      (hold) => hold.todo_id === todoId && (todoId !== null || hold.kind === "plan_review"),
    );
    if (newest !== undefined) return newest.id;
    throw new Refused({
      code: "hold_not_found",
      detail:
        todoId === null
          ? `Plan "${planId}" asks for no review.`
          : `Todo "${todoId}" of plan "${planId}" asks for nothing.`,
      hint: `Look at /v1/plans/${planId}/holds for what is asked.`,
    });
  }

  function refuse(peer: Peer, message: Answered, problem: Problem): void {
    const body = problemBody(c, problem) as unknown as Json;
    send(peer, problem.detail, { ...inReplyTo(message), problem: body });
  }

  function send(
    peer: Peer,
    message: string,
    data: Extract<HitlServerMessage, { type: "hitl_status_update" }>["data"],
  ): void {
    const update: HitlServerMessage = {
      type: "hitl_status_update",
      session_id: planId,
      mode,
      message,
      data,
    };
    peer.send(update);
  }

  function report(error: unknown): void {
    deps.onError(error, { id: c.get("requestId") as string, path: c.req.path });
  }
}

/** What is known of a message that is answered. */
interface Answered {
  readonly type: string | null;
  readonly command_id?: string | null | undefined;
}

function inReplyTo({ type, command_id }: Answered) {
  return { in_reply_to: type, ...(typeof command_id === "string" && { command_id }) };
}

function otherPlan(field: string, planId: string): Refused {
  const detail = `must be "${planId}", the session of this socket`;
  return new Refused({
    code: "validation_failed",
    detail: `/${field}: ${detail}.`,
    hint: "Open a socket for each session.",
    errors: [{ pointer: `/${field}`, detail }],
  });
}
