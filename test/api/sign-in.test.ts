import { describe, expect, test } from "vitest";
import { createApp } from "../../src/api/app.ts";
import { createSignIns } from "../../src/api/auth/sign-ins.ts";
import { isChanging, splitAddress } from "../../src/api/http/route.ts";
import type { SignIn } from "../../src/contract/service/sign-in.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { addressOf, declaredRoutes } from "../support/declared-routes.ts";
import { createKeyedApi, type KeyedApi } from "../support/keyed-api.ts";
import { openSocket, refusedStatus } from "./stream/support/open-socket.ts";
import { openStream } from "./stream/support/open-stream.ts";
import { serveApi } from "./stream/support/served-api.ts";

const api = useApi();
const HOST = "127.0.0.1:7400";
const OWN = { host: HOST, origin: `http://${HOST}`, "sec-fetch-site": "same-origin" };
const DAY_MS = 86_400_000;

/** What a browser keeps of an answer: `name=value`, and how. */
function cookieOf(answer: Response) {
  const [pair = "", ...how] = (answer.headers.get("set-cookie") ?? "").split("; ");
  return { pair, how: how.map((one) => one.split("=")[0]), attributes: how };
}

/** Signs a browser in, at an API that wants keys. */
async function signIn(own: KeyedApi, written: string, headers: object = {}) {
  const answer = await own.request("POST", "/v1/sign-in", {
    headers: { ...OWN, authorization: `Bearer ${written}`, ...headers },
  });
  const signedIn = (await answer.clone().json()) as SignIn;
  return { answer, signedIn, ...cookieOf(answer) };
}

/** What a page of the API's own asks by its browser's cookie. */
const ask = (own: KeyedApi, cookie: string, path: string, method = "GET", headers: object = {}) =>
  own.request(method, path, { headers: { ...OWN, cookie, ...headers } });
const NOBODY = "/v1/plans/sign-in-none";
const LET_IN = "plan_not_found";

async function setUp(role: "viewer" | "operator" | "approver" | "admin" = "operator") {
  const own = createKeyedApi(api().deps);
  const { key, written } = await own.add("kim", role);
  return { own, key, written, ...(await signIn(own, written)) };
}

