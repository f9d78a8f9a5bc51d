import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createKeyStore } from "../../src/api/auth/key-store.ts";
import type { PlanVersion } from "../../src/contract/plan/edit.ts";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { PlanView } from "../../src/contract/plan/plan.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { createKeyedApi, type KeyedApi } from "../support/keyed-api.ts";

const api = useApi();
const later = (ms: number): string => new Date(Date.now() + ms).toISOString();
const DAY_MS = 86_400_000;

/** The code of a refusal; one for want of a key says which kind of key is asked for. */
async function codeOf(answer: Promise<Response>): Promise<string> {
  const response = await answer;
  const asksFor = response.status === 401 ? "Bearer" : null;
  expect(response.headers.get("www-authenticate")).toBe(asksFor);
  return ((await response.json()) as { code: string }).code;
}

/** What a caller gets who asks for a plan that is not there: `plan_not_found` once they are let in. */
const look = (own: KeyedApi, written: string): Promise<string> =>
  codeOf(own.as(written, "GET", "/v1/plans/identity-none"));
const LET_IN = "plan_not_found";

describe("without keys", () => {
  test("whoever reaches loopback is the local operator, whatever key they name", async () => {
    const own = createKeyedApi(api().deps);
    const id = "identity-local";
    const made = await own.as("hp_nobody", "POST", "/v1/plans", {
      id,
      title: id,
      todos: [{ title: "todo", kind: "milestone" }],
    });
    expect(made.status).toBe(201);
    expect(await made.json()).toMatchObject({ owner: "local-operator" });
  });

  test("an API that others can reach lets nobody in", async () => {
    const own = createKeyedApi(api().deps, { operator: null });
    const problem = await problemOf(own.request("GET", "/v1/plans/x"), "unauthenticated");
    expect(problem.hint).toContain("holdpoint key add");
    expect((await own.request("GET", "/healthz")).status).toBe(200);
  });
});

