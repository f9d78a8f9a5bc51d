import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import type { PlanView } from "../../src/contract/plan/plan.ts";
import { createGate, defer } from "../support/plan-tools.ts";
import {
  configuredAgent,
  scriptModel,
  withAgents,
  type ScriptTurn,
} from "../support/scripted-agent.ts";
import { useScreen } from "./use-screen.ts";

/*
 * What S4 §8.3 asks of the screen, with a real agent's workflow whose model says what is written here.
 */
const gate = createGate("talkgate");
const asking: readonly ScriptTurn[] = [
  { say: "I look at the sales first.", calls: [["talkgate", { page: 1 }]], cost_usd: 0.02 },
  {
    calls: [
      [
        "ask_orchestrator",
        {
          question: "Which year?",
          context: "The plan names no year.",
          suggested_answers: ["2024", "2025"],
        },
      ],
    ],
  },
  { say: "The report of that year." },
];
const human: ScriptTurn = { say: "[NEED_HUMAN: Which year is it?]" };
const VIEWS = ["graph", "kanban", "timeline"] as const;
const ASKING = [
  "refused",
  "card",
  "badge",
  "talk",
  "detail",
  "line",
  ...VIEWS,
  ...VIEWS.map((view) => `life-${view}`),
];
const answered = defer<void>();
const model = scriptModel({
  again: [
    { say: "I begin.", calls: [["talkgate", {}]] },
    { say: "Done.", after: answered.promise },
  ],
  ...Object.fromEntries(ASKING.map((todo) => [todo, asking])),
  orchestrator: ASKING.map(() => human),
});
const screen = useScreen({
  tools: [gate.tool],
  ...withAgents(model, configuredAgent(["talkgate"])),
});

/** A plan whose agent asks, as far as its first look or its question. */
async function startAgent(todo: string, until: "look" | "question") {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: `talk-agent-${todo}`,
    title: "Sales report",
    todos: [
      { id: todo, title: `Write ${todo}`, description: "About tea.", agent_name: "writer" },
      { id: "after", title: "Send it", kind: "milestone", depends_on: [todo] },
    ],
  });
  await gate.begun(todo);
  if (until === "question") {
    gate.open(todo);
    await api.untilHolds(id);
  }
  return { api, url, id, open };
}

test("S4 8.3.1: an agent's question is answered on its card in the chat, and its todo goes on", async () => {
  const { api, url, id, open } = await startAgent("card", "question");
  const page = await open(`${url}/plans/${id}/chat`);
  const card = page.getByRole("log").getByRole("region", { name: "Which year is it?" });
  await card.getByText("writer asks, run 1").waitFor();
  await card.getByText("The agent's own question: Which year?").waitFor();
  expect(await card.innerText()).toContain("card");
  await card.getByRole("button", { name: "2025" }).click();
  expect(await card.getByRole("textbox", { name: "Your answer" }).inputValue()).toBe("2025");
  // A suggestion is written, and nothing is sent.
  expect(await api.holds(id)).toHaveLength(1);
  await card.getByRole("button", { name: "Send answer" }).click();
  await page.getByText("Answered: Write card").waitFor();
  expect(await api.untilEnded(id)).toMatchObject({ status: "completed" });
});

test("S4 8.3.2: a double click on a todo opens it, and its conversation is there turn by turn, while it goes on", async () => {
  const { api, url, id, open } = await startAgent("talk", "look");
  const page = await open(`${url}/plans/${id}`);
  await page
    .getByRole("region", { name: "Todos" })
    .getByRole("link", { name: /Running.*Write talk/ })
    .dblclick();
  const drawer = page.getByRole("article").first();
  await drawer.getByRole("tab", { name: "Conversation" }).click();
  await drawer.getByText("I look at the sales first.").waitFor();
  await drawer.getByText("2 turns · In progress").waitFor();
  await drawer.getByText("scripted-1").waitFor();
  await drawer.getByText("used talkgate").click();
  await drawer.getByText('{"page":1}').waitFor();
  gate.open("talk");
  await drawer.getByText("Pending question").waitFor();
  await drawer.getByText('{"by":"talk"}').waitFor();
  const card = drawer.getByRole("region", { name: "Which year is it?" });
  await card.getByRole("textbox", { name: "Your answer" }).fill("2025");
  await card.getByRole("button", { name: "Send answer" }).click();
  await drawer.getByText("The report of that year.").waitFor();
  await drawer.getByText("6 turns · Over").waitFor();
  const turns = await drawer.getByRole("article").allInnerTexts();
  expect(turns.map((text) => text.split("\n")[0]?.trim())).toEqual([
    expect.stringContaining("Orchestrator"),
    expect.stringContaining("Agent"),
    expect.stringContaining("Agent"),
    expect.stringContaining("Orchestrator"),
    expect.stringContaining("Orchestrator"),
    expect.stringContaining("Agent"),
  ]);
  expect(turns[2]).toContain("Which year?");
  expect(turns[2]).toContain("The plan names no year.");
  // What the person was asked is said before what they answered.
  expect(turns[3]).toContain("Which year is it?");
  expect(turns[4]).toContain("2025");
  expect(await drawer.getByText(/3 turns · .* tokens in/).innerText()).toContain("$0.0");
  expect((await api.untilEnded(id)).status).toBe("completed");
});