describe("a browser that is signed in", () => {
  test("has a cookie that no script and no other site can use, and that does not hold the key", async () => {
    const { pair, how, written, signedIn, key } = await setUp();
    const [name, value] = pair.split("=");
    expect(name).toMatch(/^holdpoint_[0-9a-f]{12}$/);
    expect(how).toEqual(["Max-Age", "Path", "HttpOnly", "SameSite"]);
    expect(signedIn).toMatchObject({
      you: { name: "kim", roles: ["operator"], groups: [] },
      key: { id: key.id, last4: key.last4, expires_at: null },
    });
    expect(value).not.toContain(written.slice(-20));
  });

  test("acts as the key's owner, with the key's roles", async () => {
    const { own, pair } = await setUp();
    await problemOf(ask(own, pair, NOBODY), LET_IN);
    await problemOf(ask(own, pair, `${NOBODY}/pause`, "POST"), LET_IN);
    await problemOf(ask(own, pair, `${NOBODY}/terminate`, "POST"), "forbidden");
    const told = (await (await ask(own, pair, "/v1/sign-in")).json()) as SignIn;
    expect(told.you).toEqual({ name: "kim", roles: ["operator"], groups: [] });
    expect(Date.parse(told.signed_out_at!)).toBeGreaterThan(Date.now() + 6 * DAY_MS);
  });

  test("is signed out at once when its key is revoked, and is told so", async () => {
    const { own, pair, key } = await setUp();
    await own.keys.revoke(key.id, api().deps.now());
    await problemOf(ask(own, pair, NOBODY), "key_revoked");
  });

  test("is signed out after a week, or with its key when that ends before", async () => {
    let now = api().deps.now();
    const own = createKeyedApi(api().deps, { now: () => now });
    const kim = await own.add("kim", "viewer");
    const ends = new Date(Date.parse(now) + DAY_MS).toISOString();
    const lee = await own.add("lee", "viewer", ends);
    const [long, short] = [await signIn(own, kim.written), await signIn(own, lee.written)];
    expect(Date.parse(short.signedIn.signed_out_at!)).toBeLessThanOrEqual(Date.parse(ends));
    now = ends;
    await problemOf(ask(own, long.pair, NOBODY), LET_IN);
    const over = await problemOf(ask(own, short.pair, NOBODY), "unauthenticated");
    expect(over.detail).toContain("expired");
    now = long.signedIn.signed_out_at!;
    await problemOf(ask(own, long.pair, NOBODY), "unauthenticated");
  });

  test("cannot stay longer by its cookie alone", async () => {
    const { own, pair } = await setUp();
    const problem = await problemOf(ask(own, pair, "/v1/sign-in", "POST"), "unauthenticated");
    expect(problem.hint).toContain("authorization");
  });

  test("gets its cookie again when it asks again with the same idempotency key", async () => {
    const { own, written } = await setUp();
    for (let turn = 0; turn < 2; turn++) {
      const { pair } = await signIn(own, written, { "idempotency-key": "again" });
      await problemOf(ask(own, pair, NOBODY), LET_IN);
    }
  });

  test("drops its cookie when it signs out, also when it no longer counts", async () => {
    const { own, pair, key } = await setUp();
    await own.keys.revoke(key.id, api().deps.now());
    const answer = await ask(own, pair, "/v1/sign-in", "DELETE", { "idempotency-key": "out" });
    expect(answer.status).toBe(204);
    expect(cookieOf(answer).attributes).toContain("Max-Age=0");
  });

  test("is known to every API with the same proof keys, and to no other Holdpoint", async () => {
    const { own, pair } = await setUp();
    const seeds = [0, 1].map((byte) => ({ seed: Buffer.alloc(32, byte).toString("base64") }));
    const [first, second] = seeds;
    const at = api().deps.now();
    const key = { id: "0123456789", expires_at: null };
    const { written } = createSignIns([first!], "here").create(key, at);
    expect(createSignIns([second!, first!], "here").read(written, at)?.key_id).toBe(key.id);
    expect(createSignIns([second!], "here").read(written, at)).toBeNull();
    expect(createSignIns([first!], "elsewhere").read(written, at)).toBeNull();
    const replica = createApp({ ...api().deps, keys: own.keys });
    const headers = { ...OWN, cookie: pair };
    await problemOf(replica.request(NOBODY, { headers }), LET_IN);
  });
});

describe("over https", () => {
  const behindProxy = { "x-forwarded-proto": "https", origin: `https://${HOST}` };

  test("the cookie is for encrypted connections and this very host only", async () => {
    const { own, written } = await setUp();
    const { pair, how } = await signIn(own, written, behindProxy);
    expect(pair).toMatch(/^__Host-holdpoint_/);
    expect(how).toContain("Secure");
    expect(how).not.toContain("Domain");
    await problemOf(ask(own, pair, NOBODY, "GET", behindProxy), LET_IN);
  });

  test("a cookie that another host could have set does not count", async () => {
    const { own, pair } = await setUp();
    await problemOf(ask(own, pair, NOBODY, "GET", behindProxy), "unauthenticated");
  });
});

test("where there are no keys, nothing is set, and everybody is the local operator", async () => {
  const own = createKeyedApi(api().deps);
  const { answer, signedIn } = await signIn(own, "hp_nobody");
  expect(answer.headers.get("set-cookie")).toBeNull();
  expect(signedIn).toMatchObject({ you: { name: "local-operator" }, key: null });
});

test("the authorization header counts before the cookie", async () => {
  const { own, pair } = await setUp("viewer");
  const lee = await own.add("lee", "operator");
  const headers = { authorization: `Bearer ${lee.written}` };
  await problemOf(ask(own, pair, `${NOBODY}/pause`, "POST", headers), LET_IN);
  const wrong = { authorization: "Bearer hp_wrong" };
  await problemOf(ask(own, pair, NOBODY, "GET", wrong), "unauthenticated");
});

