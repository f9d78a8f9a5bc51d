import type { z } from "zod";
import { HitlClientMessageSchema, HitlServerMessageSchema } from "../../compat/hitl-contract.ts";
import { BoardEventSchema, BoardSchema } from "../../contract/plan/board.ts";
import { PlanViewSchema } from "../../contract/plan/plan.ts";
import {
  ClientMessageSchema,
  EnvelopeSchema,
  ListChangeSchema,
  ListSnapshotSchema,
  SOCKET_PROTOCOL,
  SocketAnswerSchema,
  STREAM_LIMITS,
} from "../../contract/service/stream.ts";
import type { Route } from "../http/route.ts";
import { StreamQuerySchema } from "../stream/event-stream.ts";
import { writeDocument, type JsonSchemaObject, type SchemaWriter } from "./schema-writer.ts";

/** An AsyncAPI 3.0 document, as far as anybody here reads it. */
export interface AsyncApiDocument {
  readonly asyncapi: string;
  readonly info: JsonSchemaObject;
  readonly defaultContentType: string;
  readonly channels: Readonly<Record<string, Channel>>;
  readonly operations: Readonly<Record<string, JsonSchemaObject>>;
  readonly components: Readonly<Record<string, Record<string, JsonSchemaObject>>>;
}

interface Channel {
  readonly address: string;
  readonly messages: Readonly<Record<string, Reference>>;
  readonly [field: string]: unknown;
}

interface Reference {
  readonly $ref: string;
}

type Messages = Readonly<Record<string, JsonSchemaObject>>;

/** The live stream's document (AsyncAPI 3.0), made of the schemas that its messages are checked with. */
export function asyncApiDocument(routes: readonly Route[]): AsyncApiDocument {
  return writeDocument((writer) => describeStream(routes, writer), "draft-7");
}

function describeStream(
  routes: readonly Route[],
  { input, output, components }: SchemaWriter,
): AsyncApiDocument {
  const operation = createOperation(routes);
  const sent = (union: Union): Messages => messagesOf(union, output);
  const taken = (union: Union): Messages => messagesOf(union, input);
  const events: Messages = {
    snapshot: { ...sse("snapshot", SEQ), payload: output(PlanViewSchema) },
    board: { ...sse("board", SEQ), payload: output(BoardSchema) },
    event: { ...sse("the event's `type`", SEQ), payload: output(BoardEventSchema) },
    end: { ...sse("end", SEQ), payload: { type: "null" } },
  };
  const rows: Messages = {
    snapshot: { ...sse("snapshot"), payload: output(ListSnapshotSchema) },
    ...Object.fromEntries(
      ListChangeSchema.options.map(({ shape }) => [
        shape.type.value,
        { ...sse(shape.type.value), payload: output(shape.data) },
      ]),
    ),
  };
  const sentMessages = sent(EnvelopeSchema);
  const replies = sent(SocketAnswerSchema);
  const asked = taken(ClientMessageSchema);
  const hitlTold = sent(HitlServerMessageSchema);
  const hitlAsked = taken(HitlClientMessageSchema);
  const all = {
    planEvents: events,
    allPlans: rows,
    socket: { ...sentMessages, ...replies, ...asked },
    hitlSocket: { ...hitlTold, ...hitlAsked },
  };
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Holdpoint, live",
      version: "1",
      description:
        "What happens to plans, as it happens. The same events come as server-sent events and over a WebSocket; seed S0's messages have a WebSocket of their own. Sequence numbers are of the plan, without gaps: who comes back names the last one and misses nothing, or gets a snapshot. /openapi.json describes the routes, docs/api.md the conventions.",
      license: { name: "MIT" },
    },
    defaultContentType: "application/json",
    channels: {
      planEvents: {
        address: "/v1/plans/{plan_id}/events",
        title: "Server-sent events of one plan",
        description:
          "`GET` with `accept: text/event-stream`. A snapshot comes first, or what follows `Last-Event-ID` (or `after`); then every event up to the plan's end, and last `end`. With `board=true` a board takes the snapshot's place, and events have `rows` to fold into it. A comment line every 15 s shows that the stream is alive. 204 after `end`: nothing is left to tell.",
        parameters: { plan_id: { description: "The plan's id" } },
        messages: linked("planEvents", events),
      },
      allPlans: {
        address: "/v1/events",
        title: "Server-sent events of all plans",
        description:
          "`GET` with `accept: text/event-stream`. A snapshot comes first, whenever one comes back; then every row of the lists that changes, about a second later. No worker is asked. While Temporal does not answer, nothing comes but heartbeats.",
        messages: linked("allPlans", rows),
      },
      socket: {
        address: "/v1/ws",
        title: "A WebSocket for many plans",
        description: `One JSON object in each text frame, of ${STREAM_LIMITS.frame_bytes} bytes at most. Each message of the client has a \`ref\`, and its answer has the same one. Commands are what the HTTP routes take, with the same answers.`,
        messages: linked("socket", all.socket),
        bindings: webSocket({
          type: "object",
          properties: { "Sec-WebSocket-Protocol": { type: "string", const: SOCKET_PROTOCOL } },
        }),
      },
      hitlSocket: {
        address: "/ws/{session_id}",
        title: "Seed S0's WebSocket for one plan",
        description:
          "The messages of seed S0 §5.5 and §5.6. Each message of the client is answered by a `hitl_status_update` with `in_reply_to`, and its `command_id` if it had one.",
        parameters: { session_id: { description: "The plan's id" } },
        messages: linked("hitlSocket", all.hitlSocket),
        bindings: webSocket(),
      },
    },
    operations: {
      sendPlanEvents: {
        ...operation("send", "planEvents", events, "GET /v1/plans/:plan_id/events"),
        bindings: {
          http: { method: "GET", query: input(StreamQuerySchema), bindingVersion: "0.3.0" },
        },
      },
      sendListedPlans: {
        ...operation("send", "allPlans", rows, "GET /v1/events"),
        bindings: { http: { method: "GET", bindingVersion: "0.3.0" } },
      },
      sendWatchedPlans: operation("send", "socket", sentMessages, "GET /v1/ws"),
      takeSocketMessage: {
        ...operation("receive", "socket", asked, "GET /v1/ws"),
        reply: { channel: { $ref: "#/channels/socket" }, messages: pointers("socket", replies) },
      },
      sendHitlMessages: operation("send", "hitlSocket", hitlTold, "GET /ws/:session_id"),
      takeHitlMessage: {
        ...operation("receive", "hitlSocket", hitlAsked, "GET /ws/:session_id"),
        reply: {
          channel: { $ref: "#/channels/hitlSocket" },
          messages: [{ $ref: "#/channels/hitlSocket/messages/hitl_status_update" }],
        },
      },
    },
    components: {
      messages: Object.assign(
        {},
        ...Object.entries(all).map(([channel, messages]) => named(channel, messages)),
      ),
      schemas: components(),
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "A key, `hp_…`. On loopback without keys none is needed.",
        },
      },
    },
  };
}