describe("as soon as there is a key", () => {
  test("every request needs one, also for addresses that are not there", async () => {
    const own = createKeyedApi(api().deps);
    expect(await codeOf(own.request("GET", "/v1/plans/identity-none"))).toBe(LET_IN);
    const { written } = await own.add("kim", "admin");
    for (const [method, path] of [
      ["GET", "/v1/plans/identity-none"],
      ["HEAD", "/v1/plans/identity-none"],
      ["POST", "/v1/plans"],
      ["GET", "/nothing"],
      ["OPTIONS", "/v1/plans"],
      ["DELETE", "/v1/plans"],
    ] as const) {
      const answer = await own.request(method, path);
      expect([method, path, answer.status]).toEqual([method, path, 401]);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    }
    expect(await look(own, written)).toBe(LET_IN);
    expect(await codeOf(own.as(written, "GET", "/nothing"))).toBe("not_found");
    expect(await codeOf(own.as(written, "DELETE", "/v1/plans"))).toBe("method_not_allowed");
  });

  test("health is told to everybody, also with a wrong key", async () => {
    const own = createKeyedApi(api().deps);
    await own.add("kim", "viewer");
    expect((await own.request("GET", "/healthz")).status).toBe(200);
    expect((await own.as("hp_wrong", "GET", "/healthz")).status).toBe(200);
  });

  test("a caller without one learns nothing about what they sent", async () => {
    const own = createKeyedApi(api().deps);
    await own.add("kim", "viewer");
    for (const body of ["{", "x".repeat(5 * 1024 * 1024)]) {
      expect(await codeOf(own.request("POST", "/v1/plans", { body }))).toBe("unauthenticated");
    }
  });

  test("the scheme may be written in any case", async () => {
    const own = createKeyedApi(api().deps);
    const { written } = await own.add("kim", "viewer");
    for (const scheme of ["Bearer", "bearer", "BEARER"]) {
      const headers = { authorization: `${scheme} ${written}` };
      const answer = own.request("GET", "/v1/plans/identity-none", { headers });
      expect(await codeOf(answer)).toBe(LET_IN);
    }
  });

  test("what is no key of this API is refused", async () => {
    const own = createKeyedApi(api().deps);
    const { key, written } = await own.add("kim", "admin");
    const other = await own.add("lee", "admin");
    const elsewhere = await createKeyedApi(api().deps).add("kim", "admin");
    const secret = written.slice(`hp_${key.id}_`.length);
    const stored = JSON.parse(readFileSync(own.path, "utf8")) as { keys: { hash: string }[] };
    const wrong = [
      "",
      "Bearer",
      "Bearer ",
      written,
      `Basic ${written}`,
      `Bearer ${elsewhere.written}`,
      `Bearer ${written.slice(0, -1)}`,
      `Bearer ${written}x`,
      `Bearer ${written.slice(0, -1)}${written.endsWith("A") ? "B" : "A"}`,
      `Bearer ${written.toUpperCase()}`,
      `Bearer ${written}, Bearer ${written}`,
      `Bearer ${written} ${written}`,
      `Bearer hp_${other.key.id}_${secret}`,
      `Bearer hp_${"0".repeat(10)}_${secret}`,
      `Bearer ${key.id}`,
      `Bearer ${secret}`,
      `Bearer ${stored.keys[0]!.hash}`,
      `Bearer hp_${key.id}_${"A".repeat(43)}`,
      `Bearer hp___proto___${secret}`,
      `Bearer ${"h".repeat(7_000)}`,
    ];
    for (const authorization of wrong) {
      const headers = { authorization };
      expect(await codeOf(own.request("GET", "/v1/plans/x", { headers }))).toBe("unauthenticated");
    }
  });

  test("only the header carries it", async () => {
    const own = createKeyedApi(api().deps);
    const { written } = await own.add("kim", "admin");
    const path = `/v1/plans/x?key=${written}&access_token=${written}&authorization=${written}`;
    const headers = { cookie: `authorization=${written}`, "x-api-key": written };
    expect(await codeOf(own.request("GET", path, { headers }))).toBe("unauthenticated");
  });

  test("the API keeps asking for one when the file of keys goes away", async () => {
    const own = createKeyedApi(api().deps);
    const { written } = await own.add("kim", "admin");
    expect(await look(own, written)).toBe(LET_IN);
    renameSync(own.path, `${own.path}.away`);
    expect(await codeOf(own.request("GET", "/v1/plans/identity-none"))).toBe("unauthenticated");
    expect(await look(own, written)).toBe("unauthenticated");
    renameSync(`${own.path}.away`, own.path);
    expect(await look(own, written)).toBe(LET_IN);
  });

  test.each(["", "{", '{"keys":[{}]}', '{"keys":null}', "[]"])(
    "a file that holds %j lets nobody in and is told to the log alone",
    async (content) => {
      const logged: unknown[] = [];
      const onError = (error: unknown): unknown => logged.push(error);
      const own = createKeyedApi(api().deps, { onError });
      const { written } = await own.add("kim", "admin");
      const good = readFileSync(own.path);
      writeFileSync(own.path, content);
      const answer = await own.as(written, "GET", "/v1/plans/x");
      expect(await answer.clone().text()).not.toContain(own.path);
      await problemOf(answer, "keys_unreadable");
      expect(String(logged[0])).toContain(own.path);
      expect((await own.request("GET", "/healthz")).status).toBe(200);
      writeFileSync(own.path, good);
      expect(await look(own, written)).toBe(LET_IN);
    },
  );
});

describe("a key", () => {
  test("that another process revoked opens nothing from then on", async () => {
    const own = createKeyedApi(api().deps);
    const { key, written } = await own.add("kim", "admin");
    const still = await own.add("lee", "viewer");
    expect(await look(own, written)).toBe(LET_IN);
    await createKeyStore(own.path).revoke(key.id, api().deps.now());
    const problem = await problemOf(own.as(written, "GET", "/v1/plans/x"), "key_revoked");
    expect(problem.detail).toContain(key.id);
    expect(await look(own, still.written)).toBe(LET_IN);
  });

  test("that was the only one leaves no door open when it is revoked", async () => {
    const own = createKeyedApi(api().deps);
    const { key } = await own.add("kim", "admin");
    await own.keys.revoke(key.id, api().deps.now());
    expect(await codeOf(own.request("GET", "/v1/plans/x"))).toBe("unauthenticated");
  });

  test("opens until its time is over, and not at that instant", async () => {
    const end = later(DAY_MS);
    let now = api().deps.now();
    const own = createKeyedApi(api().deps, { now: () => now });
    const { key, written } = await own.add("kim", "admin", end);
    now = new Date(Date.parse(end) - 1).toISOString();
    expect(await look(own, written)).toBe(LET_IN);
    now = end;
    const problem = await problemOf(own.as(written, "GET", "/v1/plans/x"), "key_expired");
    expect(problem.detail).toContain(end);
    expect(problem.detail).toContain(key.name);
  });

  test("with a wrong secret is not told that it was revoked or expired", async () => {
    const own = createKeyedApi(api().deps);
    const revoked = await own.add("kim", "admin");
    const expired = await own.add("lee", "admin", later(-DAY_MS));
    await own.keys.revoke(revoked.key.id, api().deps.now());
    for (const { id } of [revoked.key, expired.key]) {
      const written = `hp_${id}_${"A".repeat(43)}`;
      expect(await look(own, written)).toBe("unauthenticated");
    }
  });

  test("that asks too often waits as long as it is told, and others do not", async () => {
    const own = createKeyedApi(api().deps, { rate: { per_second: 0.01, burst: 3, streams: 1 } });
    const kim = await own.add("kim", "viewer");
    const lee = await own.add("lee", "viewer");
    for (let turn = 0; turn < 2; turn++) {
      expect(await look(own, kim.written)).toBe(LET_IN);
    }
    // What is refused counts, too; what needs no key does not.
    expect(await codeOf(own.as(kim.written, "POST", "/v1/plans", {}))).toBe("forbidden");
    expect((await own.as(kim.written, "GET", "/healthz")).status).toBe(200);
    const answer = await own.as(kim.written, "GET", "/v1/plans/identity-none");
    const seconds = Number(answer.headers.get("retry-after"));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(300);
    expect((await problemOf(answer, "rate_limited")).retryable).toBe(true);
    expect(await look(own, lee.written)).toBe(LET_IN);
    // A wrong key takes nobody's turn.
    const wrong = `hp_${lee.key.id}_${"A".repeat(43)}`;
    for (let turn = 0; turn < 5; turn++) {
      expect(await look(own, wrong)).toBe("unauthenticated");
    }
    expect(await look(own, lee.written)).toBe(LET_IN);
  });
});

