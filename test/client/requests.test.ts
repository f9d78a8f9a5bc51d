import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { createClient, type ClientOptions } from "../../src/client/client.ts";
import { ConnectionError } from "../../src/client/connection-error.ts";
import { ProblemError } from "../../src/contract/problems/problem-error.ts";
import { AS_HOLDPOINT, startServer } from "../support/http-server.ts";

type Answer = (response: ServerResponse) => void;

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, { ...AS_HOLDPOINT, ...headers }).end(JSON.stringify(body));
const problem = (status: number, code: string, headers?: Record<string, string>): Answer =>
  json(status, { code, detail: "Not now." }, headers);
const breaksOff: Answer = (response) => void response.destroy();
const ok = json(200, { status: "ok" });

interface Flaky {
  readonly url: string;
  readonly requests: readonly IncomingMessage[];
  readonly bodies: readonly string[];
}

/** A server that answers one request after another as it is told, the last way from then on. */
async function startFlaky(...answers: readonly Answer[]): Promise<Flaky> {
  const requests: IncomingMessage[] = [];
  const bodies: string[] = [];
  const { url } = await startServer((request, response) => {
    const answer = answers[requests.length] ?? answers.at(-1);
    requests.push(request);
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString()));
    request.on("end", () => {
      bodies.push(body);
      answer?.(response);
    });
  });
  return { url, requests, bodies };
}

const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (answer) => expect.fail(`It answered ${JSON.stringify(answer)}.`),
    (error: unknown) => error,
  );

describe("a call that may work later", () => {
  test.each([
    ["breaks off", breaksOff],
    ["is answered by 503", problem(503, "worker_unavailable")],
    ["is answered by 429", problem(429, "rate_limited", { "retry-after": "0" })],
    ["is still running from before", problem(409, "request_in_progress")],
    [
      "meets a proxy without its API",
      (response: ServerResponse) => void response.writeHead(502).end("<html>"),
    ],
  ])("is sent again when it %s", async (_, answer) => {
    const { url, requests } = await startFlaky(answer, answer, ok);
    expect(await createClient(url).service.health()).toEqual({ status: "ok" });
    expect(requests).toHaveLength(3);
  });

  test("is sent once when retries are off, for the client or for the call", async () => {
    const { url, requests } = await startFlaky(problem(503, "worker_unavailable"));
    const refused = await failure(createClient(url, { retries: 0 }).plans.pause("tea"));
    expect(refused).toMatchObject({ status: 503, problem: { code: "worker_unavailable" } });
    await failure(createClient(url).service.health({ retries: 0 }));
    expect(requests).toHaveLength(2);
  });

  test("is given up with its last refusal when the wait would take longer than the call may", async () => {
    const { url, requests } = await startFlaky(
      problem(429, "rate_limited", { "retry-after": "3600" }),
    );
    const refused = await failure(createClient(url).service.health());
    expect(refused).toMatchObject({ status: 429, retryAfter: 3600 });
    expect(requests).toHaveLength(1);
  });

  test("is given up after so many retries when nobody listens", async () => {
    const { url, server } = await startServer();
    server.close();
    const error = await failure(createClient(url, { retries: 2 }).service.health());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ reason: "unreachable", url });
  });

  test("ends with the reason of its signal while it waits", async () => {
    const { url } = await startFlaky(problem(503, "worker_unavailable", { "retry-after": "30" }));
    const stopping = new AbortController();
    const failed = failure(createClient(url).service.health({ signal: stopping.signal }));
    stopping.abort(new Error("enough"));
    expect(await failed).toEqual(new Error("enough"));
  });
});

