import { expect, test } from "vitest";
import type { PlanView } from "../../src/contract/plan/plan.ts";
import { say } from "../../src/contract/sentences/sentence.ts";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import { ModelFailure } from "../../src/llm/model-failure.ts";
import { ModelSettingsSchema } from "../../src/llm/model-settings.ts";
import { createScriptedModel } from "../../src/testing/scripted-model.ts";
import { echo } from "../support/plan-tools.ts";
import { agentOf, scriptModel } from "../support/scripted-agent.ts";
import { useScreen } from "./use-screen.ts";

const intent = { type: "report", confidence: 0.4, keywords: ["tea"], entities: {} };
const todos = [
  { id: "read", title: "Read the sales", tool_name: "look", tool_params: {} },
  { id: "write", title: "Write it down", tool_name: "look", tool_params: {}, depends_on: ["read"] },
];
const planner = createScriptedModel([
  { json: { intent, question: "Which tea do you mean?", todos: [] } },
  { json: { intent: { ...intent, confidence: 0.9 }, question: null, title: "Green tea", todos } },
]);
const told = [
  { id: "sales", title: "Read the sales", tool_name: "look", tool_params: {} },
  {
    id: "prices",
    title: "Ask for the prices",
    tool_name: "look",
    tool_params: {},
    optional: true,
    requires_approval: true,
  },
];
/** Plans and answers about coffee; what it answers the second time cites nothing and does not stand. */
const teller = createScriptedModel(
  [{ answer: "Espresso sells best.\n\nThe prices are not known.", cites: ["sales"] }, {}].flatMap(
    (answer) => [
      { json: { intent: { ...intent, confidence: 0.9 }, title: "Coffee", todos: told } },
      { json: answer },
    ],
  ),
);
const model = scriptModel({
  report: [
    { say: "I begin.", calls: [["look", {}]], cost_usd: 2.1 },
    { say: "Done.", cost_usd: 0.5 },
  ],
  stopped: [{ say: "I begin.", calls: [["look", {}]], cost_usd: 2.1 }],
});
const { name, instructions } = agentOf([]);
const writer = {
  name,
  instructions,
  limits: { turns: 20, tokens: 500_000, cost_usd: null, seconds: 3_600 },
  description: "Writes reports",
  team: "desk",
  model: null,
  tools: ["look"],
  approval_tools: ["look"],
  todo_list: false,
};
const busy = new ModelFailure(say("model_busy"), {
  type: "api_error",
  isFinal: false,
  retryAfterMs: 120_000,
});
const screen = useScreen({
  tools: [{ ...echo, name: "look" }],
  config: {
    agents: [{ ...writer, approval_tools: [] }],
    models: ModelSettingsSchema.parse({ model: "gpt-4o" }),
  },
  model: {
    turn(request, options) {
      if (request.turn_key.startsWith("talk-goal-busy/")) return Promise.reject(busy);
      return request.role === "agent" || request.role === "orchestrator"
        ? model.modelTurn(request)
        : (JSON.stringify(request.messages).includes("coffee") ? teller : planner).turn(
            request,
            options,
          );
    },
  },
});

const spending = (id: string, todo: string) => ({
  id,
  title: "Expensive report",
  budget_usd: 2,
  todos: [{ id: todo, title: "Write the report", agent_name: "writer" }],
});

test("a goal is planned: its question is answered, its draft reviewed, and then it runs", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const page = await open(`${url}/plans/new`);
  await page.getByRole("button", { name: "Plan it" }).click();
  await page.getByText("A value is needed.").waitFor();
  // All of what was pasted stands in the field, and is sent once it fits.
  const long = "t".repeat(LIMITS.goal + 1);
  const goal = page.getByLabel("What is to be reached");
  await goal.fill(long);
  await page.getByText(`This has ${long.length} characters`).waitFor();
  expect(await goal.inputValue()).toBe(long);
  await page.getByRole("button", { name: "Plan it" }).click();
  expect(await goal.getAttribute("aria-invalid")).toBe("true");
  await page.getByLabel("What is to be reached").fill("A report about tea");
  await page.getByRole("button", { name: "Plan it" }).click();
  await page.getByRole("heading", { name: "A report about tea" }).waitFor();
  const plan = new URL(page.url()).pathname.split("/").at(-1)!;
  const [hold] = await api.untilHolds(plan);
  await page.goto(`${url}/inbox/${hold!.id}`);
  await page.getByRole("heading", { name: "Which tea do you mean?" }).waitFor();
  const article = page.getByRole("article");
  expect(await article.innerText()).toContain("A report about tea");
  await article.getByRole("button", { name: "Reject the goal" }).waitFor();
  await article.getByRole("textbox", { name: "Your answer" }).fill("Green tea");
  await article.getByRole("button", { name: "Send answer" }).click();
  await page.getByText("local-operator answered this").waitFor();
  const review = await api.watch.until(plan, async () =>
    (await api.holds(plan)).find(({ kind }) => kind === "plan_review"),
  );
  await page.goto(`${url}/inbox/${review.id}`);
  await page.getByText("Read the sales").first().waitFor();
  await article.getByText("Which tea do you mean?").waitFor();
  const shown = await article.innerText();
  expect(shown).toContain("A report about tea");
  expect(shown).toContain("Which tea do you mean?");
  expect(shown).toContain("90%");
  await article.getByRole("link", { name: "Change it in words" }).click();
  await page.getByLabel("Your words").fill("remove Write it down");
  await page.getByLabel("Your words").press("Enter");
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await page.getByRole("log").getByText("Applied as version", { exact: false }).waitFor();
  await page.getByText("How it was planned").click();
  const how = await page.locator("details[open]").innerText();
  expect(how).toMatch(/A report about tea[^]*report[^]*90%[^]*"tea"/);
  await api.post(`/v1/plans/${plan}/cancel`);
});

