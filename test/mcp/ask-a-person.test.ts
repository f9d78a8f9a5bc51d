import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { serveApi } from "../api/stream/support/served-api.ts";
import { useApi } from "../support/api-harness.ts";
import { call, connectMcp, WAYS, type Person } from "./support/mcp-client.ts";
import { echo, reportPlan } from "./support/report-plan.ts";

const api = useApi();
const LONG = { timeout: 60_000 };
const urlOf = async (): Promise<string> => (await serveApi(api().deps)).url;

/** A plan at its second version, which may go back. */
async function retitled(id: string): Promise<void> {
  await api().create(reportPlan(id));
  const ops = [{ edit_type: "modify_plan", params: { changes: { title: "새 보고서" } } }];
  expect((await api().post(`/v1/plans/${id}/edits`, { ops })).status).toBe(200);
}

// Without sessions a server cannot ask a client of 2025 anything over HTTP.
const ASKING = WAYS.filter(([way, era]) => way === "stdio" || era === "2026");
describe.each(ASKING)("over %s, a person at a client of %s", (way, era) => {
  const connect = async (person: Person) => connectMcp(await urlOf(), { way, era, person });

  test("is shown what is to be done, and it is done when they agree", LONG, async () => {
    const id = `mcp-asked-${way}-${era}`;
    await api().create(reportPlan(id));
    const shown: string[] = [];
    const client = await connect((message) => {
      shown.push(message);
      return { action: "accept", content: { confirm: true } };
    });
    const changes = { title: "긴 보고서" };
    const ops = [{ edit_type: "modify_todo", target_id: "publish", params: { changes } }];
    const proposed = await call(client, "propose_edit", { plan_id: id, ops });
    expect(proposed).toMatchObject({ validate_only: true });
    const instruction = "보고서 발행의 우선순위를 9로 올려줘";
    const words = await call(client, "propose_edit", { plan_id: id, instruction });
    expect(words).toMatchObject({ plan_id: id, instruction, base_version: 1 });
    await expect(call(client, "propose_edit", { plan_id: id })).rejects.toThrow("ops");
    expect(shown).toEqual([]);
    const edit = { plan_id: id, ops, base_version: 1 };
    expect(await call(client, "apply_edit", edit)).toMatchObject({
      changed: true,
      receipt: { plan_id: id },
    });
    expect(shown[0]).toContain("긴 보고서");
    expect((await api().plan(id)).todos[1]!.title).toBe("긴 보고서");
    await call(client, "pause_plan", { plan_id: id });
    const resume = { plan_id: id, reason: "일정이 잡혔습니다" };
    expect(await call(client, "resume_plan", resume)).toMatchObject({ changed: true });
    // It is kept as the person's own.
    expect(shown[1]).toContain("Its reason: 일정이 잡혔습니다");
    const rollback = { plan_id: id, version: 1 };
    expect(await call(client, "rollback_plan", rollback)).toMatchObject({ changed: true });
    expect(await call(client, "cancel_plan", { plan_id: id })).toMatchObject({ changed: true });
    expect(await api().untilEnded(id)).toMatchObject({ status: "cancelled" });
    expect(shown).toHaveLength(4);
  });

  test.each<[string, string, Person]>([
    ["declines", "said no", () => ({ action: "decline" })],
    [
      "accepts without saying yes",
      "said no",
      () => ({ action: "accept", content: { confirm: false } }),
    ],
    ["closes the form", "closed the question without an answer", () => ({ action: "cancel" })],
  ])("who %s has nothing done", LONG, async (how, told, person) => {
    const id = `mcp-no-${way}-${era}-${how.slice(0, 4)}`;
    await api().create(reportPlan(id));
    const client = await connect(person);
    expect(await call(client, "cancel_plan", { plan_id: id })).toMatchObject({
      changed: false,
      command: null,
      message: expect.stringContaining(told),
    });
    expect(await api().get(`/v1/plans/${id}`)).toMatchObject({ status: "running" });
  });
});

