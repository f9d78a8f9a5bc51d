import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startTestHoldpoint, type TestHoldpoint } from "holdpoint/testing";
import { defineTool, z } from "holdpoint/tools";
import { afterAll, beforeAll, expect, test } from "vitest";
import { timeSkippingServerPath } from "../support/time-skipping-server.ts";

/* What a user's own test does: it knows the package's subpaths and nothing else of us. */

const sent: string[] = [];
const send = defineTool({
  name: "send",
  description: "Sends a text",
  input: z.object({ text: z.string() }),
  output: z.null(),
  run({ text }) {
    sent.push(text);
    return null;
  },
});

const writer = {
  name: "writer",
  instructions: "Write plainly.",
  todo_list: false,
  limits: { turns: 3 },
};

let holdpoint: TestHoldpoint;
beforeAll(async () => {
  const path = await timeSkippingServerPath();
  if (path !== undefined) process.env["HOLDPOINT_TEST_SERVER_BINARY"] = path;
  holdpoint = await startTestHoldpoint({ tools: [send], agents: [writer] });
});
afterAll(() => holdpoint.stop());

const letter = { title: "Send it", tool_name: "send", tool_params: { text: "Dear Ada" } };

test("nothing is sent before somebody approves, and then exactly what they saw", async () => {
  const plan = await holdpoint.start({
    title: "Letter",
    todos: [{ id: "send", ...letter, requires_approval: true }],
  });
  expect((await plan.untilHold("send")).args).toEqual({ text: "Dear Ada" });
  expect(sent).toEqual([]);
  await plan.decide("send", { decision: "approve" });
  expect((await plan.untilEnded()).status).toBe("completed");
  expect(sent).toEqual(["Dear Ada"]);
  expect((await plan.events()).map(({ type }) => type)).toContain("hold.decided");
});

test("a person's answer goes on as what they said", async () => {
  const plan = await holdpoint.start({
    title: "Guests",
    todos: [
      {
        id: "ask",
        title: "How many?",
        input_request: { question: "How many?", input_type: "number" },
      },
      { ...letter, tool_params: { text: "{{todo.ask.result}} chairs" }, depends_on: ["ask"] },
    ],
  });
  await plan.answer("ask", 12);
  await plan.untilEnded();
  expect(sent.at(-1)).toBe("12 chairs");
});

test("two days pass in a moment, and what is due by then happens", async () => {
  const plan = await holdpoint.start({
    title: "Deadline",
    todos: [
      {
        id: "send",
        ...letter,
        requires_approval: true,
        approval: { timeout_seconds: 172_800, on_timeout: "skip" },
      },
    ],
  });
  await plan.untilHold("send");
  await holdpoint.pass(172_801_000);
  const { todos } = await plan.untilEnded();
  expect(todos[0]).toMatchObject({ id: "send", status: "skipped" });
});

test("a plan that waits for somebody says so instead of waiting for ever", async () => {
  const plan = await holdpoint.start({ title: "Work", todos: [{ id: "dig", title: "Dig" }] });
  await expect(plan.untilEnded()).rejects.toThrow(/dig: /);
  await expect(plan.untilHold("nothing")).rejects.toThrow(/dig: /);
});

test.each([
  ["w", 'There is no agent "w". Agents: writer.'],
  ["writr", 'There is no agent "writr". Agents: writer. Did you mean "writer"?'],
])("a mistyped agent fails its todo instead of waiting for ever: %s", async (name, said) => {
  const plan = await holdpoint.start({
    title: "Mistyped",
    failure: { api_error: { action: "FAIL" }, validation_error: { action: "FAIL" } },
    todos: [{ id: "write", title: "Write", agent_name: name }],
  });
  const { todos } = await plan.untilEnded();
  expect(todos).toMatchObject([{ status: "failed", error_message: said }]);
});

