import fc from "fast-check";
import { expect, test } from "vitest";
import { HitlServerMessageSchema } from "../../../src/compat/hitl-contract.ts";
import { SocketAnswerSchema } from "../../../src/contract/service/stream.ts";
import { useApi } from "../../support/api-harness.ts";
import { openSocket } from "./support/open-socket.ts";
import { serveApi } from "./support/served-api.ts";

const api = useApi();
const FRAMES = Number(process.env["FRAMES"] ?? 500);
const seed = Number(process.env["FRAMES_SEED"] ?? 20_251_120);
const asked = {
  id: "asked",
  title: "승인",
  requires_approval: true,
  tool_name: "echo",
  tool_params: { text: "x" },
};

const word = fc.constantFrom(
  "subscribe",
  "unsubscribe",
  "command",
  "decision",
  "answer",
  "edit",
  "pause",
  "hitl_plan_response",
  "hitl_approval_response",
  "hitl_input_response",
  "hitl_control",
  "approve",
  "fuzzed",
  "fuzzed.h1",
  "nobody",
);
const anything = fc.oneof(word, fc.jsonValue({ maxDepth: 4 }), fc.string({ unit: "binary" }));
const field = fc.constantFrom(
  "type",
  "ref",
  "plan_id",
  "hold_id",
  "command",
  "data",
  "after",
  "types",
  "session_id",
  "todo_id",
  "request_id",
  "digest",
  "action",
  "edits",
  "value",
  "__proto__",
  "constructor",
);
/** Never what would change the plan: a decision on its hold needs a word that is not here. */
const message = fc
  .dictionary(field, anything, { maxKeys: 8 })
  .filter((written) => written["command"] !== "pause" && written["action"] !== "approve")
  .map((written) => JSON.stringify(written));
const cut = fc.tuple(message, fc.nat(60)).map(([text, length]) => text.slice(0, length));
const frame = fc.oneof(
  { weight: 4, arbitrary: message },
  cut,
  fc.json(),
  fc.string({ unit: "grapheme" }),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.nat(3_000).map((depth) => '{"a":'.repeat(depth)),
);

const raw = fc.uint8Array({ minLength: 2, maxLength: 300 });

test.each([
  ["/v1/ws", SocketAnswerSchema],
  ["/ws/{id}", HitlServerMessageSchema],
])(
  `${FRAMES} odd frames to %s are each answered, and nothing breaks`,
  { timeout: Math.max(120_000, FRAMES * 20) },
  async (path, answerSchema) => {
    const id = path === "/v1/ws" ? "fuzzed" : "fuzzed-seed";
    await api().create({ id, title: "퍼즈", todos: [asked] });
    await api().untilHolds(id);
    const before = await api().events(id);
    const { url } = await serveApi(api().deps);
    const socket = await openSocket(url + path.replace("{id}", id));
    const isAnswer = (text: { type: string; data?: unknown }): boolean =>
      text.type === "ack" ||
      text.type === "problem" ||
      (text.data as { in_reply_to?: unknown } | undefined)?.in_reply_to !== undefined;
    for (const odd of fc.sample(frame, { numRuns: FRAMES, seed })) {
      socket.send(odd);
      answerSchema.parse(await socket.until(isAnswer));
    }
    expect(await api().events(id)).toEqual(before);
    expect(socket.messages.filter(isAnswer)).toHaveLength(FRAMES);
  },
);

test("bytes that are no frames end their own connection and no other", async () => {
  const { url } = await serveApi(api().deps);
  const other = await openSocket(`${url}/v1/ws`);
  for (const bytes of fc.sample(raw, { numRuns: 100, seed })) {
    const socket = await openSocket(`${url}/v1/ws`);
    socket.rawWrite(Buffer.from([0xff, ...bytes]));
    expect((await socket.closed).code).toBeGreaterThan(1000);
  }
  expect((await other.ask({ type: "unsubscribe", plan_id: "a" })).type).toBe("ack");
});
