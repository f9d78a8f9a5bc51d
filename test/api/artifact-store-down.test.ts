import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { createApp } from "../../src/api/app.ts";
import { createGateways } from "../../src/api/gateway/gateways.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { FileAnswer } from "../../src/contract/plan/todo.ts";
import { SOCKET_PROTOCOL } from "../../src/contract/service/stream.ts";
import { BUCKET_PATIENCE } from "../../src/runtime/api/api.ts";
import { connectClient } from "../../src/temporal/connection/connect.ts";
import {
  createArtifactStore,
  LockedArtifactError,
  MissingArtifactError,
  type ArtifactStore,
} from "../../src/temporal/connection/payloads/artifact-store.ts";
import { createS3Artifacts } from "../../src/temporal/connection/payloads/s3-artifacts.ts";
import { openBucket } from "../../src/temporal/connection/payloads/s3-bucket.ts";
import { eventsQuery, todoQuery, type EventPage } from "../../src/workflows/wire/messages.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { bigTextTodos } from "../support/big-text-todos.ts";
import { createFolder } from "../support/tool-context.ts";
import { openSocket } from "./stream/support/open-socket.ts";
import { openStream } from "./stream/support/open-stream.ts";
import { serveApi } from "./stream/support/served-api.ts";

const api = useApi();
const ID = "kept-elsewhere";
let large: Hold;
let asks: Hold;
let file: FileAnswer;

beforeAll(async () => {
  await api().create({
    id: ID,
    title: "큰 글",
    todos: [
      ...bigTextTodos(),
      { id: "ask", title: "표", input_request: { question: "어느 표?", input_type: "file" } },
    ],
  });
  const holds = await api().untilHolds(ID, 2);
  large = holds.find(({ todo_id }) => todo_id === "publish")!;
  asks = holds.find(({ todo_id }) => todo_id === "ask")!;
  const sent = await api().post(
    `/v1/plans/${ID}/files?name=a.csv`,
    Buffer.from("a,b\n"),
    "application/octet-stream",
  );
  file = (await sent.json()) as FileAnswer;
});

/** The API with another store, and with a log and a conversation that are kept in it. */
function apiOn(artifacts: ArtifactStore) {
  const { plans } = api().deps;
  const logged: unknown[] = [];
  const kept = file.$file;
  const query = async (...[id, asked, ...args]: Parameters<typeof plans.query>) => {
    const answer = await plans.query(id, asked, ...args);
    if (asked.name === eventsQuery.name) {
      const { seq } = answer as EventPage;
      return { events: [], seq, archive: [{ from: 1, to: seq, artifact: kept }] };
    }
    return asked.name === todoQuery.name
      ? { ...(answer as object), agent: { transcripts: [kept] } }
      : answer;
  };
  const deps = {
    ...api().deps,
    artifacts,
    plans: { ...plans, query: query as typeof plans.query },
    onError: (error: unknown) => void logged.push(error),
  };
  return { app: createApp(deps), deps, logged };
}

/** More than fits into Temporal. */
const LARGE = Array.from({ length: 40 }, (_, at) => ({
  id: `large-${at}`,
  title: "큰 글",
  tool_name: "echo",
  tool_params: { text: "글".repeat(9_000) },
}));

/** Everything that reads the store, as requests of one API. */
const READS: readonly (readonly [what: string, path: () => string, body?: () => object])[] = [
  ["a plan's log", () => `/v1/plans/${ID}/events`],
  ["its history", () => `/v1/plans/${ID}/history`],
  ["a conversation", () => `/v1/plans/${ID}/todos/big/transcript`],
  ["a hold", () => `/v1/holds/${large.id}`],
  ["its arguments", () => `/v1/holds/${large.id}/arguments`],
  [
    "an answer with a file",
    () => `/v1/holds/${asks.id}/decision`,
    () => ({ decision: "answer", value: file }),
  ],
];

type Answered = readonly [what: string, status: number, code: string, retryAfter: string | null];