test("the lists over all plans show what waits for whom, and what has ended", async () => {
  const { client } = holdpoint;
  const waits = await holdpoint.start({
    title: "Waits",
    tags: ["lists"],
    todos: [
      { id: "send", ...letter, requires_approval: true },
      { id: "dig", title: "Dig" },
    ],
  });
  await waits.untilHold("send");
  const ended = await holdpoint.start({ title: "Over", tags: ["lists"], todos: [letter] });
  await ended.untilEnded();
  const inbox = await client.holds.list({ plan_id: waits.id });
  expect(inbox.holds).toMatchObject([{ plan_title: "Waits", todo_id: "send", title: "Send it" }]);
  const work = await client.todos.work({ plan_id: waits.id });
  expect(work.work).toMatchObject([{ plan_title: "Waits", todo_id: "dig" }]);
  const titles = async (filter: Parameters<typeof client.plans.list>[0]) => {
    const { plans, total } = await client.plans.list({ tag: "lists", ...filter });
    expect(total).toBe(plans.length);
    return plans.map(({ title }) => title);
  };
  expect(await titles({})).toEqual(["Waits", "Over"]);
  expect(await titles({ status: "completed" })).toEqual(["Over"]);
  expect(await titles({ has_holds: "true" })).toEqual(["Waits"]);
  const first = await client.plans.list({ limit: 1 });
  const next = await client.plans.list({ limit: 1, cursor: first.next_cursor! });
  expect(next.plans).toHaveLength(1);
  expect(next.plans[0]!.id).not.toBe(first.plans[0]!.id);
  expect((await client.plans.overview()).plans.map(({ id }) => id)).toContain(waits.id);
  const failed = await holdpoint.start({
    title: "Fails",
    failure: { validation_error: { action: "FAIL" }, api_error: { action: "FAIL" } },
    todos: [{ title: "Write", agent_name: "nobody" }],
  });
  await failed.untilEnded();
  const notices = async () => (await client.plans.notices()).notices.map(({ plan_id }) => plan_id);
  expect(await notices()).toContain(failed.id);
  await client.plans.acknowledge(failed.id, {});
  expect(await notices()).not.toContain(failed.id);
});

test("a plan is watched from the beginning to its end, and every event comes once", async () => {
  const plan = await holdpoint.start({
    title: "Watched",
    todos: [{ id: "send", ...letter, requires_approval: true }],
  });
  await plan.untilHold("send");
  const seen: string[] = [];
  for await (const item of holdpoint.client.plans.watch(plan.id)) {
    seen.push(item.type === "snapshot" ? "snapshot" : item.event.type);
    if (item.type === "snapshot") await plan.decide("send", { decision: "approve" });
  }
  const told = (await plan.events()).filter(({ seq }) => seq > 3).map(({ type }) => type);
  expect(seen).toEqual(["snapshot", ...told]);
  expect(seen.at(-1)).toBe("plan.completed");
});

test("an ended plan is archived, brought back and deleted", async () => {
  const { plans } = holdpoint.client;
  const plan = await holdpoint.start({ title: "Deleted", todos: [letter] });
  const { id } = plan;
  await plan.untilEnded();
  const isListed = async (archived: "true" | "false") =>
    (await plans.list({ archived })).plans.some((row) => row.id === id);
  await plans.archive(id, {});
  expect([await isListed("true"), await isListed("false")]).toEqual([true, false]);
  await plans.unarchive(id, {});
  expect([await isListed("true"), await isListed("false")]).toEqual([false, true]);
  await plans.delete(id);
  expect(await isListed("false")).toBe(false);
  await expect(plans.get(id)).rejects.toMatchObject({ problem: { code: "plan_not_found" } });
});

test("templates and agents are kept and listed", async () => {
  const { templates, agents } = holdpoint.client;
  await templates.save("letters", { title: "Letters", plan: { title: "L", todos: [letter] } });
  expect((await templates.list()).templates).toMatchObject([{ id: "letters" }]);
  const { id } = await templates.use("letters", {});
  expect((await holdpoint.client.plans.get(id)).title).toBe("L");
  await templates.delete("letters");
  expect((await templates.list()).templates).toEqual([]);
  await agents.save("reader", { instructions: "Read." });
  expect((await agents.list()).agents.map(({ name }) => name)).toContain("reader");
});

test("it is ready, and says that it has no schedules where somebody saves one", async () => {
  const { service, schedules, templates } = holdpoint.client;
  expect(await service.ready()).toMatchObject({ workers: { ready: true } });
  await templates.save("daily", { title: "Daily", plan: { title: "D", todos: [letter] } });
  expect((await schedules.list()).schedules).toEqual([]);
  await expect(
    schedules.save("every-day", { template_id: "daily", cron: ["0 9 * * *"] }),
  ).rejects.toThrow("holdpoint/testing has no schedules.");
  await expect(schedules.get("every-day")).rejects.toMatchObject({
    problem: { code: "schedule_not_found" },
  });
});

test("a program that starts and stops it ends by itself, and Temporal says nothing", async () => {
  const program = fileURLToPath(new URL("start-and-stop.ts", import.meta.url));
  const args = ["--import", "tsx", program];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
    timeout: 110_000,
  });
  expect(stdout).toBe("completed\n");
  expect(stderr).not.toMatch(/INFO|WARN/);
}, 120_000);