describe.each(ASKING)("over %s, a client of %s that opens pages and shows no forms", (way, era) => {
  test(
    "is given the page where the person does it, and opening it changes nothing",
    LONG,
    async () => {
      const id = `mcp-mind-page-${way}-${era}`;
      await retitled(id);
      const url = (await serveApi({ ...api().deps, screenUrl: "https://plans.example.org" })).url;
      const shown: { url: string; message: string }[] = [];
      let says: "accept" | "decline" = "accept";
      const opens = (page: { url: string; message: string }) => {
        shown.push(page);
        return says;
      };
      const client = await connectMcp(url, { way, era, opens });
      const base = way === "http" ? "https://plans.example.org" : url.replace(/\/$/, "");
      expect(await call(client, "cancel_plan", { plan_id: id })).toMatchObject({
        changed: false,
        receipt: null,
        command: `holdpoint cancel ${id} --base 2`,
        message: expect.stringMatching(/page|페이지/),
      });
      const changes = { title: "긴 보고서" };
      const ops = [{ edit_type: "modify_todo", target_id: "publish", params: { changes } }];
      const edit = { plan_id: id, ops, base_version: 2 };
      expect(await call(client, "apply_edit", edit)).toMatchObject({ changed: false });
      says = "decline";
      const rollback = { plan_id: id, version: 1 };
      expect(await call(client, "rollback_plan", rollback)).toMatchObject({
        changed: false,
        command: null,
      });
      expect(shown.map((page) => page.url)).toEqual([
        `${base}/plans/${id}`,
        `${base}/plans/${id}`,
        `${base}/plans/${id}/versions`,
      ]);
      expect(shown[1]!.message).toContain("긴 보고서");
      expect(await api().get(`/v1/plans/${id}`)).toMatchObject({ status: "running", version: 2 });
    },
  );
});

test("nobody is asked about what cannot happen, and the model is told why not", LONG, async () => {
  const id = "mcp-cannot-happen";
  await retitled(id);
  const client = await connectMcp(await urlOf(), {
    person: () => {
      throw new Error("Nothing that could be answered.");
    },
  });
  const plan = { plan_id: id };
  await expect(call(client, "resume_plan", plan)).rejects.toThrow("cannot resume");
  const same = { ...plan, version: 2 };
  await expect(call(client, "rollback_plan", same)).rejects.toThrow("nothing_changed");
  await expect(call(client, "rollback_plan", { ...plan, version: 9 })).rejects.toThrow("version");
  const changes = { title: "새 보고서" };
  const ops = [{ edit_type: "modify_plan", params: { changes } }];
  const edit = { ...plan, ops, base_version: 2 };
  await expect(call(client, "apply_edit", edit)).rejects.toThrow("nothing_changed");
  await api().post(`/v1/plans/${id}/cancel`, {});
  await api().untilEnded(id);
  const other = [{ edit_type: "modify_plan", params: { changes: { title: "다른 보고서" } } }];
  for (const [name, args] of [
    ["resume_plan", plan],
    ["cancel_plan", plan],
    ["apply_edit", { ...plan, ops: other, base_version: 2 }],
  ] as const) {
    await expect(call(client, name, args), name).rejects.toThrow("plan_finished");
  }
});

test("who does it on the page is not told that it cannot be done any more", LONG, async () => {
  const id = "mcp-done-on-page";
  await retitled(id);
  await api().post(`/v1/plans/${id}/pause`, {});
  const url = (await serveApi({ ...api().deps, screenUrl: "https://plans.example.org" })).url;
  const done: Promise<Response>[] = [];
  const client = await connectMcp(url, {
    opens: () => {
      done.push(api().post(`/v1/plans/${id}/cancel`, {}));
      return "accept";
    },
  });
  expect(await call(client, "resume_plan", { plan_id: id })).toMatchObject({
    changed: false,
    command: `holdpoint resume ${id} --base 2`,
    message: expect.stringContaining("page"),
  });
  expect(done).toHaveLength(1);
  expect((await done[0]!).status).toBe(200);
});