describe("a call", () => {
  test("that is never answered is over when its time is", async () => {
    const { url } = await startFlaky(() => undefined);
    const error = await failure(createClient(url).service.health({ timeoutMs: 100.5 }));
    expect(error).toMatchObject({ reason: "timed_out" });
    expect((error as Error).message).toContain("may have been done");
  });

  test("that is refused for good fails at once with the whole problem", async () => {
    const body = { code: "hold_already_decided", detail: "It was decided.", hint: "Look at it." };
    const { url, requests } = await startFlaky(json(409, body));
    const refused = await failure(
      createClient(url).holds.decide("tea.h1", { decision: "approve" }),
    );
    expect(refused).toBeInstanceOf(ProblemError);
    expect(refused).toMatchObject({ status: 409, problem: body });
    expect(requests).toHaveLength(1);
  });

  test.each([
    [200, "<html>Sign in to the WiFi</html>"],
    [200, '{"hello":1}'],
    [404, "<html>Nothing here</html>"],
    [404, '{"code":"plan_not_found","detail":"So it says."}'],
  ])("that something else answers with %i %s is told apart", async (status, body) => {
    const { url } = await startFlaky((response) => void response.writeHead(status).end(body));
    const { plans, sessions, holds, service } = createClient(url);
    for (const call of [
      () => plans.get("tea"),
      () => plans.delete("tea"),
      () => sessions.delete("tea", "s1"),
      () => holds.arguments("tea.h1"),
      () => service.metrics(),
      () => plans.watch("tea").next(),
      () => plans.watch("tea", { as: "boards" }).next(),
      () => plans.watchAll().next(),
    ]) {
      const error = await failure(call());
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({ reason: "not_holdpoint", status, url });
    }
  });

  test("that changes something carries one idempotency key, however often it is sent", async () => {
    const { url, requests } = await startFlaky(breaksOff, ok);
    const { plans } = createClient(url);
    await plans.pause("tea");
    await plans.pause("tea");
    const [first, again, other] = requests.map(({ headers }) => headers["idempotency-key"]);
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  test.each<[string, ClientOptions]>([
    ["reads", {}],
    ["is sent once only", { retries: 0 }],
  ])("that %s needs no idempotency key", async (_, options) => {
    const { url, requests } = await startFlaky(ok);
    const { plans } = createClient(url, options);
    await (options.retries === 0 ? plans.pause("tea") : plans.get("tea"));
    expect(requests[0]?.headers["idempotency-key"]).toBeUndefined();
  });

  test("says what is asked, leaves out what is undefined, and carries the key", async () => {
    const { url, requests, bodies } = await startFlaky(ok);
    const { plans, files } = createClient(`${url}/behind/`, { key: "hp_secret" });
    await plans.list({ status: "running", limit: 5, cursor: undefined });
    await plans.cancel("tea", { reason: "차갑다" });
    await plans.edit("tea", { ops: [] }, { validateOnly: true });
    await files.upload("tea", "표 1.csv", new TextEncoder().encode("a,b"));
    expect(requests.map((request) => `${request.method} ${request.url}`)).toEqual([
      "GET /behind/v1/plans?status=running&limit=5",
      "POST /behind/v1/plans/tea/cancel",
      "POST /behind/v1/plans/tea/edits?validate_only=true",
      "POST /behind/v1/plans/tea/files?name=%ED%91%9C%201.csv",
    ]);
    expect(bodies).toEqual(["", '{"reason":"차갑다"}', '{"ops":[]}', "a,b"]);
    expect(requests.every(({ headers }) => headers.authorization === "Bearer hp_secret")).toBe(
      true,
    );
  });

  test("takes an id as one part of the path, whatever is in it", async () => {
    const { url, requests } = await startFlaky(ok);
    const { todos, plans } = createClient(url);
    await todos.get("a/b?c", "#d e");
    expect(requests[0]?.url).toBe("/v1/plans/a%2Fb%3Fc/todos/%23d%20e");
    for (const id of ["", ".", ".."]) {
      for (const refused of [plans.get(id), plans.watch(id).next()]) {
        expect(await failure(refused)).toMatchObject({ problem: { code: "validation_failed" } });
      }
    }
    expect(requests).toHaveLength(1);
  });
});

describe("before anything is sent, it is refused", () => {
  test("that a key is what no key can be", () => {
    expect(() => createClient("http://127.0.0.1:1", { key: "hp_\n" })).toThrow("The key is not");
  });

  test.each(["127.0.0.1:7741", "localhost:7741", "", "ftp://127.0.0.1", "http://a/?b=c"])(
    "that %j is the address",
    (url) => {
      expect(() => createClient(url)).toThrow("is not the address of an API");
    },
  );

  test.each(["http://127.0.0.1:1/v1", "http://127.0.0.1:1/holdpoint/v1/"])(
    "that %j is the address, which ends before /v1",
    (url) => {
      expect(() => createClient(url)).toThrow("without /v1");
    },
  );

  test("that nothing is an id", async () => {
    const { plans } = createClient("http://127.0.0.1:1");
    const problem = { code: "validation_failed", detail: '"" is not an id.' };
    for (const id of [undefined, null]) {
      expect(await failure(plans.get(id as unknown as string))).toMatchObject({ problem });
    }
  });

  test("that a bigint is JSON, and where it stands", async () => {
    const { plans } = createClient("http://127.0.0.1:1");
    const todos = [{ title: "Count", tool_params: { rows: 1n as unknown as number } }];
    await expect(plans.create({ title: "Rows", todos })).rejects.toThrow('"rows" is a bigint');
  });

  test.each([-1, Number.NaN])("that a call may take %d milliseconds", async (timeoutMs) => {
    const told = `timeoutMs is ${timeoutMs}`;
    expect(() => createClient("http://127.0.0.1:1", { timeoutMs })).toThrow(told);
    const { service } = createClient("http://127.0.0.1:1");
    await expect(service.health({ timeoutMs })).rejects.toThrow(told);
  });
});

test("a refusal says in a log what it is and each place that is wrong, the first five of many", async () => {
  const wrong = (count: number): Answer =>
    json(422, {
      code: "validation_failed",
      detail: `${count} values are not valid.`,
      hint: "Correct them.",
      errors: Array.from({ length: count }, (_, at) => ({
        pointer: `/todos/${at}/title`,
        detail: "is missing.",
      })),
    });
  const { url } = await startFlaky(wrong(2), wrong(7));
  const client = createClient(url);
  const two = await failure(client.plans.create({ title: "Tea", todos: [] }));
  expect(String(two)).toBe(
    "ProblemError: 2 values are not valid.\n  /todos/0/title is missing.\n  /todos/1/title is missing.\nCorrect them.",
  );
  const seven = await failure(client.plans.create({ title: "Tea", todos: [] }));
  expect(String(seven)).toContain("/todos/4/title is missing.\n  …\nCorrect them.");
  expect((seven as ProblemError).problem.errors).toHaveLength(7);
});
