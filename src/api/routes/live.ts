import { EventListSchema } from "../../contract/plan/event.ts";
import { wrongAt } from "../../contract/problems/problem-error.ts";
import { say } from "../../contract/sentences/sentence.ts";
import {
  EventQuerySchema,
  ListSnapshotSchema,
  SOCKET_PROTOCOL,
} from "../../contract/service/stream.ts";
import { waitCounted } from "../auth/open-streams.ts";
import type { RecheckAccess } from "../auth/recheck-access.ts";
import { jsonOrStream, route } from "../http/route.ts";
import { readEvents } from "../log/read-events.ts";
import { eventStream } from "../stream/event-stream.ts";
import type { ListFeed } from "../stream/feed/list-feed.ts";
import { listStream } from "../stream/list-stream.ts";
import { untilEvents } from "../stream/long-poll.ts";
import type { OpenSockets } from "../stream/open-sockets.ts";
import { planSocket } from "../stream/plan-socket.ts";
import type { ApiDeps } from "./api-deps.ts";
import { PlanParams } from "./plans/params.ts";

/** What happens, as it happens: the log, server-sent events, and the WebSocket. */
export const liveRoutes = (
  deps: ApiDeps,
  listFeed: ListFeed,
  recheckAccess: RecheckAccess,
  openSockets: OpenSockets,
) => [
  route({
    at: "GET /v1/plans/:plan_id/events",
    id: "listEvents",
    tag: "live",
    role: "viewer",
    summary: "List a plan's events; with `accept: text/event-stream`, stream them",
    headers: ["Last-Event-ID"],
    params: PlanParams,
    query: EventQuerySchema,
    stream: eventStream(deps, recheckAccess),
    responses: {
      200: jsonOrStream(EventListSchema, "Events after a sequence number"),
      204: { description: "Of a stream: the plan has ended, and nothing is left to tell" },
    },
    async handler(c, { params: { plan_id }, query: { wait, board, ...wanted } }) {
      if (board === "true") {
        const once = say("ask_for_board", { plan: plan_id });
        throw wrongAt([{ pointer: "/query/board", detail: say("of_streams") }], once);
      }
      if (wait === undefined) return c.json(await readEvents(deps, plan_id, wanted), 200);
      const patient = { ...wanted, waitMs: wait * 1_000, signal: c.req.raw.signal };
      return c.json(await waitCounted(c, () => untilEvents(deps, plan_id, patient)), 200);
    },
  }),
  route({
    at: "GET /v1/events",
    id: "watchPlans",
    tag: "live",
    role: "viewer",
    summary:
      "Get all active plans and their holds; with `accept: text/event-stream`, stream changes",
    stream: listStream(listFeed, recheckAccess, deps.stream),
    responses: { 200: jsonOrStream(ListSnapshotSchema, "All active plans and their holds") },
    async handler(c) {
      const subscription = await listFeed.subscribe();
      try {
        const news = await subscription.next();
        if (news?.kind !== "snapshot") throw new Error("The lists begin with no snapshot.");
        return c.json(news.snapshot, 200);
      } finally {
        subscription.close();
      }
    },
  }),
  route({
    at: "GET /v1/ws",
    id: "openSocket",
    tag: "live",
    // Commands over a socket need what their own routes need.
    role: "viewer",
    summary: "Open a WebSocket for many plans (holdpoint.v1)",
    responses: {
      101: { description: `The socket is open; its subprotocol is ${SOCKET_PROTOCOL}.` },
    },
    handler: openSockets((c, postCommand) => planSocket(c, deps, postCommand)),
  }),
];
