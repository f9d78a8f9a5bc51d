import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { anyTool } from "../support/plan-tools.ts";
import {
  configuredAgent,
  scriptModel,
  type ScriptTurn,
  withAgents,
} from "../support/scripted-agent.ts";
import { useScreen } from "./use-screen.ts";

/*
 * S3's countdown before an agent goes on by itself. It is long here: nothing waits for its end.
 */
const list = (first: string, second: string): ScriptTurn => ({
  calls: [
    [
      "todo_write",
      {
        todos: [
          { id: "look", content: "Look at the sales", status: first },
          { id: "write", content: "Write the page", status: second },
        ],
      },
    ],
  ],
});
const stopping: readonly ScriptTurn[] = [
  list("in_progress", "pending"),
  { say: "I stop here." },
  list("completed", "in_progress"),
  list("completed", "completed"),
  { say: "The page is written." },
];
const STOPPING = ["toast", "note"];
const model = scriptModel(Object.fromEntries(STOPPING.map((todo) => [todo, stopping])));
const writer = configuredAgent(["save"], { todo_list: true, countdown_seconds: 60 });
const screen = useScreen({
  tools: [anyTool("save", () => "ok")],
  ...withAgents(model, writer),
});

async function startAgent(todo: string) {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: `countdown-${todo}`,
    title: "Sales report",
    todos: [{ id: todo, title: `Write ${todo}`, agent_name: "writer" }],
  });
  return { api, url, id, open };
}

test("S3: a toast counts down to an agent's going on, and who cancels it says how the agent goes on", async () => {
  const { api, url, id, open } = await startAgent("toast");
  const page = await open(`${url}/plans/${id}`);
  const status = page.getByRole("status");
  await status
    .getByText("Write toast: the agent stopped with 2 steps left and continues by itself.")
    .waitFor();
  const seconds = async () => Number.parseInt(await status.getByText(/^\d+ s$/).innerText(), 10);
  const first = await seconds();
  expect(first).toBeLessThanOrEqual(60);
  await expect.poll(seconds).toBeLessThan(first);
  await status.getByRole("button", { name: "Don't continue" }).click();
  const [hold] = await api.untilHolds(id);
  expect(hold).toMatchObject({ kind: "input", status: "open", deadline_at: null });
  await page.goto(`${url}/plans/${id}/todos/toast`);
  const drawer = page.getByRole("article").first();
  await drawer.getByRole("tab", { name: "Conversation" }).click();
  const card = drawer.getByRole("region", { name: /kept the agent “writer” from going on/ });
  await card.getByRole("textbox", { name: "Your answer" }).fill("Write it in one line.");
  await card.getByRole("button", { name: "Send answer" }).click();
  expect(await api.untilEnded(id)).toMatchObject({ status: "completed" });
  expect(
    model.requests.some(({ messages }) => messages.at(-1)?.content === "Write it in one line."),
  ).toBe(true);
});

test("S3: the page of a todo tells that its agent continues by itself; cancelled, it continues at a press", async () => {
  const { api, url, id, open } = await startAgent("note");
  const page = await open(`${url}/plans/${id}/todos/note`);
  const drawer = page.getByRole("article").first();
  const note = drawer.getByRole("region", { name: "Continues by itself" });
  await note.getByText(/The agent stopped with 2 steps left/).waitFor();
  await note.getByRole("button", { name: "Don't continue" }).click();
  await note.waitFor({ state: "detached" });
  await api.untilHolds(id);
  await drawer.getByRole("tab", { name: "Conversation" }).click();
  await drawer.getByRole("button", { name: "Continue with its steps" }).click();
  expect(await api.untilEnded(id)).toMatchObject({ status: "completed" });
  await drawer.getByRole("tab", { name: "History" }).click();
  await drawer.getByText(/cancelled the countdown; the agent waits for an answer/).waitFor();
});

test("S3: a toast counts down to the words for a session from outside that stopped, and goes with the countdown", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { sessions, plans } = createClient(url);
  const mine = (id: string) => ({ id, title: id, assignee: "coder" });
  const { id } = await plans.create({ title: "Fixes", todos: [mine("first"), mine("second")] });
  await sessions.register(id, { session_id: "laptop-1", assignee: "coder" });
  const page = await open(`${url}/plans/${id}`);
  await page.getByRole("region", { name: "Todos" }).getByRole("link", { name: /first/ }).waitFor();
  const toast = page
    .getByRole("status")
    .getByText("Session laptop-1 stopped with 2 todos left and resumes by itself.");
  // Two seconds are short on a busy machine: the session stops again until they were seen counting.
  for (let seen = new Set<string>(); seen.size < 2;) {
    seen = new Set();
    await sessions.tell(id, "laptop-1", { event: { type: "session.idle" } });
    const look = async () => {
      const [text] = await page
        .getByRole("status")
        .getByText(/^[12] s$/)
        .allInnerTexts();
      if (text !== undefined && (await toast.count()) === 1) seen.add(text);
      return (await sessions.get(id, "laptop-1")).prompt;
    };
    await expect.poll(look).not.toBeNull();
    const { prompt } = await sessions.get(id, "laptop-1");
    await sessions.ack(id, "laptop-1", { prompt_id: prompt!.id });
  }
  await toast.waitFor({ state: "detached" });
  await api.post(`/v1/plans/${id}/cancel`);
});
