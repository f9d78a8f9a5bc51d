import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { RequestNote } from "../../src/api/http/observe.ts";
import { serveApi } from "../api/stream/support/served-api.ts";
import { useApi } from "../support/api-harness.ts";
import { startServer } from "../support/http-server.ts";
import { createKeyedApi } from "../support/keyed-api.ts";
import { useBrowser } from "./open-browser.ts";

const api = useApi();
const open = useBrowser();
const asked = {
  id: "a",
  title: "승인",
  requires_approval: true,
  tool_name: "echo",
  tool_params: { text: "x" },
};

/** What a page can try without asking anybody; each tells what it saw. */
const SCRIPT = `
  const form = (url) => new Promise((resolve) => {
    const frame = document.createElement("iframe");
    frame.name = "answer" + Math.random();
    const sent = Object.assign(document.createElement("form"), { method: "POST", action: url, target: frame.name });
    document.body.append(frame, sent);
    frame.onload = () => resolve("loaded");
    sent.submit();
  });
  const blind = (url, body) => fetch(url, { method: "POST", mode: "no-cors", body })
    .then(({ type }) => type, () => "failed");
  const read = (url) => fetch(url).then((answer) => answer.text(), () => "failed");
  const ask = (url, method, body) => fetch(url, {
    method, body, headers: { "content-type": "application/json" },
  }).then(({ status }) => String(status), () => "failed");
  const socket = (url) => new Promise((resolve) => {
    const opened = new WebSocket(url.replace("http:", "ws:"));
    opened.onopen = () => resolve("open");
    opened.onerror = () => resolve("failed");
  });
  const stream = (url) => new Promise((resolve) => {
    const opened = new EventSource(url);
    const told = (what) => () => { opened.close(); resolve(what); };
    opened.onerror = told("failed");
    opened.onopen = told("open");
  });
`;

/** A plan that waits twice, over HTTP, with a note of every request that arrives. */
async function setUp() {
  const notes: RequestNote[] = [];
  const onRequest = (note: RequestNote): void => void notes.push(note);
  const { url, port } = await serveApi({ ...api().deps, onRequest });
  const { id } = await api().create({ title: "승인", plan_review: true, todos: [asked] });
  const [hold] = await api().untilHolds(id);
  const posts = [
    `/api/todos/${id}/approve`,
    ...["pause", "resume", "cancel", "undo", "fork"].map((word) => `/v1/plans/${id}/${word}`),
    `/v1/plans/${id}/todos/a/skip`,
    `/v1/holds/${hold!.id}/withdraw`,
  ];
  /** Everything that a change would leave behind. */
  const state = async () => [await api().events(id), await api().holds(id, "all")];
  const refused = () => notes.filter(({ status }) => status === 403);
  return { url, port, id, notes, refused, posts, state };
}

const tell = (page: Page, call: string, ...values: string[]): Promise<unknown> =>
  page.evaluate(`${call}(${values.map((value) => JSON.stringify(value)).join()})`);

/** Where else a page may come from than the API's own origin. */
const PAGES = [
  { where: "on another port of the same address", host: "127.0.0.1", sandbox: {} },
  { where: "of another name of this machine", host: "localhost", sandbox: {} },
  {
    where: "that hides its origin",
    host: "127.0.0.1",
    sandbox: { "content-security-policy": "sandbox allow-scripts allow-forms" },
  },
];

/** An API that wants keys, to which this browser is signed in. */
async function setUpSignedIn() {
  const keyed = createKeyedApi(api().deps);
  const { written } = await keyed.add("kim", "admin");
  const notes: RequestNote[] = [];
  const onRequest = (note: RequestNote): void => void notes.push(note);
  const { url } = await serveApi({ ...api().deps, keys: keyed.keys, onRequest });
  const { id } = await api().create({ title: "승인", todos: [asked] });
  await api().untilHolds(id);
  const home = await open(`${url}/healthz`);
  const signedIn = await home.evaluate(
    `fetch("/v1/sign-in", { method: "POST", headers: { authorization: ${JSON.stringify(`Bearer ${written}`)} } }).then(({ status }) => status)`,
  );
  expect(signedIn).toBe(200);
  await home.addScriptTag({ content: SCRIPT });
  const state = async () => [await api().events(id), await api().holds(id, "all")];
  return { url, id, home, notes, state };
}