describe("without keys", () => {
  const ask = (own: KeyedApi, headers: Record<string, string>, method = "GET") =>
    codeOf(own.request(method, "/v1/plans/identity-none", { headers }));
  const PASSED_ON = {
    "x-forwarded-for": "203.0.113.7",
    "x-forwarded-host": "plans.example.org",
    "x-forwarded-proto": "https",
    "x-real-ip": "203.0.113.7",
    forwarded: "for=203.0.113.7",
    via: "1.1 proxy",
    "cf-connecting-ip": "203.0.113.7",
  };

  test.each(Object.entries(PASSED_ON))(
    "what a proxy passes on (%s) is nobody's",
    async (...said) => {
      const own = createKeyedApi(api().deps);
      const headers = Object.fromEntries([said]);
      expect(await ask(own, headers)).toBe("unauthenticated");
      expect(await ask(own, headers, "DELETE")).toBe("unauthenticated");
      const body = { name: "stranger", roles: ["admin"] };
      const json = { ...headers, "content-type": "application/json" };
      const made = { headers: json, body: JSON.stringify(body) };
      const problem = await problemOf(own.request("POST", "/v1/keys", made), "unauthenticated");
      expect(problem.hint).toContain("holdpoint key add");
      expect(await own.keys.list()).toEqual([]);
      // Nothing that needs no key is kept from a proxy.
      expect((await own.request("GET", "/healthz", { headers })).status).toBe(200);
      const { written } = await own.add("kim", "viewer");
      expect(await ask(own, { ...headers, authorization: `Bearer ${written}` })).toBe(LET_IN);
    },
  );

  test("the machine is served under its own names, and under no other that the API has", async () => {
    const own = createKeyedApi(api().deps, { hosts: ["plans.example.org", "127.0.0.2"] });
    for (const host of ["localhost", "LocalHost:7400", "127.0.0.1:1", "[::1]:7400", "127.0.0.2"]) {
      expect([host, await ask(own, { host })]).toEqual([host, LET_IN]);
    }
    expect(await ask(own, { host: "plans.example.org" })).toBe("unauthenticated");
  });
});