/** Where the document's channels are, for an API that was asked at this address. */
export function serversAt(address: string): Record<string, JsonSchemaObject> {
  const { host, protocol } = new URL(address);
  const secure = protocol === "https:" ? "s" : "";
  return {
    http: { host, protocol: `http${secure}` },
    sockets: { host, protocol: `ws${secure}` },
  };
}

interface Union extends z.ZodType {
  readonly options: readonly unknown[];
}

/** The messages of a union, by their `type`; the message that may be any event is called `event`. */
function messagesOf(union: Union, write: (schema: z.ZodType) => JsonSchemaObject): Messages {
  return Object.fromEntries(
    union.options.map((option) => {
      const payload = write(option as z.ZodType);
      const [variant = payload] = (payload["oneOf"] ?? []) as JsonSchemaObject[];
      const { type } = variant["properties"] as { type: { const?: string } };
      return [type.const ?? "event", { payload }];
    }),
  );
}

/** A server-sent event: its fields beside `data`, which is the payload. */
function sse(event: string, more: JsonSchemaObject = {}): JsonSchemaObject {
  const properties = { event: { type: "string", description: `It is ${event}.` }, ...more };
  return { headers: { type: "object", properties, required: Object.keys(properties) } };
}

const SEQ = { id: { type: "integer", description: "The sequence number, for Last-Event-ID" } };

function named(channel: string, messages: Messages): Messages {
  return Object.fromEntries(
    Object.entries(messages).map(([name, message]) => [`${channel}.${name}`, { name, ...message }]),
  );
}

function linked(channel: string, messages: Messages): Record<string, Reference> {
  return Object.fromEntries(
    Object.keys(messages).map((name) => [
      name,
      { $ref: `#/components/messages/${channel}.${name}` },
    ]),
  );
}

function pointers(channel: string, messages: Messages): Reference[] {
  return Object.keys(messages).map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` }));
}

/** Describes what the API sends or receives on a route's channel. */
function createOperation(routes: readonly Route[]) {
  return function operation(
    /** What the API does. */
    action: "send" | "receive",
    channel: string,
    messages: Messages,
    at: Route["at"],
  ): JsonSchemaObject {
    const role = routes.find((route) => route.at === at)?.role;
    return {
      action,
      channel: { $ref: `#/channels/${channel}` },
      description: `Needs the role ${role}; commands need what their own routes need.`,
      security: [{ $ref: "#/components/securitySchemes/bearer" }],
      messages: pointers(channel, messages),
    };
  };
}

function webSocket(headers?: JsonSchemaObject): JsonSchemaObject {
  return { ws: { method: "GET", ...(headers && { headers }), bindingVersion: "0.1.0" } };
}
