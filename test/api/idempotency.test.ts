import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createApp } from "../../src/api/app.ts";
import { workerUnavailable } from "../../src/api/gateway/asking/temporal-refusal.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { PlanView, Receipt } from "../../src/contract/plan/plan.ts";
import { pointersOf, problemOf, useApi } from "../support/api-harness.ts";
import { createKeyedApi } from "../support/keyed-api.ts";
import { defer } from "../support/plan-tools.ts";

const api = useApi();
const PLAN = {
  title: "계획",
  approval: "every_todo",
  todos: [
    { id: "a", title: "a", tool_name: "echo", tool_params: { text: "a" } },
    { id: "b", title: "b", tool_name: "echo", tool_params: { text: "b" } },
  ],
};
const rename = (title: string) => ({
  ops: [{ edit_type: "modify_plan", params: { changes: { title } } }],
});
type App = ReturnType<typeof createApp>;

/** An API process of its own, which remembers nothing of the others. */
const restarted = (): App => createApp(api().deps);
async function send(
  app: App,
  path: string,
  body: object | string,
  key: string,
  method = "POST",
): Promise<Response> {
  return app.request(path, {
    method,
    headers: { "content-type": "application/json", "idempotency-key": key },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}
const replayed = (answer: Response): string | null => answer.headers.get("idempotent-replayed");

describe("a request that is repeated with its Idempotency-Key", () => {
  test("gets the first answer, and makes one plan", async () => {
    const app = restarted();
    const key = randomUUID();
    const first = await send(app, "/v1/plans", PLAN, key);
    expect(first.status).toBe(201);
    expect(replayed(first)).toBeNull();
    const text = await first.text();
    for (let time = 0; time < 3; time += 1) {
      const again = await send(app, "/v1/plans", PLAN, key);
      expect([again.status, replayed(again)]).toEqual([201, "true"]);
      // The answer is the first one, the request is not: the log names it by an id of its own.
      expect(again.headers.get("x-request-id")).not.toBeNull();
      expect(again.headers.get("location")).toBe(first.headers.get("location"));
      expect(await again.text()).toBe(text);
    }
    const { id } = JSON.parse(text) as PlanView;
    expect(api().started.filter((started) => started === id)).toHaveLength(1);
  });

  test("may quote the key, as the draft of the header has it", async () => {
    const app = restarted();
    const key = randomUUID();
    const first = await send(app, "/v1/plans", PLAN, key);
    const again = await send(app, "/v1/plans", PLAN, `"${key}"`);
    expect(replayed(again)).toBe("true");
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
  });

  test("gets the first refusal again, also when it would be taken by now", async () => {
    const app = restarted();
    const { id } = await api().create(PLAN as never);
    const key = randomUUID();
    const path = `/v1/plans/${id}/resume`;
    await problemOf(send(app, path, {}, key), "illegal_transition");
    await api().post(`/v1/plans/${id}/pause`, {});
    const again = await send(app, path, {}, key);
    expect([again.status, replayed(again)]).toEqual([409, "true"]);
    expect((await send(app, path, {}, randomUUID())).status).toBe(200);
  });

  test("counts once for a command, and after a restart gets its receipt again", async () => {
    const { id } = await api().create(PLAN as never);
    const key = randomUUID();
    const path = `/v1/plans/${id}/edits`;
    const first = await send(restarted(), path, rename("neu"), key);
    const receipt = (await first.json()) as Receipt;
    for (const app of [restarted(), restarted()]) {
      const again = await send(app, path, rename("neu"), key);
      expect(again.status).toBe(200);
      expect(await again.json()).toEqual(receipt);
    }
    expect((await api().plan(id)).version).toBe(2);
  });

  test("finds its plan after a restart, as it is by now", async () => {
    const key = randomUUID();
    const made = (await (await send(restarted(), "/v1/plans", PLAN, key)).json()) as PlanView;
    await api().post(`/v1/plans/${made.id}/edits`, rename("inzwischen"));
    const again = await send(restarted(), "/v1/plans", PLAN, key);
    expect([again.status, replayed(again)]).toEqual([201, "true"]);
    expect(again.headers.get("location")).toBe(`/v1/plans/${made.id}`);
    expect(await again.json()).toMatchObject({ id: made.id, title: "inzwischen", version: 2 });
  });

  test("finds its plan after a restart when the body named it", async () => {
    const plan = { ...PLAN, id: `own-${randomUUID()}` };
    const key = randomUUID();
    expect((await send(restarted(), "/v1/plans", plan, key)).status).toBe(201);
    const again = await send(restarted(), "/v1/plans", plan, key);
    expect([again.status, replayed(again)]).toEqual([201, "true"]);
    await problemOf(send(restarted(), "/v1/plans", plan, randomUUID()), "plan_exists");
    await problemOf(api().post("/v1/plans", plan), "plan_exists");
  });

  test("finds its fork, its import and its plan from a template after a restart", async () => {
    const { id } = await api().create(PLAN as never);
    const template = `t-${randomUUID()}`;
    await api().send("PUT", `/v1/templates/${template}`, { title: "t", plan: PLAN });
    for (const [path, body] of [
      [`/v1/plans/${id}/fork`, {}],
      ["/v1/plans/import", { plan: { steps: [{ agent_name: "someone" }] } }],
      [`/v1/templates/${template}/plans`, {}],
    ] as const) {
      const key = randomUUID();
      const first = await send(restarted(), path, body, key);
      expect(first.status, await first.clone().text()).toBe(201);
      const again = await send(restarted(), path, body, key);
      expect([again.status, replayed(again)]).toEqual([201, "true"]);
      expect(again.headers.get("location")).toBe(first.headers.get("location"));
    }
  });

  test("finds its plan after a restart although nothing of the kind could be started by now", async () => {
    const own = createKeyedApi(api().deps);
    const [boss, kim] = [await own.add("boss", "admin"), await own.add("kim", "approver")];
    const template = `gone-${randomUUID()}`;
    await own.as(boss.written, "PUT", `/v1/templates/${template}`, { title: "t", plan: PLAN });
    const ask = (path: string, body: object, key: string) =>
      createApp({ ...api().deps, keys: own.keys }).request(path, {
        method: "POST",
        headers: {
          authorization: `Bearer ${boss.written}`,
          "content-type": "application/json",
          "idempotency-key": key,
        },
        body: JSON.stringify(body),
      });
    const approved = { ...PLAN, approval_policy: { approvers: ["kim"] } };
    const requests: [path: string, body: object, key: string][] = [
      ["/v1/plans", approved, randomUUID()],
      [`/v1/templates/${template}/plans`, {}, randomUUID()],
    ];
    const first = await Promise.all(requests.map(async (request) => ask(...request)));
    expect(first.map(({ status }) => status)).toEqual([201, 201]);
    await own.keys.revoke(kim.key.id, new Date().toISOString());
    await own.as(boss.written, "DELETE", `/v1/templates/${template}`);
    for (const [place, request] of requests.entries()) {
      const again = await ask(...request);
      expect([again.status, replayed(again)]).toEqual([201, "true"]);
      expect(again.headers.get("location")).toBe(first[place]!.headers.get("location"));
      const [path, body] = request;
      const other = await ask(path, body, randomUUID());
      expect([404, 422]).toContain(other.status);
      expect(other.headers.get("location")).toBeNull();
    }
  });

  test("counts once for each of many decisions, also after a restart", async () => {
    const todos = PLAN.todos.map((todo) => ({ ...todo, requires_approval: true }));
    const { id } = await api().create({ title: PLAN.title, todos } as never);
    const holds = await api().untilHolds(id, 2);
    const decisions = holds.map(({ id: hold_id }) => ({ hold_id, decision: "approve" }));
    const key = randomUUID();
    type Results = { results: { receipt: Receipt }[] };
    const ask = async () =>
      (await (
        await send(restarted(), "/v1/holds/decisions", { decisions }, key)
      ).json()) as Results;
    const first = await ask();
    expect(first.results.map(({ receipt }) => receipt.hold?.status)).toEqual([
      "approved",
      "approved",
    ]);
    await api().untilEnded(id);
    expect(await ask()).toEqual(first);
  });

  test("decides what a worker that was gone left undecided, and the others once", async () => {
    const todos = PLAN.todos.map((todo) => ({ ...todo, requires_approval: true }));
    const { id } = await api().create({ title: PLAN.title, todos } as never);
    const holds = await api().untilHolds(id, 2);
    const decisions = holds.map(({ id: hold_id }) => ({ hold_id, decision: "approve" }));
    const { plans } = api().deps;
    let gone = true;
    const app = createApp({
      ...api().deps,
      plans: {
        ...plans,
        send: (planId, message, command) =>
          gone && "hold_id" in command && command.hold_id === holds[1]!.id
            ? Promise.reject(workerUnavailable())
            : plans.send(planId, message, command),
      },
    });
    const key = randomUUID();
    type Results = { results: { receipt?: Receipt; problem?: { code: string } }[] };
    const ask = async () => {
      const answer = await send(app, "/v1/holds/decisions", { decisions }, key);
      return { replayed: replayed(answer), ...((await answer.json()) as Results) };
    };
    const first = await ask();
    expect(first.results[1]!.problem).toMatchObject({ code: "worker_unavailable" });
    gone = false;
    const second = await ask();
    expect(second.replayed).toBeNull();
    expect(second.results[0]).toEqual(first.results[0]);
    expect(second.results[1]!.receipt?.hold?.status).toBe("approved");
    expect(await ask()).toEqual({ ...second, replayed: "true" });
    const events = await api().events(id);
    expect(events.filter(({ type }) => type === "hold.decided")).toHaveLength(2);
  });

  test("is told what became of a command that it did not wait for before", async () => {
    const app = restarted();
    const { id } = await api().create(PLAN as never);
    const key = randomUUID();
    const pause = (headers: Record<string, string>) =>
      app.request(`/v1/plans/${id}/pause`, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": key, ...headers },
        body: JSON.stringify({ reason: "lunch" }),
      });
    const later = { prefer: "respond-async" };
    expect((await pause(later)).status).toBe(202);
    expect((await pause(later)).status).toBe(202);
    const told = await pause({});
    expect(told.status).toBe(200);
    const { seq, command_id } = (await told.json()) as Receipt;
    const events = await api().events(id);
    const paused = events.filter(({ type }) => type === "plan.paused");
    expect(paused).toMatchObject([{ seq, data: { command_id } }]);
    expect(replayed(await pause({}))).toBe("true");
  });

  test("is another request when somebody else sends it", async () => {
    const own = createKeyedApi(api().deps);
    const [kim, lee] = [await own.add("kim", "operator"), await own.add("lee", "operator")];
    const key = randomUUID();
    const ids = await Promise.all(
      [kim, lee].map(async ({ written }) => {
        const headers = {
          authorization: `Bearer ${written}`,
          "content-type": "application/json",
          "idempotency-key": key,
        };
        const answer = await own.request("POST", "/v1/plans", {
          headers,
          body: JSON.stringify(PLAN),
        });
        const { id, owner } = (await answer.json()) as PlanView;
        return [id, owner];
      }),
    );
    expect(ids.map(([, owner]) => owner)).toEqual(["kim", "lee"]);
    expect(ids[0]![0]).not.toBe(ids[1]![0]);
  });
});

describe("an Idempotency-Key that stood for another request", () => {
  test.each([
    ["another body", "/v1/plans", { ...PLAN, title: "anders" }],
    ["another address", "/v1/plans/x/pause", PLAN],
    ["another query", "/v1/plans/import?validate_only=true", PLAN],
  ])("is refused: %s", async (_, path, body) => {
    const app = restarted();
    const key = randomUUID();
    expect((await send(app, "/v1/plans", PLAN, key)).status).toBe(201);
    const problem = await problemOf(send(app, path, body, key), "idempotency_key_reused");
    expect(problem.hint).toContain("new key");
  });

  test("is refused after a restart, too: for a plan and for a command to the same plan", async () => {
    const key = randomUUID();
    expect((await send(restarted(), "/v1/plans", PLAN, key)).status).toBe(201);
    const other = { ...PLAN, title: "anders" };
    await problemOf(send(restarted(), "/v1/plans", other, key), "idempotency_key_reused");

    const { id } = await api().create(PLAN as never);
    const path = `/v1/plans/${id}/edits`;
    expect((await send(restarted(), path, rename("eins"), key)).status).toBe(200);
    await problemOf(send(restarted(), path, rename("zwei"), key), "idempotency_key_reused");
    await problemOf(send(restarted(), `/v1/plans/${id}/pause`, {}, key), "idempotency_key_reused");
  });

  test("does not matter for a command that has an id of its own", async () => {
    const { id } = await api().create(PLAN as never);
    const path = `/v1/plans/${id}/pause`;
    const first = await send(restarted(), path, { command_id: "mine" }, randomUUID());
    expect(((await first.json()) as Receipt).command_id).toBe("mine");
    await problemOf(
      send(restarted(), path, { command_id: "mine", reason: "r" }, randomUUID()),
      "command_id_reused",
    );
  });
});

describe("an Idempotency-Key whose first request is still running", () => {
  test("is told to wait, and gets the answer afterwards", async () => {
    const go = defer<void>();
    const begun = defer<void>();
    const { plans } = api().deps;
    const app = createApp({
      ...api().deps,
      plans: {
        ...plans,
        async start(...args) {
          begun.resolve();
          await go.promise;
          return plans.start(...args);
        },
      },
    });
    const key = randomUUID();
    const first = send(app, "/v1/plans", PLAN, key);
    await begun.promise;
    const waiting = await send(app, "/v1/plans", PLAN, key);
    expect(waiting.headers.get("retry-after")).toBe("1");
    expect((await problemOf(waiting, "request_in_progress")).retryable).toBe(true);
    await problemOf(send(app, "/v1/plans", { ...PLAN, title: "x" }, key), "idempotency_key_reused");
    go.resolve();
    const text = await (await first).text();
    const again = await send(app, "/v1/plans", PLAN, key);
    expect([replayed(again), await again.text()]).toEqual(["true", text]);
  });

  test("starts one plan when all come at once, in one process and in several", async () => {
    const key = randomUUID();
    const apps = [restarted(), restarted(), restarted()];
    const answers = await Promise.all(
      apps.flatMap((app) => [1, 2, 3].map(() => send(app, "/v1/plans", PLAN, key))),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 201 && status !== 409)).toEqual([]);
    const made = answers.flatMap((answer) => answer.headers.get("location") ?? []);
    expect(new Set(made).size).toBe(1);
  });

  test("may be tried again with the same key when the first failed for a passing reason", async () => {
    let broken = true;
    const { plans } = api().deps;
    const app = createApp({
      ...api().deps,
      plans: {
        ...plans,
        start: (...args) =>
          broken ? Promise.reject(new Error("The line is cut.")) : plans.start(...args),
      },
    });
    const key = randomUUID();
    await problemOf(send(app, "/v1/plans", PLAN, key), "internal_error");
    expect(api().errors.splice(0)).toHaveLength(1);
    broken = false;
    const again = await send(app, "/v1/plans", PLAN, key);
    expect([again.status, replayed(again)]).toEqual([201, null]);
  });
});

