import type { Context } from "hono";
import type { Problem } from "../../contract/problem.ts";
import {
  ClientMessageSchema,
  isWanted,
  STREAM_LIMITS,
  type ClientMessage,
  type SocketMessage,
} from "../../contract/stream.ts";
import type { ApiDeps } from "../deps.ts";
import { problemBody, validationProblem } from "../problem.ts";
import { Refused } from "../refused.ts";
import type { FeedItem, Subscription } from "./plan-feed.ts";
import { textIn } from "./read-message.ts";
import type { SendCommand } from "./send-command.ts";
import type { Conversation, Peer } from "./socket.ts";

type Subscribe = Extract<ClientMessage, { type: "subscribe" }>;
type Command = Extract<ClientMessage, { type: "command" }>;

/** `/v1/ws`, subprotocol `holdpoint.v1`: many plans over one socket, and commands to them. */
export function planSocket(
  c: Context,
  deps: Pick<ApiDeps, "feeds" | "now" | "onError">,
  sendCommand: SendCommand,
): Conversation {
  const watched = new Map<string, Subscription>();

  return {
    begin(peer) {
      peer.closed.addEventListener("abort", () => {
        for (const subscription of watched.values()) subscription.close();
      });
    },
    async take(peer, message) {
      if ("problem" in message) return refuse(peer, null, message.problem);
      const read = ClientMessageSchema.safeParse(message.value);
      if (!read.success) {
        return refuse(peer, textIn(message.value, "ref"), validationProblem(read.error));
      }
      try {
        await answer(peer, read.data);
      } catch (error) {
        if (error instanceof Refused) return refuse(peer, read.data.ref, error.problem);
        const id = c.get("requestId") as string;
        deps.onError(error, { id, path: c.req.path });
        const detail = "The error was logged with this socket's request id.";
        const hint = `Look for ${id} in the API's log.`;
        refuse(peer, read.data.ref, { code: "internal_error", detail, hint });
      }
    },
  };

  async function answer(peer: Peer, message: ClientMessage): Promise<void> {
    switch (message.type) {
      case "subscribe":
        return subscribe(peer, message);
      case "unsubscribe":
        watched.get(message.plan_id)?.close();
        watched.delete(message.plan_id);
        return send(peer, { type: "ack", ref: message.ref, data: null });
      case "command": {
        const { ref } = message;
        const result = await sendCommand(...routeOf(message));
        if ("receipt" in result) return send(peer, { type: "ack", ref, data: result.receipt });
        return send(peer, { type: "problem", ref, problem: result.problem });
      }
    }
  }

  async function subscribe(peer: Peer, { ref, plan_id, after, types }: Subscribe): Promise<void> {
    // Who subscribes again goes on from another place.
    watched.get(plan_id)?.close();
    watched.delete(plan_id);
    if (watched.size >= STREAM_LIMITS.subscriptions) {
      throw new Refused({
        code: "validation_failed",
        detail: `/plan_id: One socket may watch ${STREAM_LIMITS.subscriptions} plans.`,
        hint: "Unsubscribe from one, or open another socket.",
      });
    }
    const subscription = await deps.feeds.subscribe(plan_id, {
      after: after ?? null,
      onDrop: () => peer.drop(),
    });
    if (peer.closed.aborted) return subscription.close();
    watched.set(plan_id, subscription);
    send(peer, { type: "ack", ref, data: { plan_id, seq: subscription.seq } });
    void tell(peer, plan_id, subscription, types);
  }

  async function tell(
    peer: Peer,
    planId: string,
    subscription: Subscription,
    types: readonly string[] | undefined,
  ): Promise<void> {
    for (;;) {
      const item = await subscription.next();
      // Closed by the peer, or replaced by its next subscription.
      if (watched.get(planId) !== subscription) return;
      if (item === null) break;
      await peer.flush(envelopes(planId, item, types));
    }
    watched.delete(planId);
    subscription.close();
    const { seq, over } = subscription;
    // Else this process stops, and another one goes on.
    if (!over) return;
    send(peer, { type: "end", seq, plan_id: planId, ts: deps.now(), data: null });
  }

  function envelopes(
    planId: string,
    item: FeedItem,
    types: readonly string[] | undefined,
  ): string[] {
    if (item.kind === "snapshot") {
      const { view } = item;
      const head = { type: "snapshot", seq: view.seq, plan_id: planId, ts: deps.now() };
      return [JSON.stringify({ ...head, data: view })];
    }
    return item.events
      .filter(({ event }) => isWanted(event.type, types))
      .map(({ event, json }) => {
        const head = { type: event.type, seq: event.seq, plan_id: planId, ts: event.at };
        return `${JSON.stringify(head).slice(0, -1)},"data":${json}}`;
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