test("S4 5.1 E: a question that a person refused is read in the conversation with why, as the agent was told", async () => {
  const { api, url, id, open } = await startAgent("refused", "question");
  const page = await open(`${url}/plans/${id}/todos/refused`);
  const drawer = page.getByRole("article").first();
  await drawer.getByText("Pending question").waitFor();
  const [hold] = await api.holds(id);
  await api.post(`/v1/holds/${hold!.id}/decision`, { decision: "reject", reason: "Nobody knows." });
  await drawer.getByText("5 turns · Over").waitFor();
  const asked = drawer.getByRole("article", { name: "Agent" }).nth(1);
  await asked.getByText("Which year?", { exact: true }).waitFor();
  const note = asked.getByRole("note");
  expect(await note.innerText()).toContain("Orchestrator");
  expect(await note.innerText()).toContain("Refused by local-operator: Nobody knows.");
  await api.untilEnded(id);
});

test("S4 5.1 E: a conversation over two attempts of a run says which attempt said what", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  gate.open("again");
  const { id } = await api.create({
    id: "talk-agent-again",
    title: "Sales report",
    failure: { timeout: { action: "RETRY", max_retries: 1, retry_delay: 1 } },
    todos: [{ id: "again", title: "Write again", agent_name: "writer", timeout_seconds: 5 }],
  });
  await api.watch.until(id, async () =>
    (await api.events(id)).some(({ type }) => type === "todo.attempt_failed"),
  );
  answered.resolve();
  await api.untilEnded(id);
  const page = await open(`${url}/plans/${id}/todos/again`);
  const drawer = page.getByRole("article").first();
  await drawer.getByRole("tab", { name: "Conversation" }).click();
  await drawer.getByText("5 turns · Over").waitFor();
  const panel = drawer.getByRole("tabpanel");
  expect(await panel.getByRole("heading", { level: 3 }).allInnerTexts()).toEqual(
    expect.arrayContaining(["Run 1", "Attempt 2 of run 1"]),
  );
  expect(await panel.getByText("I begin.").count()).toBe(2);
});

test("S4 8.3.3: the details of a todo show its question above its output, and take the answer", async () => {
  const { api, url, id, open } = await startAgent("detail", "question");
  const page = await open(`${url}/plans/${id}/todos/detail`);
  const drawer = page.getByRole("article").first();
  await drawer.getByRole("tab", { name: "History" }).click();
  await drawer.getByText("Asked: Which year is it?").waitFor();
  await drawer.getByRole("tab", { name: "Input and output" }).click();
  const shown = await drawer.innerText();
  expect(shown.indexOf("Which year is it?")).toBeLessThan(shown.indexOf("No result yet"));
  const card = drawer.getByRole("region", { name: "Which year is it?" });
  await card.getByRole("textbox", { name: "Your answer" }).fill("2024");
  await card.getByRole("button", { name: "Send answer" }).click();
  const ended = await api.untilEnded(id);
  expect(ended.todos.find((todo: PlanView["todos"][number]) => todo.id === "detail")?.status).toBe(
    "completed",
  );
});

test("S4 8.3.4: the history shows a question's life: asked, answered, gone on with", async () => {
  const { api, url, id, open } = await startAgent("line", "question");
  const page = await open(`${url}/plans/${id}/todos/line`);
  const drawer = page.getByRole("article").first();
  await drawer.getByRole("tab", { name: "History" }).click();
  await drawer.getByText("Asked: Which year is it?").waitFor();
  const [hold] = await api.holds(id);
  await api.post(`/v1/holds/${hold!.id}/decision`, { decision: "answer", value: "2025" });
  await drawer.getByText("Continuing with the answer").waitFor();
  const marked = await drawer.locator("li.bg-wait-tint").allInnerTexts();
  expect(marked.map((text) => text.split("\n").at(-1)?.trim())).toEqual([
    "Continuing with the answer",
    "local-operator answered",
    "Asked: Which year is it?",
  ]);
  await api.untilEnded(id);
});

