import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import type { PlanVersion } from "../../src/contract/plan/edit.ts";
import type { CommandReceipt, PlanView, Receipt } from "../../src/contract/plan/plan.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { pointersOf, problemOf, useApi } from "../support/api-harness.ts";
import { defer } from "../support/plan-tools.ts";

const [half, letGo] = [defer<void>(), defer<void>()];
const telling = defineTool({
  name: "telling",
  description: "Tells that half is done when the test says so",
  input: z.strictObject({}),
  output: z.null(),
  async run(_, ctx) {
    ctx.progress(10);
    await half.promise;
    ctx.progress(50);
    await letGo.promise;
    return null;
  },
});
const api = useApi({ tools: [telling] });
const rename = (title: string) => ({
  ops: [{ edit_type: "modify_plan", params: { changes: { title } } }],
});
const send = (method: string, path: string, body: object, headers: Record<string, string>) =>
  api().request(method, path, {
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });
const read = (path: string, etag?: string) =>
  api().request("GET", path, etag === undefined ? {} : { headers: { "if-none-match": etag } });

/** A plan that waits for an approval, so that nothing changes by itself. */
async function waitingPlan(): Promise<PlanView> {
  const plan = await api().create({
    title: "계획",
    approval: "every_todo",
    todos: [{ title: "a", tool_name: "echo", tool_params: { text: "a" } }],
  });
  await api().untilHolds(plan.id);
  return api().get(`/v1/plans/${plan.id}`);
}

