import { beforeEach, describe, expect, test } from "vitest";
import { AgentSettingsSchema } from "../../src/contract/agent.ts";
import type { PlanView } from "../../src/contract/plan/plan.ts";
import type { Json, JsonObject } from "../../src/contract/text.ts";
import { ModelSettingsSchema } from "../../src/llm/model-settings.ts";
import {
  createScriptedModel,
  type ScriptedModel,
  type ScriptedTurn,
} from "../../src/testing/scripted-model.ts";
import { useApi } from "../support/api-harness.ts";
import { abortOf, defer } from "../support/plan-tools.ts";

const GOAL = "Say hello twice and tell me what was said";
const intent = { type: "talk", confidence: 0.95, keywords: ["hello"], entities: { times: 2 } };
const todos: Json = [
  { id: "one", title: "First", tool_name: "echo", tool_params: { text: "hello" } },
  {
    id: "two",
    title: "Second",
    tool_name: "echo",
    tool_params: { text: "{{todo.one.result/text}} again" },
    depends_on: ["one"],
    expected_output: "A text",
  },
];
const draft = { intent, question: null, title: "Hello", strategy: "sequential", todos };
const report = { answer: "It said hello [one] and hello again [two].", cites: ["one", "two"] };

let script: ScriptedModel = createScriptedModel([]);
const say = (...turns: ScriptedTurn[]): void => {
  script = createScriptedModel(turns);
};
/** A model that never answers. */
const hang = (onAsked: () => void): void => {
  script = {
    ...script,
    turn(_, { signal }) {
      onAsked();
      return abortOf(signal);
    },
  };
};
beforeEach(() => say());

const models = ModelSettingsSchema.parse({ model: "gpt-4o" });
const writer = AgentSettingsSchema.parse({
  name: "writer",
  instructions: "Write.",
  team: "desk",
  tools: ["echo"],
});
const api = useApi({
  config: { models, agents: [writer] },
  model: { turn: (request, options) => script.turn(request, options) },
});

async function start(more: object = {}): Promise<string> {
  const response = await api().post("/v1/plans", { goal: GOAL, ...more });
  expect(response.status, await response.clone().text()).toBe(201);
  return ((await response.json()) as PlanView).id;
}
const get = (id: string): Promise<PlanView> => api().plan(id);
const decide = async (hold: string, body: object): Promise<void> => {
  const response = await api().post(`/v1/holds/${hold}/decision`, body);
  expect(response.status, await response.clone().text()).toBe(200);
};

