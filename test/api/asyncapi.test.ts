import asyncApi from "@asyncapi/specs/schemas/3.0.0.json" with { type: "json" };
import { Validator, type Schema } from "@cfworker/json-schema";
import { describe, expect, test } from "vitest";
import type { AsyncApiDocument } from "../../src/api/openapi/asyncapi-document.ts";
import { EVENT_TYPES } from "../../src/contract/plan/event.ts";
import { useApi } from "../support/api-harness.ts";
import { openSocket } from "./stream/support/open-socket.ts";
import { openStream } from "./stream/support/open-stream.ts";
import { serveApi } from "./stream/support/served-api.ts";

const api = useApi();
const document = () => api().get<AsyncApiDocument & { servers: unknown }>("/asyncapi.json");
const asked = {
  id: "a",
  title: "승인",
  requires_approval: true,
  tool_name: "echo",
  tool_params: { text: "x" },
};

/** Says what the document holds against a message of a channel; empty when nothing. */
async function createJudge(channel: string) {
  const { components } = await document();
  return (name: string, value: unknown): string[] => {
    const message = components["messages"]?.[`${channel}.${name}`];
    if (message === undefined) return [`there is no message "${name}"`];
    const root = { ...(message["payload"] as Schema), components } as Schema;
    return new Validator(root, "7").validate(value).errors.map(({ error }) => error);
  };
}

describe("the live stream's document", () => {
  test("is AsyncAPI 3.0, as its own schema has it", async () => {
    const official = new Validator(asyncApi as Schema, "7");
    const whole = await document();
    expect(official.validate(whole).errors).toEqual([]);
    const { socket } = whole.channels;
    const broken = { ...whole, channels: { socket: { ...socket, messages: { ack: 1 } } } };
    expect(official.validate(broken).valid).toBe(false);
  });

  test("has the four channels, at the address where it was asked for", async () => {
    const { channels, servers } = await document();
    expect(Object.values(channels).map(({ address }) => address)).toEqual([
      "/v1/plans/{plan_id}/events",
      "/v1/events",
      "/v1/ws",
      "/ws/{session_id}",
    ]);
    expect(servers).toEqual({
      http: { host: "localhost", protocol: "http" },
      sockets: { host: "localhost", protocol: "ws" },
    });
  });

  test("leads nowhere that is not there", async () => {
    const whole = await document();
    const references = [...JSON.stringify(whole).matchAll(/"\$ref":"#\/([^"]*)"/g)];
    expect(references.length).toBeGreaterThan(40);
    for (const [, reference = ""] of references) {
      let at: unknown = whole;
      for (const part of reference.split("/"))
        at = (at as Record<string, unknown> | undefined)?.[part];
      expect(at, reference).toBeTypeOf("object");
    }
  });

  test("uses every message in an operation, and names every type of event", async () => {
    const { channels, operations, components } = await document();
    const used = new Set(
      [...JSON.stringify(operations).matchAll(/#\/(channels[^"]*)/g)].map(String),
    );
    for (const [channel, { messages }] of Object.entries(channels)) {
      for (const name of Object.keys(messages)) {
        const pointer = `channels/${channel}/messages/${name}`;
        expect(
          [...used].some((one) => one.endsWith(`,${pointer}`)),
          pointer,
        ).toBe(true);
      }
    }
    const event = components["schemas"]?.["PlanEvent"] as {
      properties: { type: { enum: string[] } };
    };
    expect(event.properties.type.enum).toEqual(EVENT_TYPES);
  });
});

describe("what comes over the live stream is what its document says", () => {
  test("as server-sent events", async () => {
    const judge = await createJudge("planEvents");
    const { id } = await api().create({ title: "흐름", todos: [asked] });
    const [hold] = await api().untilHolds(id);
    const { url } = await serveApi(api().deps);
    const stream = await openStream(`${url}/v1/plans/${id}/events`);
    await stream.next();
    await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "approve" });
    const [first, ...events] = [...stream.messages, ...(await stream.rest())];
    expect(judge("snapshot", first!.data)).toEqual([]);
    expect(events.length).toBeGreaterThan(2);
    for (const { data } of events) expect(judge("event", data)).toEqual([]);
    expect(judge("event", { ...(first!.data as object) })).not.toEqual([]);
  });

  test("over the socket for many plans, both ways", async () => {
    const judge = await createJudge("socket");
    const { id: plan_id } = await api().create({ title: "소켓", todos: [asked] });
    const [hold] = await api().untilHolds(plan_id);
    const { url } = await serveApi(api().deps);
    const socket = await openSocket(`${url}/v1/ws`, ["holdpoint.v1"]);
    const messages = [
      { type: "subscribe", ref: "r1", plan_id, types: "hold,plan" },
      { type: "command", ref: "r2", command: "resume", plan_id },
      { type: "command", ref: "r3", command: "decision", hold_id: hold!.id, data: APPROVE },
      { type: "unsubscribe", ref: "r4", plan_id: "nowhere" },
    ];
    for (const message of messages) {
      expect(judge(message.type, message)).toEqual([]);
      await socket.ask(message);
    }
    await socket.until(({ type }) => type === "end");
    const types = new Set(socket.messages.map(({ type }) => type));
    expect([...types]).toEqual(expect.arrayContaining(["snapshot", "ack", "problem", "end"]));
    for (const message of socket.messages) {
      const name = EVENT_TYPES.some((type) => type === message.type) ? "event" : message.type;
      expect(judge(name, message), message.type).toEqual([]);
    }
    expect(judge("subscribe", { type: "subscribe", ref: "r1" })).not.toEqual([]);
    expect(judge("ack", { type: "ack" })).not.toEqual([]);
  });

  test("over seed S0's socket, both ways", async () => {
    const judge = await createJudge("hitlSocket");
    const question = { question: "왜?", input_type: "choice" as const, options: ["하나", "둘"] };
    const { id: session_id } = await api().create({
      title: "씨앗",
      plan_review: true,
      todos: [asked, { id: "q", title: "질문", input_request: question }],
    });
    const { url } = await serveApi(api().deps);
    const socket = await openSocket(`${url}/ws/${session_id}`);
    const send = (message: { type: string; [field: string]: unknown }): void => {
      expect(judge(message.type, message)).toEqual([]);
      socket.send(message);
    };
    await socket.until(({ type }) => type === "hitl_plan_review");
    send({ type: "hitl_control", session_id, command: "resume", command_id: "one" });
    send({ type: "hitl_plan_response", session_id, plan_id: session_id, action: "approve" });
    await socket.until(({ type }) => type === "hitl_approval_request");
    send({ type: "hitl_approval_response", session_id, todo_id: "a", action: "approve" });
    const request_id = `${session_id}.h3`;
    send({ type: "hitl_input_response", session_id, request_id, value: "둘" });
    await socket.until(({ data }) => (data as Told | undefined)?.event?.type === "plan.completed");
    for (const message of socket.messages) {
      expect(judge(message.type, message), JSON.stringify(message)).toEqual([]);
    }
    const types = new Set(socket.messages.map(({ type }) => type));
    expect([...types].toSorted()).toEqual([
      "hitl_approval_request",
      "hitl_input_request",
      "hitl_plan_review",
      "hitl_status_update",
    ]);
  });
});

const APPROVE = { decision: "approve" };
interface Told {
  readonly event?: { readonly type: string };
}