const added = (id: string, text: string, description: string) => ({
  edit_type: "add_todo",
  params: { todo: { id, title: "덧붙임", description, tool_name: "echo", tool_params: { text } } },
});

test(
  "a person reads every operation, what it calls first, and no sign is hidden",
  LONG,
  async () => {
    const id = "mcp-all-shown";
    await api().create(reportPlan(id));
    const shown: string[] = [];
    const client = await connectMcp(await urlOf(), {
      person: (message) => {
        shown.push(message);
        return { action: "decline" };
      },
    });
    const small = Array.from({ length: 24 }, (_, place) => added(`t${place}`, "x", "-"));
    const told = "설명 ".repeat(150);
    const ops = [added("hidden", "a\u202eb\u009bc", told), ...small];
    await call(client, "apply_edit", { plan_id: id, ops, base_version: 1 });
    const [message = ""] = shown;
    const first =
      '- add_todo {"params":{"todo":{"id":"hidden","tool_name":"echo","tool_params":{"text":"a\\u{202e}b\\u{9b}c"}';
    expect(message).toContain(first);
    expect(message.indexOf(first)).toBeLessThan(message.indexOf(told));
    expect(message).toContain(told);
    for (const { params } of small) expect(message).toContain(`"id":"${params.todo.id}"`);
  },
);

test("a person reads what a change does besides, before they say yes", LONG, async () => {
  const id = "mcp-what-it-does";
  await api().create({ ...reportPlan(id), max_parallel: 20 });
  await api().untilHolds(id);
  const gated = Array.from({ length: 7 }, (_, place) => ({
    edit_type: "add_todo",
    params: { todo: { id: `z${place}`, title: "덧붙임", ...echo, requires_approval: true } },
  }));
  const sent = { edit_type: "add_todo", params: { todo: { id: "sent", title: "보냄", ...echo } } };
  await api().post(`/v1/plans/${id}/edits`, { ops: [sent, ...gated], base_version: 1 });
  const holds = await api().untilHolds(id, 8);
  await api().watch.until(id, async () => {
    const { todos } = await api().plan(id);
    return todos.some((todo) => todo.id === "sent" && todo.status === "completed");
  });
  const shown: string[] = [];
  const client = await connectMcp(await urlOf(), {
    person: (message) => {
      shown.push(message);
      return { action: "decline" };
    },
  });
  const modified = (target_id: string, changes: object) => ({
    edit_type: "modify_todo",
    target_id,
    params: { changes },
  });
  await call(client, "rollback_plan", { plan_id: id, version: 1 });
  const ops = [modified("publish", { tool_params: { text: "y" } })];
  await call(client, "apply_edit", { plan_id: id, ops, base_version: 2 });
  const harmless = [modified("publish", { priority: 9 })];
  await call(client, "apply_edit", { plan_id: id, ops: harmless, base_version: 2 });
  await call(client, "cancel_plan", { plan_id: id });
  const [rollback = "", edit = "", touchesNothing = "", cancel = ""] = shown;
  expect(rollback).toContain(
    "Removes: sent, z0, z1, z2, z3 and 3 more\nEffects outside the plan stay: sent\n",
  );
  expect(rollback).toMatch(/Closes holds: \S+\.h2, \S+, \S+, \S+, \S+ and 2 more$/);
  const asked = holds.find(({ todo_id }) => todo_id === "publish")!.id;
  expect(edit).toContain(`Closes holds: ${asked}\nOpens holds instead: `);
  expect(touchesNothing).toMatch(/\nNothing that runs, waits or is done is touched\.$/);
  expect(cancel).toContain("Running now: 0. Not finished yet: 9. Open holds that close: 8.");
});