describe("a goal in words", () => {
  test("is planned, reviewed, run and answered, and every step of it can be read", async () => {
    say({ json: draft }, { json: report });
    const id = await start({ id: "models-goal-whole" });
    const [review] = await api().untilHolds(id);
    expect(review).toMatchObject({ kind: "plan_review", title: "Hello" });
    const planned = await get(id);
    expect(planned).toMatchObject({
      title: "Hello",
      max_parallel: 1,
      planning: {
        raw_query: GOAL,
        analyzed_intent: { intent_type: "talk", keywords: ["hello"], entities: { times: 2 } },
        intent_confidence: 0.95,
        available_agents: ["writer"],
        available_teams: ["desk"],
        execution_strategy: "sequential",
        parallel_groups: [["one"], ["two"]],
        plan_validated: true,
      },
      goal: { text: GOAL, phase: "planned" },
    });
    await decide(review!.id, { decision: "approve" });
    const ended = await api().untilEnded(id);
    expect(ended.status).toBe("completed");
    expect(ended.goal).toMatchObject({
      phase: "reported",
      report: { text: report.answer, source: "model", cites: ["one", "two"], failed: [] },
      calls: [
        { turn: 1, role: "planner", prompt: { name: "planner", version: "3" } },
        { turn: 2, role: "reporter", prompt: { name: "reporter", version: "1" } },
      ],
    });
    const types = (await api().events(id)).map(({ type }) => type);
    expect(types).toContain("plan.planned");
    expect(types.indexOf("plan.reported")).toBeLessThan(types.indexOf("plan.completed"));
    expect(script.left).toBe(0);
  });

  test("may propose that a result is looked at, which its review shows, and a look asks a person", async () => {
    const [one, two] = todos as [JsonObject, JsonObject];
    const looked = { ...draft, todos: [{ ...one, review_result: true }, two] };
    const more = { id: "more", title: "Say more", tool_name: "echo", tool_params: { text: "!" } };
    const params = { todo: { ...more, blocks: ["two"] } };
    const edits = [{ edit_type: "add_todo", params, reason: "One hello is thin." }];
    say({ json: looked }, { json: { summary: "One more.", edits } });
    const id = await start({ id: "mind-goal-look" });
    const [review] = await api().untilHolds(id);
    expect((await get(id)).todos.map(({ review_result }) => review_result)).toEqual([true, false]);
    await decide(review!.id, { decision: "approve" });
    const proposal = async () => {
      const { holds } = await api().get<{ holds: { kind: string; status: string; id: string }[] }>(
        `/v1/plans/${id}/holds`,
      );
      return holds.find(({ kind, status }) => kind === "proposal" && status === "open");
    };
    await expect.poll(proposal).toBeDefined();
    expect((await get(id)).todos).toMatchObject([{ status: "completed" }, { status: "blocked" }]);
    say({ json: report });
    await decide((await proposal())!.id, { decision: "reject", reason: "It suffices." });
    expect((await api().untilEnded(id)).todos).toHaveLength(2);
  });

  test("tells the planner which tools and agents there are, with what they take", async () => {
    say({ json: draft });
    const id = await start({ id: "models-goal-offer" });
    await api().untilHolds(id);
    const [system, user] = script.requests[0]!.messages;
    const offered = JSON.parse(system!.content.slice(system!.content.lastIndexOf('{"tools"'))) as {
      tools: { name: string; parameters: { properties: object } }[];
      agents: object[];
    };
    const echo = offered.tools.find(({ name }) => name === "echo");
    expect(Object.keys(echo!.parameters.properties)).toEqual(["text", "times"]);
    expect(offered.agents).toEqual([
      { name: "writer", description: "", team: "desk", tools: ["echo"] },
    ]);
    expect(JSON.parse(user!.content)).toEqual({ goal: GOAL });
    expect(system!.content).not.toContain("Write.");
  });

  test("whose arguments no tool takes is mended in one round", async () => {
    const wrong = { ...draft, todos: [{ ...(todos as [object])[0], tool_params: { txt: "x" } }] };
    say({ json: wrong as Json }, { json: draft });
    const id = await start({ id: "models-goal-repair" });
    const [review] = await api().untilHolds(id);
    expect(review!.kind).toBe("plan_review");
    const second = script.requests[1]!.messages.map(({ content }) => content).join("\n");
    expect(second).toContain("/todos/0/tool_params/txt");
    const events = await api().events(id);
    const refused = events.find(({ type }) => type === "plan.draft_refused");
    expect(JSON.stringify(refused?.data)).toContain("/todos/0/tool_params/txt");
    expect(JSON.stringify(refused?.data)).not.toContain("hello");
  });

  test("that is not clear asks, and goes on with the answer", async () => {
    say({ json: { intent, question: "To whom?", todos: [] } }, { json: draft });
    const id = await start({ id: "models-goal-asks" });
    const [hold] = await api().untilHolds(id);
    expect(hold).toMatchObject({
      kind: "goal",
      todo_id: null,
      message: "To whom?",
      input_request: { question: "To whom?", input_type: "text" },
    });
    expect((await get(id)).mode).toBe("input_request");
    const inbox = await api().get<{ holds: { id: string }[] }>(`/v1/holds?kind=goal&plan_id=${id}`);
    expect(inbox.holds.map((row) => row.id)).toEqual([hold!.id]);
    const choices = await api().get<{ choices: { choice: string }[] }>(
      `/v1/holds/${hold!.id}/choices`,
    );
    expect(choices.choices.map(({ choice }) => choice)).toEqual(["answer", "reject"]);
    const approval = await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "approve" });
    expect(approval.status).toBe(422);
    await decide(hold!.id, { decision: "answer", value: "To the world" });
    const [review] = await api().untilHolds(id);
    expect(review!.kind).toBe("plan_review");
    expect(JSON.parse(script.requests[1]!.messages[1]!.content)).toEqual({
      goal: GOAL,
      answers: [{ question: "To whom?", answer: "To the world" }],
    });
    expect((await get(id)).goal?.answers).toEqual([
      { question: "To whom?", answer: "To the world", by: "local-operator" },
    ]);
  });

  test("that the planner is not sure of asks; a rejection cancels the plan", async () => {
    say({ json: { ...draft, intent: { ...intent, confidence: 0.4 } } });
    const id = await start({ id: "models-goal-unsure" });
    const [hold] = await api().untilHolds(id);
    expect(hold!.message).toContain("only 40% sure");
    await decide(hold!.id, { decision: "reject", reason: "forget it" });
    const ended = await api().untilEnded(id);
    expect(ended).toMatchObject({ status: "cancelled", goal: { report: null } });
    expect(ended.ended_because).toContain("forget it");
  });

  test("for which no model answers asks a person what to do, and tries again", async () => {
    say("this is no plan", "nor is this", { json: draft });
    const id = await start({ id: "models-goal-no-plan" });
    const [hold] = await api().untilHolds(id);
    expect(hold!.message).toContain("not one JSON object");
    await decide(hold!.id, { decision: "answer", value: "JSON, please" });
    const [review] = await api().untilHolds(id);
    expect(review!.kind).toBe("plan_review");
  });

  test("is planned also from JSON with words around it", async () => {
    say(`Here is the plan:\n\`\`\`json\n${JSON.stringify(draft)}\n\`\`\`\nGood luck!`);
    const id = await start({ id: "models-goal-prose" });
    expect((await api().untilHolds(id))[0]!.kind).toBe("plan_review");
  });

  test("that is cancelled while its model thinks has ended, whenever the model answers", async () => {
    const asked = defer<void>();
    hang(() => asked.resolve());
    const id = await start({ id: "mind-goal-cancelled" });
    await asked.promise;
    const response = await api().post(`/v1/plans/${id}/cancel`, { reason: "no need" });
    expect(response.status, await response.text()).toBe(200);
    expect((await api().untilEnded(id)).status).toBe("cancelled");
  });

  test("gets a plan that cannot be edited before there is one", async () => {
    say({ json: { intent, question: "To whom?" } });
    const id = await start({ id: "models-goal-edit" });
    await api().untilHolds(id);
    const response = await api().post(`/v1/plans/${id}/edits`, {
      ops: [{ edit_type: "add_todo", params: { todo: { title: "Mine" } } }],
    });
    expect(response.status).toBe(409);
    expect(((await response.json()) as { detail: string }).detail).toContain("no todos to change");
    const cancelled = await api().post(`/v1/plans/${id}/cancel`, {});
    expect(cancelled.status).toBe(200);
    expect((await api().untilEnded(id)).status).toBe("cancelled");
  });

  test("that is nothing, or comes with todos, is refused at its place", async () => {
    const empty = await api().post("/v1/plans", { goal: "" });
    expect(empty.status).toBe(422);
    expect(await empty.json()).toMatchObject({ errors: [{ pointer: "/goal" }] });
    const both = await api().post("/v1/plans", { goal: GOAL, todos: [] });
    expect(both.status).toBe(422);
    expect(await both.json()).toMatchObject({ errors: [{ pointer: "/todos" }] });
  });
});