describe("a plan that was read before", () => {
  test("is not sent again while nothing has changed", async () => {
    const plan = await waitingPlan();
    const path = `/v1/plans/${plan.id}`;
    const first = await read(path);
    const etag = first.headers.get("etag")!;
    expect(etag).toMatch(new RegExp(`^W/"v1-s${plan.seq}-`));
    for (const known of [etag, `"other", ${etag}`, etag.slice(2), "*"]) {
      const again = await read(path, known);
      expect(again.status).toBe(304);
      expect(await again.text()).toBe("");
      expect(again.headers.get("etag")).toBe(etag);
      expect(again.headers.get("x-request-id")).not.toBeNull();
      expect(again.headers.get("content-type")).toBeNull();
    }
  });

  test("is sent again after an event and after an edit, with another ETag", async () => {
    const plan = await waitingPlan();
    const path = `/v1/plans/${plan.id}`;
    const etag = (await read(path)).headers.get("etag")!;
    await api().post(`${path}/pause`, {});
    const paused = await read(path, etag);
    expect(paused.status).toBe(200);
    const pausedTag = paused.headers.get("etag")!;
    await api().post(`${path}/edits`, rename("neu"));
    const edited = await read(path, pausedTag);
    expect(edited.status).toBe(200);
    expect(edited.headers.get("etag")).toMatch(/^W\/"v2-/);
  });

  test("has an ETag for each page, todo, hold and list of versions", async () => {
    const plan = await waitingPlan();
    for (const path of [
      `/v1/plans/${plan.id}?limit=1`,
      `/v1/plans/${plan.id}/todos/${plan.todos[0]!.id}`,
      `/v1/plans/${plan.id}/versions`,
      `/v1/plans/${plan.id}/progress`,
      `/v1/holds/${plan.id}.h1`,
    ]) {
      const etag = (await read(path)).headers.get("etag")!;
      expect((await read(path, etag)).status, path).toBe(304);
      expect((await read(path, 'W/"v1-s1-x"')).status, path).toBe(200);
    }
  });

  test("is sent again when what runs has changed and the plan itself has not", async () => {
    const { id } = await api().create({
      title: "p",
      todos: [{ title: "a", tool_name: "telling" }],
    });
    const path = `/v1/plans/${id}`;
    const at = (percentage: number) =>
      vi.waitUntil(
        async () => {
          const answer = await read(path);
          const plan = (await answer.json()) as PlanView;
          return (
            plan.progress.percentage === percentage && { plan, etag: answer.headers.get("etag")! }
          );
        },
        { timeout: 30_000 },
      );
    const before = await at(10);
    expect((await read(path, before.etag)).status).toBe(304);
    half.resolve();
    const after = await at(50);
    expect(after.plan.seq).toBe(before.plan.seq);
    expect((await read(path, before.etag)).status).toBe(200);
    letGo.resolve();
    await api().untilEnded(id);
  });
});

describe("a change that names the version it is made for", () => {
  test.each([['"v1"'], ['W/"v1"'], ['W/"v1-s4-AbC_-"'], ["*"]])(
    "is made at it: %s",
    async (tag) => {
      const { id } = await waitingPlan();
      const answer = await send("POST", `/v1/plans/${id}/edits`, rename("n"), { "if-match": tag });
      expect(answer.status).toBe(200);
      expect((await api().plan(id)).version).toBe(2);
    },
  );

  test("may name the ETag that the plan was read with", async () => {
    const { id } = await waitingPlan();
    const etag = (await read(`/v1/plans/${id}`)).headers.get("etag")!;
    const headers = { "if-match": etag };
    expect((await send("POST", `/v1/plans/${id}/edits`, rename("n"), headers)).status).toBe(200);
    await problemOf(
      send("POST", `/v1/plans/${id}/edits`, rename("o"), headers),
      "stale_plan_version",
    );
  });

  test.each([
    ["edits", rename("andere")],
    ["undo", {}],
    ["rollback", { version: 1 }],
  ])("is refused at any other, with what changed since: %s", async (word, body) => {
    const { id } = await waitingPlan();
    await api().post(`/v1/plans/${id}/edits`, { ...rename("zwei"), reason: "darum" });
    const path = `/v1/plans/${id}/${word}`;
    for (const query of ["", "?validate_only=true"]) {
      const answer = send("POST", path + query, body, { "if-match": '"v1"' });
      const problem = await problemOf(answer, "stale_plan_version");
      expect(problem.current_version).toBe(2);
      const [change] = problem.changes_since as PlanVersion[];
      expect([change!.version, change!.reason]).toEqual([2, "darum"]);
    }
    const ahead = await problemOf(
      send("POST", path, body, { "if-match": '"v9"' }),
      "stale_plan_version",
    );
    expect(ahead.changes_since).toEqual([]);
    expect((await api().plan(id)).version).toBe(2);
    expect((await send("POST", path, body, { "if-match": '"v2"' })).status).toBe(200);
  });

  test("is made for one of those that arrive together, and no other", async () => {
    const { id } = await waitingPlan();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, one) =>
        send("POST", `/v1/plans/${id}/edits`, rename(`t${one}`), { "if-match": '"v1"' }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 412),
    ]);
  });

  test.each(["v1", '"1"', '"v0"', '"v1", "v2"', '"v99999999999"', "", '"v1'])(
    "that is not readable is refused: %s",
    async (tag) => {
      const { id } = await waitingPlan();
      const answer = send("POST", `/v1/plans/${id}/edits`, rename("n"), { "if-match": tag });
      const problem = await problemOf(answer, "validation_failed");
      expect(pointersOf(problem)).toEqual(["/header/if-match"]);
    },
  );
});