/** A todo as it stands in a view of the plan. */
function seen(page: Page, view: (typeof VIEWS)[number], title: string): Locator {
  const board = page.getByRole("region", { name: "Todos" });
  return view === "kanban"
    ? board.getByRole("row", { name: title })
    : board.getByRole("link", { name: new RegExp(title) }).last();
}

test.each(VIEWS)(
  "S4 8.3.2 on the %s: a double click opens a todo's conversation, turn by turn, and it takes the answer there",
  async (view) => {
    const { api, url, id, open } = await startAgent(view, "question");
    const page = await open(`${url}/plans/${id}?view=${view}`);
    await seen(page, view, `Write ${view}`).dblclick();
    const drawer = page.getByRole("article").first();
    await drawer.getByText("I look at the sales first.").waitFor();
    await drawer.getByText("Pending question").waitFor();
    const card = drawer.getByRole("region", { name: "Which year is it?" });
    await card.getByRole("textbox", { name: "Your answer" }).fill("2025");
    await card.getByRole("button", { name: "Send answer" }).click();
    await drawer.getByText("The report of that year.").waitFor();
    await drawer.getByText("6 turns · Over").waitFor();
    // The view is still what was looked at.
    expect(new URL(page.url()).searchParams.get("view")).toBe(view);
    await api.untilEnded(id);
  },
);

test.each(VIEWS)(
  "S4 8.3.4 on the %s: a question's life is seen, from asked over answered to done",
  async (view) => {
    const { api, url, id, open } = await startAgent(`life-${view}`, "question");
    const page = await open(`${url}/plans/${id}?view=${view}`);
    const todo = seen(page, view, `Write life-${view}`);
    if (view === "timeline") {
      await todo.getByText(/waited .* for people/).waitFor();
      await todo.getByText(/: Asked: Which year is it\?/).waitFor();
      await seen(page, view, "Send it").hover();
      await todo.hover();
      await page
        .getByRole("tooltip")
        .getByText("Asks: Which year is it?", { exact: true })
        .waitFor();
    } else await todo.getByText("Which year is it?").waitFor();
    await todo.click();
    const drawer = page.getByRole("article").first();
    await drawer.getByRole("tab", { name: "History" }).click();
    await drawer.getByText("Asked: Which year is it?").waitFor();
    const [hold] = await api.holds(id);
    await api.post(`/v1/holds/${hold!.id}/decision`, { decision: "answer", value: "2025" });
    await drawer.getByText("local-operator answered").first().waitFor();
    await drawer.getByText("Continuing with the answer").waitFor();
    expect((await api.untilEnded(id)).status).toBe("completed");
    if (view === "timeline") {
      await todo
        .getByText(/: local-operator answered, [^,]*: Continuing with the answer/)
        .waitFor();
      const signs = page.getByRole("region", { name: "Todos" }).getByRole("listitem");
      for (const sign of ["Asked", "A person acted", "Went on"])
        await signs.filter({ hasText: new RegExp(`^${sign}$`) }).waitFor();
    }
    const done = view === "kanban" ? page.getByRole("region", { name: "Done: 2" }) : todo;
    await done
      .getByText(view === "timeline" ? /took/ : /Done|Write life/)
      .first()
      .waitFor();
  },
);

test("the inbox tells what an agent asks apart from what the plan asks, by the agent's name", async () => {
  const { api, url, id, open } = await startAgent("badge", "question");
  const { id: other } = await api.create({
    id: "talk-plain",
    title: "Tea",
    todos: [{ id: "q", title: "Ask", input_request: { question: "Green tea?" } }],
  });
  await api.untilHolds(other);
  const page = await open(`${url}/inbox`);
  const rows = page.getByRole("list", { name: "Inbox" });
  const asked = rows.getByRole("link", { name: /Which year is it\?.*asked by the agent writer/ });
  await asked.waitFor();
  await rows.getByRole("link", { name: /Green tea\?/ }).waitFor();
  expect(await rows.getByRole("link", { name: /Green tea.*asked by the agent/ }).count()).toBe(0);
  await asked.click();
  await page.getByRole("article").getByText("asked by the agent writer").waitFor();
  for (const plan of [id, other]) await api.post(`/v1/plans/${plan}/cancel`);
});
