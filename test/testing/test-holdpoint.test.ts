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