test("what is no sign-in opens nothing", async () => {
  const { own, pair, written, key } = await setUp();
  const [name, value = ""] = pair.split("=");
  const [id, ends, seal = ""] = value.split(".");
  const wrong = [
    "",
    written,
    `${id}.${Number(ends) + 1}.${seal}`,
    `0000000000.${ends}.${seal}`,
    `${id}.${ends}.${"A".repeat(43)}`,
    `${id}.${ends}.${seal}x`,
    `${id}.${ends}`,
    key.id,
    "%00",
    "x".repeat(4_000),
  ];
  for (const one of wrong) {
    await problemOf(ask(own, `${name}=${one}`, NOBODY), "unauthenticated");
  }
  // A sign-in is no key, either.
  await problemOf(own.as(value, "GET", NOBODY), "unauthenticated");
});

/** What browsers say of pages that are not the API's own, and are of the same site all the same. */
const NEAR = {
  "on another port": { origin: "http://127.0.0.1:7401", "sec-fetch-site": "same-site" },
  "on another port, told by the browser alone": { "sec-fetch-site": "same-site" },
  "of a sibling name": { origin: "http://evil.127.0.0.1:7400", "sec-fetch-site": "same-site" },
  "of another site": { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  "that hides where it is from": { origin: "null", "sec-fetch-site": "cross-site" },
} as const;

test.each(Object.entries(NEAR))(
  "a page %s does nothing by the cookie, on any route",
  async (_, said) => {
    const { own, pair } = await setUp("admin");
    const headers = { host: HOST, cookie: pair, ...said };
    for (const { at, role } of declaredRoutes(api().deps)) {
      const { method, path } = splitAddress(at);
      if (role === "anyone" && method === "GET") continue;
      await problemOf(own.request(method, addressOf(path), { headers }), "forbidden_origin");
    }
  },
);

test("a request that does not say where it is from changes nothing by the cookie", async () => {
  const { own, pair } = await setUp("admin");
  const headers = { host: HOST, cookie: pair };
  for (const route of declaredRoutes(api().deps).filter(isChanging)) {
    if (route.role === "anyone") continue;
    const { method, path } = splitAddress(route.at);
    await problemOf(own.request(method, addressOf(path), { headers }), "forbidden_origin");
  }
});

test("streams and sockets open by the cookie, for pages of its own, and commands there are the key's", async () => {
  const { id } = await api().create({
    title: "쿠키",
    todos: [{ id: "ask", title: "ask", kind: "milestone", requires_approval: true }],
  });
  const [hold] = await api().untilHolds(id);
  const keyed = createKeyedApi(api().deps);
  const { url } = await serveApi({ ...api().deps, keys: keyed.keys });
  const kim = await keyed.add("kim", "approver");
  const origin = new URL(url).origin;
  const authorization = `Bearer ${kim.written}`;
  const answer = await fetch(`${url}/v1/sign-in`, {
    method: "POST",
    headers: { origin, authorization },
  });
  const cookie = cookieOf(answer).pair;
  const own = { cookie, origin };
  const foreign = { cookie, origin: "http://127.0.0.1:1" };
  const path = `${url}/v1/plans/${id}/events`;
  expect((await openStream(path, foreign)).response.status).toBe(403);
  expect((await (await openStream(path, own)).next())?.event).toBe("snapshot");
  for (const socketPath of ["/v1/ws", `/ws/${id}`]) {
    expect(await refusedStatus(url + socketPath, { headers: { cookie } })).toBe(403);
    expect(await refusedStatus(url + socketPath, { headers: foreign })).toBe(403);
  }
  const socket = await openSocket(`${url}/v1/ws`, [], { headers: own });
  const approve = { type: "command", command: "decision", hold_id: hold!.id };
  expect(await socket.ask({ ...approve, data: { decision: "approve" } })).toMatchObject({
    data: { hold: { decision: { by: "kim", decision: "approve" } } },
  });
});