describe("an Idempotency-Key", () => {
  test.each(["", " ", "a b", "가", "x".repeat(256), '""'])(
    "that is none is refused: %j",
    async (key) => {
      const answer = send(restarted(), "/v1/plans", PLAN, Buffer.from(key).toString("latin1"));
      const problem = await problemOf(answer, "validation_failed");
      expect(pointersOf(problem)).toEqual(["/header/idempotency-key"]);
    },
  );

  test("says nothing on a request that only reads", async () => {
    const { id } = await api().create(PLAN as never);
    const headers = { "idempotency-key": "k" };
    const read = () => api().request("GET", `/v1/plans/${id}`, { headers });
    const first = await read();
    await api().post(`/v1/plans/${id}/pause`, {});
    const second = await read();
    expect(replayed(second)).toBeNull();
    expect(((await second.json()) as PlanView).seq).toBeGreaterThan(
      ((await first.json()) as PlanView).seq,
    );
  });

  test("remembers the newest 2,000 answers and no more", async () => {
    const app = restarted();
    const { id } = await api().create(PLAN as never);
    const [hold] = (await api().untilHolds(id)) as [Hold];
    const path = `/v1/holds/${hold.id}/decision`;
    await send(app, path, { decision: "nonsense" }, "first");
    expect(replayed(await send(app, path, { decision: "nonsense" }, "first"))).toBe("true");
    for (let at = 0; at < 2_000; at += 1) await send(app, path, { decision: "x" }, `k${at}`);
    expect(replayed(await send(app, path, { decision: "nonsense" }, "first"))).toBeNull();
    expect(replayed(await send(app, path, { decision: "x" }, "k1999"))).toBe("true");
  });
});