describe("a template with a goal", () => {
  const template = {
    title: "Greeting",
    parameters: [{ name: "whom" }, { name: "times", type: "number", default: 2 }],
    plan: { goal: "Say hello to {{param.whom}} {{param.times}} times", max_parallel: 3 },
  };
  const write = (at: string, body: object): Promise<Response> => api().send("PUT", at, body);
  const save = (id: string, plan: object = template.plan): Promise<Response> =>
    write(`/v1/templates/${id}`, { ...template, plan });

  test("is planned as a goal is, with its parameters filled in", async () => {
    const saved = await save("mind-goal");
    expect(await saved.json()).toMatchObject({ plan: template.plan });
    expect(saved.status).toBe(201);
    say({ json: { ...draft, title: null } });
    const values = { whom: '민수 {{todo.one.result}} "' };
    const made = await api().post("/v1/templates/mind-goal/plans", { values, id: "mind-goal-1" });
    expect(made.status, await made.clone().text()).toBe(201);
    const goal = `Say hello to ${values.whom} 2 times`;
    expect(await made.json()).toMatchObject({ goal: { text: goal, phase: "planning" } });
    const [review] = await api().untilHolds("mind-goal-1");
    expect(review).toMatchObject({ kind: "plan_review" });
    expect(await get("mind-goal-1")).toMatchObject({
      max_parallel: 3,
      planning: { raw_query: goal },
      todos: [{ id: "one" }, { id: "two" }],
    });
    expect(JSON.parse(script.requests[0]!.messages[1]!.content)).toEqual({ goal });
  });

  test("is named in words, shown before it starts, and planned", async () => {
    await save("mind-goal-words");
    const listed = async (): Promise<string[]> =>
      (await api().get<{ templates: { id: string }[] }>("/v1/templates")).templates.map(
        ({ id }) => id,
      );
    await expect.poll(listed, { timeout: 30_000 }).toContain("mind-goal-words");
    const outline = "from mind-goal-words whom=Ann times=3";
    const shown = await api().post("/v1/plans/preview", { outline });
    const goal = "Say hello to Ann 3 times";
    expect(await shown.json()).toMatchObject({ plan: { goal }, outline: { not_understood: [] } });
    say({ json: draft });
    const made = await api().post("/v1/plans", { outline, id: "mind-goal-words-1" });
    expect(await made.json()).toMatchObject({ goal: { text: goal } });
    expect(await api().untilHolds("mind-goal-words-1")).toMatchObject([{ kind: "plan_review" }]);
  });

  test("starts by itself when its time comes", async () => {
    await save("mind-goal-daily");
    const rules = { template_id: "mind-goal-daily", cron: ["0 8 * * *"] };
    const missing = await write("/v1/schedules/mind-goal-daily", rules);
    expect((await missing.json()) as object).toMatchObject({ code: "validation_failed" });
    const made = await write("/v1/schedules/mind-goal-daily", {
      ...rules,
      values: { whom: "Ann" },
    });
    expect(made.status, await made.clone().text()).toBe(200);
    say({ json: draft });
    await api().post("/v1/schedules/mind-goal-daily/trigger", {});
    const started = async (): Promise<string[]> =>
      (await api().get<{ plans: { id: string }[] }>("/v1/plans?limit=100")).plans.flatMap(
        ({ id }) => (id.includes("mind-goal-daily") ? [id] : []),
      );
    await expect.poll(started, { timeout: 30_000 }).toHaveLength(1);
    const [id = ""] = await started();
    await api().untilHolds(id);
    expect(await get(id)).toMatchObject({ goal: { text: "Say hello to Ann 2 times" } });
  });

  test.each([
    ["todos beside it", { goal: "Tea", todos }, "/plan/todos"],
    ["no words in it", { goal: " " }, "/plan/goal"],
    ["nothing in it that can be seen", { goal: "\u3164" }, "/plan/goal"],
    ["a parameter that is not there", { goal: "{{param.who}}" }, "/plan/goal"],
  ])("is refused at its place with %s", async (_what, plan, pointer) => {
    const problem = (await (await save("mind-goal-wrong", plan)).json()) as {
      code: string;
      errors: { pointer: string }[];
    };
    expect(problem).toMatchObject({ code: "validation_failed" });
    expect(problem.errors.map((error) => error.pointer)).toContain(pointer);
  });
});

