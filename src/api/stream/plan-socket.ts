import type { Context } from "hono";
import { refusal, Refusal } from "../../contract/problems/problem-error.ts";
import type { Problem } from "../../contract/problems/problem.ts";
import { say, sayAt } from "../../contract/sentences/sentence.ts";
import {
  ClientMessageSchema,
  isWanted,
  STREAM_LIMITS,
  type ClientMessage,
  type SocketMessage,
} from "../../contract/service/stream.ts";
import { codeOf } from "../../plan/model/read-as.ts";
import { takeAnotherTurn } from "../auth/identity.ts";
import { openCounted } from "../auth/open-streams.ts";
import { requestIn, type OnError } from "../http/observe.ts";
import { problemBody, validationProblem } from "../http/problem.ts";
import type { FeedItem, Subscription } from "./feed/plan-feed.ts";
import type { PlanFeeds } from "./feed/plan-feeds.ts";
import type { PostCommand } from "./open-sockets.ts";
import { textIn } from "./read-message.ts";
import type { Conversation, Peer } from "./socket.ts";

type Subscribe = Extract<ClientMessage, { type: "subscribe" }>;
type Command = Extract<ClientMessage, { type: "command" }>;

/** A plan that the socket watches. */
interface Watched {
  readonly subscription: Subscription;
  /** It counts as a stream no more. */
  readonly endStream: () => void;
}

interface SocketDeps {
  readonly feeds: PlanFeeds;
  readonly now: () => string;
  readonly onError: OnError;
}

/** `/v1/ws`, subprotocol `holdpoint.v1`: many plans over one socket, and commands to them. */
export function planSocket(c: Context, deps: SocketDeps, postCommand: PostCommand): Conversation {
  const watched = new Map<string, Watched>();

  return {
    begin(peer) {
      peer.closed.addEventListener("abort", () => {
        for (const planId of watched.keys()) stopWatching(planId);
      });
    },
    async take(peer, message) {
      if ("problem" in message) return refuse(peer, null, message.problem);
      const read = ClientMessageSchema.safeParse(message.value, { error: codeOf });
      if (!read.success) {
        return refuse(peer, textIn(message.value, "ref"), validationProblem(read.error));
      }
      try {
        await answer(peer, read.data);
      } catch (error) {
        if (error instanceof Refusal) return refuse(peer, read.data.ref, error.problem);
        const request = requestIn(c);
        deps.onError(error, request);
        const detail = say("error_logged_socket");
        const hint = say("look_in_log", { id: request.id });
        refuse(peer, read.data.ref, { code: "internal_error", detail, hint });
      }
    },
  };

  async function answer(peer: Peer, message: ClientMessage): Promise<void> {
    switch (message.type) {
      case "subscribe":
        return subscribe(peer, message);
      case "unsubscribe":
        stopWatching(message.plan_id);
        return send(peer, { type: "ack", ref: message.ref, data: null });
      case "command": {
        const { ref } = message;
        const result = await postCommand(...routeOf(message));
        if ("receipt" in result) return send(peer, { type: "ack", ref, data: result.receipt });
        return send(peer, { type: "problem", ref, problem: result.problem });
      }
    }
  }

  async function subscribe(peer: Peer, message: Subscribe): Promise<void> {
    const { ref, plan_id, after, board = false } = message;
    await takeAnotherTurn(c);
    // Who subscribes again goes on from another place.
    stopWatching(plan_id);
    if (watched.size >= STREAM_LIMITS.subscriptions) {
      throw refusal(
        "validation_failed",
        sayAt({
          pointer: "/plan_id",
          detail: say("too_many_plans", { most: STREAM_LIMITS.subscriptions }),
        }),
        say("unsubscribe_one"),
      );
    }
    const wish = { after: after ?? null, board, onDrop: () => peer.drop() };
    const { opened: subscription, endStream } = await openCounted(c, () =>
      deps.feeds.subscribe(plan_id, wish),
    );
    watched.set(plan_id, { subscription, endStream });
    if (peer.closed.aborted) return stopWatching(plan_id);
    send(peer, { type: "ack", ref, data: { plan_id, seq: subscription.seq } });
    void tell(peer, message, subscription);
  }

  function stopWatching(planId: string): void {
    const one = watched.get(planId);
    watched.delete(planId);
    one?.subscription.close();
    one?.endStream();
  }

  async function tell(peer: Peer, asked: Subscribe, subscription: Subscription): Promise<void> {
    const planId = asked.plan_id;
    for (;;) {
      const item = await subscription.next();
      // Closed by the peer, or replaced by its next subscription.
      if (watched.get(planId)?.subscription !== subscription) return;
      if (item === null) break;
      await peer.flush(envelopes(asked, item));
    }
    stopWatching(planId);
    const { seq, over } = subscription;
    // Else this process stops, and another one goes on.
    if (!over) return;
    send(peer, { type: "end", seq, plan_id: planId, ts: deps.now(), data: null });
  }

  function envelopes(asked: Subscribe, item: FeedItem): string[] {
    const { plan_id, board = false } = asked;
    if (item.kind !== "events") {
      const [data, seq] =
        item.kind === "board" ? [item.board, item.board.plan.seq] : [item.view, item.view.seq];
      const type = item.kind;
      return [JSON.stringify({ type, seq, plan_id, ts: deps.now(), data })];
    }
    return item.events
      .filter(({ event }) => board || isWanted(event, asked))
      .map(({ event, json, withRows }) => {
        const head = { type: event.type, seq: event.seq, plan_id, ts: event.at };
        return `${JSON.stringify(head).slice(0, -1)},"data":${board ? withRows : json}}`;
      });
  }

  function refuse(peer: Peer, ref: string | null, problem: Problem): void {
    send(peer, { type: "problem", ref, problem: problemBody(c, problem) });
  }
}

function send(peer: Peer, message: SocketMessage): void {
  peer.send(message);
}

/** The HTTP route of a command, and the body for it. */
function routeOf(message: Command): [path: string, body: object] {
  const { data } = message;
  switch (message.command) {
    case "decision":
      return [`/v1/holds/${encodeURIComponent(message.hold_id)}/decision`, data];
    case "answer": {
      const body = { ...data, decision: "answer" };
      return [`/v1/holds/${encodeURIComponent(message.hold_id)}/decision`, body];
    }
    case "edit":
      return [`/v1/plans/${message.plan_id}/edits`, data];
    default:
      return [`/v1/plans/${message.plan_id}/${message.command}`, data];
  }
}
