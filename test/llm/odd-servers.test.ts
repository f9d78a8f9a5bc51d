import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ModelAnswer } from "../../src/contract/model.ts";
import { ModelFailure } from "../../src/llm/model-failure.ts";
import { ModelSettingsSchema } from "../../src/llm/model-settings.ts";
import { createOpenAiModel } from "../../src/llm/openai-model.ts";

const KEY = "hpkey-4c1d0f9a7be2";
type Answer = (response: ServerResponse, asked: IncomingMessage) => void;

/** Asks a server once that answers as a test says. */
async function ask(answer: Answer, timeout_seconds = 30): Promise<ModelAnswer> {
  const server = createServer((asked, response) => {
    asked.resume().on("end", () => answer(response, asked));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const settings = ModelSettingsSchema.parse({
    base_url: `http://127.0.0.1:${port}/v1`,
    key_variable: "ODD_TEST_KEY",
    model: "odd",
    prices: { odd: { input_per_million: 2, output_per_million: 10 } },
    timeout_seconds,
  });
  return createOpenAiModel(settings, { ODD_TEST_KEY: KEY }).turn(
    {
      turn_key: "odd-servers/1",
      role: "planner",
      prompt: { name: "test", version: "1" },
      messages: [{ role: "user", content: "hello" }],
      tools: [{ name: "files.read", description: "Reads", parameters: { type: "object" } }],
    },
    { signal: new AbortController().signal },
  );
}

const sends =
  (type: string, body: string | object, status = 200): Answer =>
  (response) =>
    response
      .writeHead(status, { "content-type": type })
      .end(typeof body === "string" ? body : JSON.stringify(body));
const json = (body: object) => sends("application/json; charset=utf-8", body);

async function failureOf(answer: Answer, timeout_seconds?: number): Promise<ModelFailure> {
  const error = await ask(answer, timeout_seconds).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ModelFailure);
  return error as ModelFailure;
}

describe("a server that does not stream", () => {
  test("has its answer taken, with what it used", async () => {
    const usage = { prompt_tokens: 1_000, completion_tokens: 200 };
    const message = { role: "assistant", content: `Good day, ${KEY}.` };
    const answer = await ask(json({ choices: [{ message, finish_reason: "stop" }], usage }));
    expect(answer).toEqual({
      content: "Good day, [key].",
      tool_calls: [],
      ended: "done",
      model: "odd",
      usage: { input_tokens: 1_000, output_tokens: 200, cost_usd: 0.004 },
    });
  });

  test("has its tool calls taken, each as one", async () => {
    const call = (id: string, path: string) => ({
      id,
      type: "function",
      function: { name: "files_read", arguments: JSON.stringify({ path }) },
    });
    const message = { content: null, tool_calls: [call("one", "a"), call("two", "b")] };
    const answer = await ask(json({ choices: [{ message, finish_reason: "tool_calls" }] }));
    expect(answer.ended).toBe("tool_calls");
    expect(answer.tool_calls).toEqual([
      { id: "one", name: "files.read", arguments: '{"path":"a"}' },
      { id: "two", name: "files.read", arguments: '{"path":"b"}' },
    ]);
  });

  test.each([
    ["length", { content: "And so" }, "length"],
    ["content_filter", { content: "" }, "refused"],
    [undefined, { content: "Done." }, "done"],
  ])("ends its answer by %s as a stream does", async (finish_reason, message, ended) => {
    expect((await ask(json({ choices: [{ message, finish_reason }] }))).ended).toBe(ended);
  });

  test("may tell an error with a status of success: what it says decides whether it is asked again", async () => {
    const busy = await failureOf(json({ error: { code: 429, message: "slow down" } }));
    expect([busy.how.isFinal, busy.said.id]).toEqual([false, "model_busy"]);
    const failed = await failureOf(json({ error: { code: 503, message: "overloaded" } }));
    expect([failed.how.isFinal, failed.said.id]).toEqual([false, "model_server_failed"]);
    const wrong = await failureOf(json({ error: `no model "odd", ${KEY}` }));
    expect([wrong.how.isFinal, wrong.said.id]).toEqual([true, "model_refused_request"]);
    expect(wrong.message).toContain('no model "odd", [key]');
  });
});

describe("what is no model's server", () => {
  test.each([
    ["a page", sends("text/html; charset=utf-8", "<!doctype html><title>Sign in</title>")],
    ["other JSON", json({ ok: true })],
    ["a list", json([])],
    ["choices without a message", json({ choices: [{}] })],
    ["choices that are none", json({ choices: [null] })],
    ["lines of JSON", sends("application/x-ndjson", '{"message":{}}\n{"done":true}\n')],
    ["a page of XHTML", sends("application/xhtml+xml", "<html/>")],
  ])("is told apart by %s, and not asked again and again", async (_, answer) => {
    const { how, message } = await failureOf(answer);
    expect(how.isFinal).toBe(true);
    expect(message).toMatch(/no model's server: it sent (text|application)\/\S+ without an answer/);
    expect(message).toContain("base_url");
  });

  test("may be where the key is to be sent on to: it is not", async () => {
    let isFollowed = false;
    const failure = await failureOf((response, { url }) => {
      isFollowed ||= url === "/elsewhere";
      response.writeHead(307, { location: "/elsewhere" }).end();
    });
    expect(failure.how.isFinal).toBe(true);
    expect(failure.message).toContain("redirects (HTTP 307)");
    expect(isFollowed).toBe(false);
  });
});

describe("a server that gets stuck is asked again later", () => {
  const HALF = 'data: {"choices":[{"index":0,"delta":{"content":"Half of"}}]}\n\n';
  test.each([
    ["in a stream", "text/event-stream", HALF, "timeout"],
    ["before a stream's first word", "text/event-stream", "", "timeout"],
    ["in JSON", "application/json", '{"choices":[{"mess', "timeout"],
  ])("%s, once its time is over", async (_, type, half, expected) => {
    const { how } = await failureOf((response) => {
      response.writeHead(200, { "content-type": type });
      response.flushHeaders();
      response.write(half);
    }, 1);
    expect(how).toEqual({ type: expected, isFinal: false });
  });

  test.each([
    ["a stream", "text/event-stream", HALF],
    ["JSON", "application/json", '{"choices":[{"mess'],
  ])("when the connection is lost within %s", async (_, type, half) => {
    const { how, said } = await failureOf((response) => {
      response.writeHead(200, { "content-type": type, "content-length": "1000" });
      response.write(half, () => setImmediate(() => response.destroy()));
    });
    expect([how.isFinal, said.id]).toEqual([false, "model_broke_off"]);
  });

  test("when a proxy before it answers with a page of its own", async () => {
    const page = sends("text/html", "<h1>Bad gateway</h1>", 502);
    const { how, message } = await failureOf(page);
    expect(how.isFinal).toBe(false);
    expect(message).toBe("The model's server failed (HTTP 502).");
  });
});

describe("an answer without end", () => {
  const piece = "a".repeat(64 * 1024);
  /** Sends a beginning, and then the same piece until nobody reads any more. */
  const sendsForever =
    (status: number, type: string, begin: string, again: string): Answer =>
    (response) => {
      response.writeHead(status, { "content-type": type });
      response.write(begin);
      const send = (): void => {
        while (!response.destroyed && response.write(again));
      };
      response.on("drain", send);
      send();
    };

  test.each([
    ["in one line of a stream", 'data: {"choices":[{"delta":{"content":"', piece],
    ["in a stream's event of many lines", "data: {\n", `data: ${piece}\n`],
    ["in a stream's event of lines as on Windows", "data: {\r\n", `data: ${piece}\r\n`],
    ["in a stream of comments that never ends its event", ":\n", `: ${piece}\n`],
  ])("%s is not kept to its end, and not asked for again", async (_, begin, again) => {
    const { how, said } = await failureOf(sendsForever(200, "text/event-stream", begin, again));
    expect([how.isFinal, said.id]).toEqual([true, "model_endless"]);
  });

  test("in JSON is not kept to its end", async () => {
    const { how, said } = await failureOf(sendsForever(200, "application/json", '{"a":"', piece));
    expect([how.isFinal, said.id]).toEqual([true, "model_endless"]);
  });

  test("of a refusal is not kept to its end: its status says what follows", async () => {
    const { how, message } = await failureOf(sendsForever(503, "text/plain", "", piece));
    expect(how.isFinal).toBe(false);
    expect(message).toBe("The model's server failed (HTTP 503).");
  });

  test("is none where a stream has many long events", async () => {
    const event = (content: string) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\r\n\r\n`;
    const padding = `: ${piece}\r\n\r\n`.repeat(250);
    const end = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n';
    const answer = await ask(
      sends(
        "text/event-stream",
        event("Good ") + padding + event("day.") + end + "data: [DONE]\n\n",
      ),
    );
    expect(answer.content).toBe("Good day.");
  });
});