describe.each(PAGES)("a browser that is signed in shows a page $where, which", (kind) => {
  test("does nothing in that person's name, while the API's own page does", async () => {
    const { url, id, home, notes, state } = await setUpSignedIn();
    const before = await state();
    const page = await openForeign(kind);
    const pause = `${url}/v1/plans/${id}/pause`;
    await tell(page, "form", pause);
    await tell(page, "blind", pause, "{}");
    expect(await tell(page, "ask", pause, "POST", "{}")).toBe("failed");
    expect(await tell(page, "read", `${url}/v1/plans/${id}`)).toBe("failed");
    for (const path of ["/v1/ws", `/ws/${id}`]) {
      expect(await tell(page, "socket", url + path)).toBe("failed");
    }
    for (const path of ["/v1/events", `/v1/plans/${id}/events`]) {
      expect(await tell(page, "stream", url + path)).toBe("failed");
    }
    expect(notes.filter(({ status, method }) => status < 400 && method !== "GET")).toHaveLength(1);
    expect(await state()).toEqual(before);

    expect(await tell(home, "read", `${url}/v1/plans/${id}`)).toContain('"title":"승인"');
    expect(await tell(home, "socket", `${url}/v1/ws`)).toBe("open");
    expect(await tell(home, "stream", `${url}/v1/events`)).toBe("open");
    expect(await tell(home, "ask", pause, "POST", "{}")).toBe("200");
  });
});

async function openForeign({ host, sandbox }: (typeof PAGES)[number]): Promise<Page> {
  const { port } = await startServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html", ...sandbox });
    response.end(`<!doctype html><body><script>${SCRIPT}</script>`);
  });
  return open(`http://${host}:${port}/`);
}

describe.each(PAGES)("a page $where", (kind) => {
  test("changes nothing by forms, and each is refused", async () => {
    const { url, posts, refused, state } = await setUp();
    const before = await state();
    const page = await openForeign(kind);
    for (const path of posts) await tell(page, "form", url + path);
    expect(refused().map(({ method }) => method)).toEqual(posts.map(() => "POST"));
    expect(await state()).toEqual(before);
  });

  test("changes nothing by requests whose answers it does not see", async () => {
    const { url, id, posts, refused, state } = await setUp();
    const before = await state();
    const page = await openForeign(kind);
    for (const path of posts) {
      await tell(page, "blind", url + path);
      await tell(page, "blind", url + path, "{}");
    }
    await tell(page, "blind", `${url}/v1/plans/${id}/files?name=a.txt`, "text");
    expect(refused()).toHaveLength(posts.length * 2 + 1);
    expect(await state()).toEqual(before);
  });

  test("gets no leave to send JSON or other methods", async () => {
    const { url, id, notes, posts, state } = await setUp();
    const before = await state();
    const page = await openForeign(kind);
    for (const path of posts)
      expect(await tell(page, "ask", url + path, "POST", "{}")).toBe("failed");
    expect(await tell(page, "ask", `${url}/v1/plans/${id}`, "DELETE")).toBe("failed");
    expect(new Set(notes.map(({ method, status }) => `${method} ${status}`))).toEqual(
      new Set(["OPTIONS 405"]),
    );
    expect(await state()).toEqual(before);
  });

  test("reads nothing, and opens no stream and no socket", async () => {
    const { url, id, refused } = await setUp();
    const page = await openForeign(kind);
    for (const path of [`/v1/plans/${id}`, "/v1/plans", `/v1/plans/${id}/events`, "/healthz"]) {
      expect(await tell(page, "read", url + path)).toBe("failed");
    }
    expect(refused()).toEqual([]);
    for (const path of ["/v1/ws", `/ws/${id}`]) {
      expect(await tell(page, "socket", url + path)).toBe("failed");
    }
    for (const path of ["/v1/events", `/v1/plans/${id}/events`]) {
      expect(await tell(page, "stream", url + path)).toBe("failed");
    }
    expect(refused()).toHaveLength(4);
  });
});

test("a page of the API's own origin reads, changes and listens", async () => {
  const { url, id, refused } = await setUp();
  const page = await open(`${url}/healthz`);
  await page.addScriptTag({ content: SCRIPT });
  expect(await tell(page, "read", `${url}/v1/plans/${id}`)).toContain('"title":"승인"');
  expect(await tell(page, "socket", `${url}/v1/ws`)).toBe("open");
  expect(await tell(page, "socket", `${url}/ws/${id}`)).toBe("open");
  expect(await tell(page, "stream", `${url}/v1/events`)).toBe("open");
  expect(await tell(page, "stream", `${url}/v1/plans/${id}/events`)).toBe("open");
  expect(await tell(page, "ask", `${url}/v1/plans/${id}/pause`, "POST", "{}")).toBe("200");
  expect(await tell(page, "ask", `${url}/v1/plans/${id}/resume`, "POST")).toBe("200");
  const types = (await api().events(id)).map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(["plan.paused", "plan.resumed"]));
  expect(refused()).toEqual([]);
});