/** Starts what is to be reached, approves its review, and does without the prices. */
async function runGoal(goal: string): Promise<string> {
  const { api } = screen();
  const { id } = (await (await api.post("/v1/plans", { goal })).json()) as PlanView;
  for (const decision of [
    { decision: "approve" },
    { decision: "reject", reason: "They are secret", then: "skip" },
  ]) {
    const [hold] = await api.untilHolds(id);
    const { digest } = hold!;
    await api.post(`/v1/holds/${hold!.id}/decision`, { ...decision, digest });
  }
  await api.untilEnded(id);
  return id;
}

test("a goal's answer is read where its plan is: what it stands on, what it lacks, and who wrote it", async () => {
  const { serve, open } = screen();
  const { url } = await serve();
  const plan = await runGoal("Tell about our coffee");
  const page = await open(`${url}/plans/${plan}`);
  await page.getByText("Goal: answered").waitFor();
  const answer = page.getByRole("region", { name: "Answer" });
  await answer.getByText("Espresso sells best.").waitFor();
  const shown = await answer.innerText();
  expect(shown).toContain("A model wrote this from the results of the todos.");
  expect(shown).toMatch(/Based on\s+Done\s+Read the sales/);
  expect(shown).toMatch(/Had to do without\s+Skipped\s+Ask for the prices/);
  await answer.getByRole("link", { name: "Read the sales" }).click();
  await page.waitForURL(`**/plans/${plan}/todos/sales`);
});

test("an answer that no model wrote says so, in the reader's language", async () => {
  const { serve, open } = screen();
  const { url } = await serve();
  const plan = await runGoal("Tell more about our coffee");
  const page = await open(`${url}/plans/${plan}`, { language: "ko" });
  await page.getByText("목표: 답함").waitFor();
  const answer = page.getByRole("region", { name: "최종 답" });
  await answer.getByText("모델이 쓴 글이 아니라").waitFor();
  const shown = await answer.innerText();
  expect(shown).toContain("목표: Tell more about our coffee");
  expect(shown).toMatch(/빠진 할 일\s+건너뜀\s+Ask for the prices/);
});

test("who is asked for more money sees what was spent, and sets another limit", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(spending("talk-budget", "report"));
  const [hold] = await api.untilHolds(id);
  const page = await open(`${url}/inbox/${hold!.id}`);
  const article = page.getByRole("article");
  await article.getByRole("button", { name: /Raise to \$4\.10/ }).waitFor();
  await article.getByText("This plan").waitFor();
  const shown = await article.innerText();
  expect(shown).toMatch(/This plan\s+\$2\.10 \/ \$2\.00/);
  expect(shown).toMatch(/New limit\s+\$4\.10/);
  // The list tells it, too, and for what the plan waits.
  await page.goto(`${url}/plans`);
  const row = page.getByRole("link", { name: /Expensive report/ }).first();
  await row.getByText("$2.10").waitFor();
  expect(await row.innerText()).toMatch(/Waiting for people[^]*Write the report[^]*1 decision/);
  await page.goBack();
  await article.getByRole("button", { name: /Another limit/ }).click();
  const limit = article.getByLabel("New limit in US dollars");
  await limit.fill("1");
  await article.getByRole("button", { name: "Set this limit" }).click();
  await page
    .getByRole("alert")
    .getByText(/has to be a number above \$2\.10/)
    .first()
    .waitFor();
  await limit.fill("$3");
  await article.getByRole("button", { name: "Set this limit" }).click();
  await page.getByText("local-operator approved this with other arguments").waitFor();
  expect((await api.plan(id)).budget_usd).toBe(3);
  expect((await api.untilEnded(id)).status).toBe("completed");
});

test("who does not want to pay more stops the agent", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(spending("talk-stopped", "stopped"));
  const [hold] = await api.untilHolds(id);
  const page = await open(`${url}/inbox/${hold!.id}`, { language: "ko" });
  await page.getByRole("button", { name: /^에이전트 멈추기/ }).click();
  await page.getByLabel(/이유/).fill("너무 비쌉니다");
  await page.getByRole("form", { name: "거절" }).getByRole("button", { name: "거절" }).click();
  await page.getByText("“너무 비쌉니다”").first().waitFor();
  const { todos: all } = await api.plan(id);
  expect(all[0]).toMatchObject({ status: expect.not.stringMatching("completed") });
});

test("the agents' page shows what each may use, and when it asks", async () => {
  const { serve, open } = screen();
  const { url } = await serve();
  const page = await open(`${url}/agents`);
  await page.getByRole("heading", { name: "writer" }).waitFor();
  const shown = await page.locator("main").innerText();
  for (const part of [
    "Writes reports",
    "desk",
    "look",
    "20 turns · 500,000 tokens · 1 h",
    "gpt-4o",
  ]) {
    expect(shown).toContain(part);
  }
});

test("whoever waits for a goal's plan sees why its model is asked again, and when", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const id = "talk-goal-busy";
  const created = await api.post("/v1/plans", { id, goal: "Tea for two" });
  expect(created.status).toBe(201);
  const page = await open(`${url}/plans/${id}`);
  await page
    .getByRole("status")
    .getByText(/^The model gave no answer: .*too many requests.* Attempt 2 of 12 starts at /)
    .waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
  await page.getByText(/^The model gave no answer/).waitFor({ state: "detached" });
});