/** What each read is answered with, what the answers say, and what is in the log then. */
async function answersOn(artifacts: ArtifactStore) {
  const { app, logged } = apiOn(artifacts);
  const answers: Answered[] = [];
  const details: string[] = [];
  for (const [what, path, body] of READS) {
    const answer = await app.request(
      path(),
      body === undefined
        ? {}
        : {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(body()),
          },
    );
    const { code, detail } = (await answer.json()) as { code: string; detail: string };
    answers.push([what, answer.status, code, answer.headers.get("retry-after")]);
    details.push(detail);
  }
  return { answers, details, logged };
}
const each = (code: string, retryAfter: string): Answered[] =>
  READS.map(([what]) => [what, 503, code, retryAfter]);

test("what is kept with a key that the API lacks is 503, and the key is named", async () => {
  const locked = (reference: string) => Promise.reject(new LockedArtifactError(reference, "2025a"));
  const { answers, details } = await answersOn({ ...api().deps.artifacts, get: locked });
  expect(answers).toEqual(each("temporal_unavailable", "2"));
  for (const detail of details) expect(detail).toContain('"2025a"');
});

describe("a bucket that cannot be read is 503 and in the log, and nothing counts as missing", () => {
  test.each<[string, RequestListener, RegExp]>([
    [
      "it refuses",
      (_, answer) => answer.writeHead(403).end("<Code>AccessDenied</Code>"),
      /403 AccessDenied/,
    ],
    ["it breaks off", (request) => request.socket.destroy(), /fetch failed/],
    ["it never answers", () => undefined, /no answer in time/],
    [
      "it never ends its answer",
      (_, answer) => void answer.writeHead(200, { "content-length": "4" }).write("ab"),
      /no answer in time/,
    ],
  ])("%s", { timeout: 180_000 }, async (_, listener, why) => {
    const server = createServer(listener).listen(0, "127.0.0.1");
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const { answers, logged } = await answersOn(bucketAt(port));
    expect(answers).toEqual(each("artifacts_unavailable", "5"));
    expect(logged).toHaveLength(READS.length);
    for (const error of logged) expect(String(error)).toMatch(why);
  });

  test("nobody is there", { timeout: 180_000 }, async () => {
    const { answers } = await answersOn(bucketAt(1));
    expect(answers).toEqual(each("artifacts_unavailable", "5"));
  });
});

test("of many decisions, only the one that needs the bucket is told that it is down", async () => {
  const id = "decides-many";
  const ask = { question: "어느 표?", input_type: "file" } as const;
  await api().create({
    id,
    title: "둘",
    todos: [
      { id: "one", title: "하나", kind: "milestone", requires_approval: true },
      { id: "ask", title: "표", input_request: ask },
    ],
  });
  const holds = await api().untilHolds(id, 2);
  const of = (todo: string): string => holds.find(({ todo_id }) => todo_id === todo)!.id;
  const { app, logged } = apiOn(bucketAt(1));
  const decisions = [
    { hold_id: of("ask"), decision: "answer", value: file },
    { hold_id: of("one"), decision: "approve" },
  ];
  const answer = await app.request("/v1/holds/decisions", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ decisions }),
  });
  expect(await answer.json()).toMatchObject({
    results: [
      { hold_id: of("ask"), problem: { code: "artifacts_unavailable", retryable: true } },
      { hold_id: of("one"), receipt: { hold: { status: "approved" } } },
    ],
  });
  expect(logged).toHaveLength(1);
});

test("a bucket that hangs is what a new plan is told of, and not Temporal", async () => {
  const server = createServer(() => undefined).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const artifacts = bucketAt(port, BUCKET_PATIENCE);
  const client = await connectClient({ address: inject("temporalAddress") }, artifacts);
  onTestFinished(() => client.connection.close());
  const logged: unknown[] = [];
  const onError = (error: unknown): void => void logged.push(error);
  const gateways = createGateways(client, api().taskQueue);
  const app = createApp({ ...api().deps, ...gateways, artifacts, onError });
  const created = app.request("/v1/plans", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ title: "큰 글", todos: LARGE }),
  });
  await problemOf(created, "artifacts_unavailable");
  expect(logged).toHaveLength(1);
});