test.each([
  ["one long operation", [added("long", "x", "설명 ".repeat(1_300))]],
  [
    "many operations",
    Array.from({ length: 80 }, (_, place) => added(`t${place}`, "x", "설명".repeat(10))),
  ],
])("what is too long to be shown whole is asked by no form: %s", LONG, async (which, ops) => {
  const id = `mcp-too-long-${which.slice(0, 3)}`;
  await api().create(reportPlan(id));
  const edit = { plan_id: id, ops, base_version: 1 };
  const url = (await serveApi({ ...api().deps, screenUrl: "https://plans.example.org" })).url;
  const unasked = await connectMcp(url, {
    person: () => {
      throw new Error("A form that shows a part.");
    },
  });
  expect(await call(unasked, "apply_edit", edit)).toMatchObject({
    changed: false,
    receipt: null,
    command: `holdpoint edit ${id} --base 1 --file ops.json`,
  });
  const pages: string[] = [];
  const opening = await connectMcp(url, {
    opens: ({ url: page, message }) => {
      pages.push(page);
      expect(message.endsWith("…")).toBe(true);
      return "accept";
    },
  });
  expect(await call(opening, "apply_edit", edit)).toMatchObject({ changed: false });
  expect(pages).toEqual([`https://plans.example.org/plans/${id}`]);
  expect(await api().get(`/v1/plans/${id}`)).toMatchObject({ version: 1 });
});

test(
  "a page that nobody knows the address of is not shown, and the command is told",
  LONG,
  async () => {
    const id = "mcp-mind-no-page";
    await retitled(id);
    const client = await connectMcp(await urlOf(), {
      opens: () => {
        throw new Error("There is no page.");
      },
    });
    expect(await call(client, "cancel_plan", { plan_id: id })).toMatchObject({
      changed: false,
      command: `holdpoint cancel ${id} --base 2`,
    });
    expect(await call(client, "rollback_plan", { plan_id: id, version: 1 })).toMatchObject({
      changed: false,
      command: `holdpoint rollback ${id} --version 1`,
    });
  },
);

interface Called {
  readonly result?: {
    readonly resultType?: string;
    readonly requestState?: string;
    readonly isError?: boolean;
    readonly structuredContent?: Readonly<Record<string, unknown>>;
    readonly content?: readonly { readonly text: string }[];
  };
  readonly error?: object;
}

/** Calls a tool as a client of 2026 that shows forms does it on the wire. */
async function callRaw(url: string, name: string, args: object, more = {}): Promise<Called> {
  const version = "2026-07-28";
  const response = await fetch(new URL("/mcp", url), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": version,
      "mcp-method": "tools/call",
      "mcp-name": name,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name,
        arguments: args,
        ...more,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": version,
          "io.modelcontextprotocol/clientInfo": { name: "forger", version: "1" },
          "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
        },
      },
    }),
  });
  return (await response.json()) as Called;
}

const YES = { inputResponses: { confirm: { action: "accept", content: { confirm: true } } } };
const yesTo = ({ result }: Called): object => ({ ...YES, requestState: result!.requestState! });

test("an answer counts for the call that it was asked about, as one command", LONG, async () => {
  const id = "mcp-forged";
  await retitled(id);
  const url = await urlOf();
  const plan = { plan_id: id };
  // A yes that nobody was asked for.
  const unasked = await callRaw(url, "cancel_plan", plan, YES);
  expect(unasked.result).toMatchObject({ resultType: "input_required" });
  // A yes to something else.
  const back = { ...plan, version: 1 };
  const other = await callRaw(url, "rollback_plan", back, yesTo(unasked));
  expect(other.result?.structuredContent).toBeUndefined();
  const forged = { ...YES, requestState: "forged" };
  expect(await callRaw(url, "cancel_plan", plan, forged)).toHaveProperty("error");
  await api().post(`/v1/plans/${id}/pause`, {});
  const yes = yesTo(await callRaw(url, "resume_plan", plan));
  const { result: done } = await callRaw(url, "resume_plan", plan, yes);
  expect(done?.structuredContent).toMatchObject({ changed: true });
  // Sent once more it is what was done, and a plan that was paused since stays so.
  await api().post(`/v1/plans/${id}/pause`, {});
  const { result: again } = await callRaw(url, "resume_plan", plan, yes);
  expect(again?.structuredContent).toEqual(done!.structuredContent);
  expect(await api().get(`/v1/plans/${id}`)).toMatchObject({ paused: { by: "local-operator" } });
});