describe("a command whose sender does not wait", () => {
  const later = { prefer: "respond-async" };

  test("is answered when Temporal has it, and then takes its way", async () => {
    const { id } = await waitingPlan();
    const answer = await send("POST", `/v1/plans/${id}/pause`, { reason: "r" }, later);
    expect(answer.status).toBe(202);
    expect(answer.headers.get("preference-applied")).toBe("respond-async");
    const sent = (await answer.json()) as CommandReceipt;
    expect(sent).toMatchObject({ plan_id: id, accepted: null });
    await api().watch.until(id, async () => {
      const events = await api().events(id);
      return events.some(({ data }) => data?.["command_id"] === sent.command_id);
    });
    const repeat = { reason: "r", command_id: sent.command_id };
    const outcome = await send("POST", `/v1/plans/${id}/pause`, repeat, {});
    expect(outcome.status).toBe(200);
    expect(((await outcome.json()) as Receipt).command_id).toBe(sent.command_id);
  });

  test("is told nothing that is not known: what the plan refuses shows in its log", async () => {
    const { id } = await waitingPlan();
    const answer = await send("POST", `/v1/plans/${id}/resume`, {}, later);
    expect(answer.status).toBe(202);
    const { command_id } = (await answer.json()) as CommandReceipt;
    const refused = await api().watch.until(id, async () => {
      const events = await api().events(id);
      return events.find(({ type }) => type === "command.refused");
    });
    expect(refused.data).toMatchObject({ command: "resume", command_id });
  });

  test.each([
    ["edits", rename("n")],
    ["undo", {}],
    ["rollback", { version: 1 }],
    ["cancel", {}],
  ])("may be %s", async (word, body) => {
    const { id } = await waitingPlan();
    expect((await send("POST", `/v1/plans/${id}/${word}`, body, later)).status).toBe(202);
  });

  test("may be a decision, an extension, a skip", async () => {
    // The plan would end with what it has only one of: then nothing is taken any more.
    const [decided, skipped] = [await waitingPlan(), await waitingPlan()];
    const hold = `/v1/holds/${decided.id}.h1`;
    const todo = `/v1/plans/${skipped.id}/todos/${skipped.todos[0]!.id}`;
    for (const [path, body] of [
      [`${hold}/extend`, { seconds: 9 }],
      [`${hold}/decision`, { decision: "approve" }],
      [`${todo}/skip`, {}],
    ] as const) {
      expect((await send("POST", path, body, later)).status, path).toBe(202);
    }
  });

  test("for a plan that is not there, or has ended, is refused at once", async () => {
    await problemOf(send("POST", "/v1/plans/none/pause", {}, later), "plan_not_found");
    const { id } = await waitingPlan();
    await api().post(`/v1/plans/${id}/cancel`, {});
    await api().untilEnded(id);
    await problemOf(send("POST", `/v1/plans/${id}/pause`, {}, later), "plan_finished");
  });

  test("that only asks what would be gets that", async () => {
    const { id } = await waitingPlan();
    const path = `/v1/plans/${id}/edits?validate_only=true`;
    const answer = await send("POST", path, rename("n"), later);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("preference-applied")).toBeNull();
  });

  test.each(["respond-async, wait=10", "wait=5,RESPOND-ASYNC", "respond-async; foo=1"])(
    "may say it beside other preferences: %s",
    async (prefer) => {
      const { id } = await waitingPlan();
      expect((await send("POST", `/v1/plans/${id}/pause`, {}, { prefer })).status).toBe(202);
    },
  );

  test.each(["wait=10", "respond-asynchronously", ""])(
    "says it by nothing else: %s",
    async (prefer) => {
      const { id } = await waitingPlan();
      expect((await send("POST", `/v1/plans/${id}/pause`, {}, { prefer })).status).toBe(200);
    },
  );
});

test("every answer says whose plans are served, whatever it is", async () => {
  const answers: [string, Response][] = [];
  const ask = async (method: string, path: string, more: RequestInit = {}): Promise<Response> => {
    const answer = await api().request(method, path, more);
    answers.push([`${method} ${path} ${answer.status}`, answer]);
    return answer;
  };
  const todos = [{ title: "끓이기", kind: "milestone" }];
  const create = {
    headers: { "idempotency-key": "whose", "content-type": "application/json" },
    body: JSON.stringify({ id: "whose", title: "차", todos }),
  };
  await ask("POST", "/v1/plans", create);
  const replayed = await ask("POST", "/v1/plans", create);
  expect(replayed.headers.get("idempotent-replayed")).toBe("true");
  await api().untilEnded("whose");
  const { headers } = await ask("GET", "/v1/plans/whose");
  await ask("GET", "/v1/plans/whose", { headers: { "if-none-match": headers.get("etag")! } });
  await ask("HEAD", "/v1/plans/whose");
  const stream = { headers: { accept: "text/event-stream", "last-event-id": "1" } };
  await (await ask("GET", "/v1/plans/whose/events", stream)).text();
  for (const path of [
    "/metrics",
    "/openapi.json",
    "/healthz",
    "/v1/ws",
    "/docs",
    "/",
    "/nowhere",
  ]) {
    await ask("GET", path);
  }
  for (const path of ["/mcp", "/codec/decode", "/v1/plans", "/healthz"]) await ask("POST", path);
  await ask("DELETE", "/v1/plans/whose");
  const statuses = answers.map(([, { status }]) => status);
  expect(statuses).toEqual(expect.arrayContaining([200, 201, 204, 304, 404, 405, 415, 422, 426]));
  const silent = answers.filter(([, answer]) => !answer.headers.has("holdpoint-instance"));
  expect(silent.map(([name]) => name)).toEqual([]);
});