describe("who acts is who has the key", () => {
  /** Fields by which a careless API might be told who acts. */
  const claims = { by: "boss", owner: "boss", actor: "boss", approver: "boss", name: "boss" };
  const asBoss = (own: KeyedApi, written: string, path: string, body: object) =>
    own.request("POST", path, {
      headers: {
        authorization: `Bearer ${written}`,
        "content-type": "application/json",
        "x-actor": "boss",
        "x-forwarded-user": "boss",
      },
      body: JSON.stringify(body),
    });

  test("and a query that says who acts is refused", async () => {
    const own = createKeyedApi(api().deps);
    const { written } = await own.add("kim", "operator");
    for (const path of ["/v1/plans?by=boss", "/v1/plans/x/pause?actor=boss"]) {
      await problemOf(asBoss(own, written, path, {}), "validation_failed");
    }
  });

  test("in the plan, its events, its versions and its decisions", async () => {
    const own = createKeyedApi(api().deps);
    const op = await own.add("오퍼레이터", "operator");
    const kim = await own.add("kim@example.org", "approver");
    const id = "identity-actors";
    const send = async (written: string, path: string, body: object): Promise<void> => {
      const answer = await asBoss(own, written, path, body);
      expect(answer.status, `${path}: ${await answer.clone().text()}`).toBeLessThan(300);
    };
    const read = async <Data>(path: string): Promise<Data> =>
      (await (await own.as(kim.written, "GET", `/v1/plans/${id}${path}`)).json()) as Data;
    await send(op.written, "/v1/plans", {
      id,
      title: id,
      todos: [
        {
          id: "publish",
          title: "발행",
          tool_name: "echo",
          tool_params: { text: "1" },
          requires_approval: true,
        },
        { id: "last", title: "last", kind: "milestone", depends_on: ["publish"] },
      ],
    });
    await send(op.written, `/v1/plans/${id}/pause`, { reason: "wait" });
    await send(op.written, `/v1/plans/${id}/resume`, {});
    await send(op.written, `/v1/plans/${id}/edits`, {
      ops: [
        {
          edit_type: "modify_todo",
          target_id: "last",
          params: { changes: { title: "the last one" } },
        },
      ],
    });
    await send(op.written, `/v1/plans/${id}/undo`, {});
    await send(op.written, `/v1/plans/${id}/todos/last/skip`, {});
    const hold = await api().watch.until(id, async () => {
      const { holds } = await read<{ holds: Hold[] }>("/holds");
      return holds[0] ?? false;
    });
    await send(kim.written, `/v1/holds/${hold.id}/decision`, {
      decision: "approve",
      digest: hold.digest,
    });
    const plan = await api().watch.until(id, async () => {
      const view = await read<PlanView>("");
      return view.completed_at !== null && view;
    });
    expect(plan.owner).toBe("오퍼레이터");
    expect(plan.todos[0]).toMatchObject({ status: "completed", approved_by: "kim@example.org" });
    const { events } = await read<{ events: LoggedEvent[] }>("/events?limit=1000");
    const actors = (type: string): string[] =>
      events.filter((event) => event.type === type).map(({ by }) => by);
    for (const type of ["plan.created", "plan.paused", "plan.resumed", "todo.skipped"]) {
      expect([type, ...new Set(actors(type))]).toEqual([type, "오퍼레이터"]);
    }
    expect(actors("hold.decided")).toEqual(["kim@example.org"]);
    const { versions } = await read<{ versions: PlanVersion[] }>("/versions");
    expect(versions.length).toBe(3);
    expect(versions.map(({ by }) => by)).toEqual(versions.map(() => "오퍼레이터"));
    expect(JSON.stringify([plan, events, versions])).not.toContain("boss");
  });

  test("so a body that names somebody is refused, by every command", async () => {
    const own = createKeyedApi(api().deps);
    const op = await own.add("op", "operator");
    const kim = await own.add("kim", "approver");
    const id = "identity-claims";
    const todos = [{ id: "ask", title: "ask", kind: "milestone", requires_approval: true }];
    expect((await own.as(op.written, "POST", "/v1/plans", { id, title: id, todos })).status).toBe(
      201,
    );
    const edits = [{ edit_type: "modify_plan", params: { changes: { title: "new" } } }];
    const commands: [path: string, body: object, written: string][] = [
      ["/v1/plans", { title: "x", todos }, op.written],
      [`/v1/plans/${id}/pause`, {}, op.written],
      [`/v1/plans/${id}/resume`, {}, op.written],
      [`/v1/plans/${id}/cancel`, {}, op.written],
      [`/v1/plans/${id}/edits`, { ops: edits }, op.written],
      [`/v1/plans/${id}/undo`, {}, op.written],
      [`/v1/plans/${id}/rollback`, { version: 1 }, op.written],
      [`/v1/plans/${id}/todos/ask/skip`, {}, op.written],
      [`/v1/holds/${id}.h1/decision`, { decision: "approve" }, kim.written],
    ];
    for (const [path, body, written] of commands) {
      for (const [field, value] of Object.entries(claims)) {
        const answer = own.as(written, "POST", path, { ...body, [field]: value });
        const problem = await problemOf(answer, "validation_failed");
        const pointers = problem.errors?.map(({ pointer }) => pointer);
        expect([path, pointers]).toEqual([path, [`/${field}`]]);
      }
    }
  });
});