test("an answer counts at every API with the same key, and at no other", LONG, async () => {
  const id = "mcp-elsewhere";
  await retitled(id);
  const plan = { plan_id: id };
  const asked = await callRaw(await urlOf(), "cancel_plan", plan);
  const stranger = await serveApi({ ...api().deps, questionKey: randomBytes(32) });
  expect(await callRaw(stranger.url, "cancel_plan", plan, yesTo(asked))).toHaveProperty("error");
  expect(await api().get(`/v1/plans/${id}`)).toMatchObject({ status: "running" });
  const { result } = await callRaw(await urlOf(), "cancel_plan", plan, yesTo(asked));
  expect(result?.structuredContent).toMatchObject({ changed: true });
});

test("a yes to a return is for the version that the form told of", LONG, async () => {
  const id = "mcp-moved-on";
  await retitled(id);
  const url = await urlOf();
  const back = { plan_id: id, version: 1 };
  const asked = await callRaw(url, "rollback_plan", back);
  const ops = [{ edit_type: "modify_plan", params: { changes: { max_parallel: 2 } } }];
  expect((await api().post(`/v1/plans/${id}/edits`, { ops })).status).toBe(200);
  const { result } = await callRaw(url, "rollback_plan", back, yesTo(asked));
  expect(result).toMatchObject({ isError: true });
  expect(result!.content![0]!.text).toContain("stale_plan_version");
  expect(await api().get(`/v1/plans/${id}`)).toMatchObject({ version: 3, title: "새 보고서" });
});

test(
  "a yes to a resumption is for the version that the plan had when somebody was asked",
  LONG,
  async () => {
    const id = "mcp-resumed-other";
    await retitled(id);
    const url = await urlOf();
    await api().post(`/v1/plans/${id}/pause`, {});
    const asked = await callRaw(url, "resume_plan", { plan_id: id });
    const ops = [{ edit_type: "modify_plan", params: { changes: { max_parallel: 2 } } }];
    expect((await api().post(`/v1/plans/${id}/edits`, { ops })).status).toBe(200);
    const { result } = await callRaw(url, "resume_plan", { plan_id: id }, yesTo(asked));
    expect(result).toMatchObject({ isError: true });
    expect(result!.content![0]!.text).toContain("stale_plan_version");
    expect(await api().get(`/v1/plans/${id}`)).toMatchObject({ paused: { by: "local-operator" } });
  },
);

test(
  "a yes to a cancellation is for the version that the plan had when somebody was asked",
  LONG,
  async () => {
    const id = "mcp-cancelled-other";
    await retitled(id);
    const url = await urlOf();
    const asked = await callRaw(url, "cancel_plan", { plan_id: id });
    const ops = [{ edit_type: "modify_plan", params: { changes: { max_parallel: 2 } } }];
    expect((await api().post(`/v1/plans/${id}/edits`, { ops })).status).toBe(200);
    const { result } = await callRaw(url, "cancel_plan", { plan_id: id }, yesTo(asked));
    expect(result).toMatchObject({ isError: true });
    expect(result!.content![0]!.text).toContain("stale_plan_version");
    expect(await api().get(`/v1/plans/${id}`)).toMatchObject({ status: "running" });
  },
);
