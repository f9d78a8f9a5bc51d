import { expect, test } from "vitest";
import { ToolError } from "../../src/tools/tool-error.ts";
import { anyTool, echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";

const server = useDevServer();
const broken = anyTool("broken", () => {
  throw new ToolError("validation_error", "No such column: 매출");
});

/** The messages that Current Details tell to send, with the one that they name before each. */
const messagesIn = (details: string): unknown[] =>
  [...details.matchAll(/`(\{"hold_id.*?\})`/g)].map(([, json]) => JSON.parse(json!));

test("Current Details stand as the plan does while it waits, also after a todo that took no time", async () => {
  const worker = await server().startWorker([echo]);
  const asked = { tool_name: "echo", requires_approval: true };
  const plan = await worker.start({
    title: "Three holds",
    todos: ["one", "two", "three"].map((id) => ({ id, title: `Todo ${id}`, ...asked })),
  });
  await plan.untilHold("three");
  await plan.send("approval", { todo_id: "one", decision: "approve" });
  await plan.until("its end", ({ todos }) => todos[0]!.status === "completed");
  const details = await plan.details();
  expect(details).toContain("33.3% · 1 of 3 todos done");
  expect(details).toContain("| ✔ | Todo one | completed | echo |");
  await plan.send("cancel");
});

test("Current Details name only holds that are open after an edit", async () => {
  const worker = await server().startWorker([echo]);
  const plan = await worker.start({
    title: "Edited",
    todos: [{ id: "a", title: "A", tool_name: "echo", requires_approval: true }],
  });
  await plan.untilHold("a");
  const changes = { tool_params: { n: 2 } };
  await plan.send("edit", {
    ops: [{ edit_type: "modify_todo", target_id: "a", params: { changes } }],
  });
  const details = await plan.details();
  expect(details).toContain('"hold_id":"h2"');
  expect(details).not.toContain('"hold_id":"h1"');
  await plan.send("cancel");
});

test("Current Details show a question, and the message that answers it", async () => {
  const worker = await server().startWorker([echo]);
  const plan = await worker.start({
    title: "Asked",
    todos: [
      {
        id: "where",
        title: "Place",
        input_request: { question: "어디에서 할까요?", input_type: "choice", options: ["코엑스"] },
      },
    ],
  });
  await plan.untilHold("where");
  const details = await plan.details();
  expect(details).toContain("> 어디에서 할까요?");
  expect(details).toContain("send update `input` with");
  const [answer] = messagesIn(details);
  expect(answer).toEqual({ hold_id: "h1", value: "코엑스" });
  await plan.send("input", answer as object);
  expect(await plan.result()).toMatchObject({ status: "completed" });
});

test("Current Details show what people have to do, and the messages that say what became of it", async () => {
  const worker = await server().startWorker([echo]);
  const plan = await worker.start({
    title: "By hand",
    todos: [
      { id: "hall", title: "Book a hall", assignee: "minji" },
      { id: "band", title: "Find a band" },
    ],
  });
  await plan.until("what people do", ({ todos }) => todos.length === 2);
  const details = await plan.details();
  expect(details).toContain("**Waits for minji to do it:** Book a hall");
  expect(details).toContain("**Waits for somebody to do it:** Find a band");
  const [done, , , cannot] = [...details.matchAll(/`(\{"todo_id.*?\})`/g)].map(
    ([, json]) => JSON.parse(json!) as object,
  );
  expect([done, cannot]).toEqual([
    { todo_id: "hall", note: "…" },
    { todo_id: "band", reason: "…" },
  ]);
  await plan.send("done", done);
  await plan.send("cannot", cannot);
  const ended = await plan.ended();
  expect(ended.todos.map(({ status }) => status)).toEqual(["completed", "failed"]);
  expect(await plan.details()).not.toContain("to do it:");
});

test("Current Details show why a todo failed, and the messages that say how to go on", async () => {
  const worker = await server().startWorker([broken, echo]);
  const plan = await worker.start({
    title: "Broken",
    failure: { validation_error: { action: "MANUAL" } },
    todos: [
      { id: "a", title: "A", tool_name: "broken" },
      { id: "b", title: "B", tool_name: "echo" },
    ],
  });
  await plan.untilHold("a");
  const details = await plan.details();
  expect(details).toContain("> It failed (cannot succeed as it is): No such column: 매출");
  const [again, skip] = messagesIn(details);
  expect(again).toEqual({ hold_id: "h1", decision: "approve" });
  expect(skip).toMatchObject({ hold_id: "h1", decision: "reject", then: "skip" });
  await plan.send("approval", skip as object);
  expect(await plan.todo("a")).toMatchObject({ status: "skipped" });
});