describe("the answer to a goal", () => {
  const failing = {
    ...draft,
    todos: [
      (todos as [Json])[0],
      { id: "bad", title: "Bad", tool_name: "refuse", tool_params: { sentence: "no bread" } },
    ],
  };
  const strict = {
    plan_review: false,
    failure: { api_error: { action: "FAIL" }, validation_error: { action: "FAIL" } },
  } as const;

  test("names the todos that failed, whatever the model says of them", async () => {
    say({ json: failing as Json }, { json: { answer: "All went well [one].", cites: ["one"] } });
    const id = await start({ id: "models-report-failed", ...strict });
    const { status, goal } = await api().untilEnded(id);
    expect(status).toBe("failed");
    expect(goal?.report).toMatchObject({ source: "model", cites: ["one"], failed: ["bad"] });
    const told = JSON.parse(script.requests[1]!.messages[1]!.content) as { todos: object[] };
    expect(told.todos).toMatchObject([
      { id: "one", status: "completed", result: '{"text":"hello"}' },
      { id: "bad", status: "failed" },
    ]);
  });

  test.each<[string, ScriptedTurn]>([
    ["cites a todo that does not exist", { json: { answer: "Fine.", cites: ["nine"] } }],
    ["cites a todo that failed", { json: { answer: "Fine.", cites: ["bad"] } }],
    ["cites nothing", { json: { answer: "Fine.", cites: [] } }],
    ["is no JSON", "All went well."],
    ["is refused", { content: "no", ended: "refused" }],
  ])("is the list of results when the model's %s", async (name, turn) => {
    say({ json: failing as Json }, turn);
    const id = await start({ id: `models-report-${name.replaceAll(" ", "-")}`, ...strict });
    const { goal } = await api().untilEnded(id);
    expect(goal?.report).toMatchObject({ source: "list", cites: ["one"], failed: ["bad"] });
    expect(goal?.report?.text).toContain('[one] First: {"text":"hello"}');
    expect(goal?.report?.text).toContain("[bad] Bad: failed");
  });

  test("is the list of results when the plan is cancelled on its way", async () => {
    say({
      json: {
        ...draft,
        todos: [{ id: "wait", title: "W", tool_name: "gate", tool_params: { name: "models" } }],
      },
    });
    const id = await start({ id: "models-report-cancelled", plan_review: false });
    await api().watch.until(id, async () => (await get(id)).todos[0]?.status === "in_progress");
    await api().post(`/v1/plans/${id}/cancel`, {});
    const { status, goal } = await api().untilEnded(id);
    expect(status).toBe("cancelled");
    expect(goal?.report).toMatchObject({ source: "list", cites: [], failed: ["wait"] });
  });
});

test("S1's route shows every field of its PlanningState", async () => {
  say({ json: draft });
  const id = await start({ id: "models-goal-s1" });
  await api().untilHolds(id);
  const { planning_state } = await api().get<{ planning_state: object }>(`/api/todos/${id}`);
  expect(planning_state).toEqual({
    raw_query: GOAL,
    analyzed_intent: {
      intent_type: "talk",
      confidence: 0.95,
      keywords: ["hello"],
      entities: { times: 2 },
    },
    intent_confidence: 0.95,
    available_agents: ["writer"],
    available_teams: ["desk"],
    execution_strategy: "sequential",
    parallel_groups: [["one"], ["two"]],
    plan_validated: true,
    validation_errors: [],
    estimated_total_time: 0,
    awaiting_user_approval: true,
    user_approved: false,
    user_modifications: [],
    overall_progress_percentage: 0,
    completed_step_count: 0,
    failed_step_count: 0,
    total_step_count: 2,
    completed_todo_ids: [],
    failed_todo_ids: [],
    skipped_todo_ids: [],
    current_todo_id: null,
  });
});