test("what is not there is told as lost where its bytes are asked for", async () => {
  const missing = (reference: string) =>
    Promise.reject(new MissingArtifactError(reference, "is gone"));
  const { app } = apiOn({ ...api().deps.artifacts, get: missing });
  const hold = await app.request(`/v1/holds/${large.id}`);
  expect(await hold.json()).toMatchObject({ kept_values: [{ bytes: null, digest: null }] });
  for (const path of ["arguments", "arguments/matches?find=a"]) {
    await problemOf(app.request(`/v1/holds/${large.id}/${path}`), "artifact_missing");
  }
  const answered = app.request(`/v1/holds/${asks.id}/decision`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ decision: "answer", value: file }),
  });
  await problemOf(answered, "invalid_answer");
});

describe("a value that was read before and is lost now", () => {
  /** A store that loses everything when told, and the API on it, which has measured the values. */
  async function readOnce() {
    const { artifacts } = api().deps;
    let isLost = false;
    const get = (reference: string): Promise<Uint8Array> =>
      isLost
        ? Promise.reject(new MissingArtifactError(reference, "is gone"))
        : artifacts.get(reference);
    const { deps, logged } = apiOn({ ...artifacts, get });
    const { url } = await serveApi(deps);
    const paths = [`/v1/holds/${large.id}/arguments`, `/v1/plans/${ID}/todos/big/result`];
    for (const path of paths)
      expect((await (await fetch(url + path)).text()).length).toBeGreaterThan(40_000);
    await fetch(`${url}/v1/holds/${large.id}`);
    isLost = true;
    return { paths: paths.map((path) => url + path), logged };
  }

  test("is told so, instead of an answer that breaks off", async () => {
    const { paths, logged } = await readOnce();
    for (const path of paths) {
      for (const headers of [{}, { range: "bytes=9-19" }]) {
        const problem = await problemOf(fetch(path, { headers }), "artifact_missing");
        expect(problem.hint).toContain("backup");
      }
    }
    expect(logged).toHaveLength(4);
  });
});

describe("a part of a log that the store has lost", () => {
  const emptied = () => createArtifactStore(createFolder());

  test.each([
    ["a plan's log", `/v1/plans/${ID}/events`],
    ["its log, waited for", `/v1/plans/${ID}/events?wait=30`],
    ["its history", `/v1/plans/${ID}/history`],
    ["a conversation", `/v1/plans/${ID}/todos/big/transcript`],
  ])("is told as lost, and which it is: %s", async (_, path) => {
    const { deps, logged } = apiOn(emptied());
    const { url } = await serveApi(deps);
    const problem = await problemOf(fetch(url + path), "artifact_missing");
    expect(problem).toMatchObject({ status: 502, retryable: false });
    expect(problem.detail).toContain(file.$file);
    expect(problem.hint).toContain("backup");
    // Only the log says where: the answer shows nobody the machine's folders.
    expect(String(logged.at(-1))).toContain(tmpdir());
    expect(JSON.stringify(problem)).not.toContain(tmpdir());
  });

  test("is passed over by who watches: a stream goes on from the plan as it is", async () => {
    const { url } = await serveApi(apiOn(emptied()).deps);
    const stream = await openStream(`${url}/v1/plans/${ID}/events`, { "last-event-id": "1" });
    expect(await stream.next()).toMatchObject({ event: "snapshot", data: { id: ID } });
    const socket = await openSocket(`${url}/v1/ws`, [SOCKET_PROTOCOL]);
    const subscribe = { type: "subscribe", plan_id: ID, after: 1 };
    expect(await socket.ask(subscribe)).toMatchObject({ type: "ack" });
    expect(await socket.until(() => true)).toMatchObject({ type: "snapshot", data: { id: ID } });
  });
});

function bucketAt(port: number, patience = { answerMs: 200, silences: 1 }): ArtifactStore {
  const place = { bucket: "b", region: "us-east-1", prefix: "" };
  const endpoint = `http://127.0.0.1:${port}`;
  const credentials = { accessKeyId: "id", secretAccessKey: "secret" };
  const bucket = openBucket({ ...place, endpoint }, credentials, patience);
  return createS3Artifacts(bucket, "s3://b/");
}
