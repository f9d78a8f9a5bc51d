import { describe, expect, test } from "vitest";
import { ANSWER_MS } from "../../src/api/gateway/asking/ask-temporal.ts";
import { createRecordGateway } from "../../src/api/gateway/record-gateway.ts";
import { TEMPLATES } from "../../src/api/gateway/records.ts";
import type { PlanView } from "../../src/contract/plan/plan.ts";
import type { ProblemCode } from "../../src/contract/tables/problems.ts";
import type { Template, TemplateSummary } from "../../src/contract/template.ts";
import { problemOf, useApi } from "../support/api-harness.ts";

const api = useApi();

const put = (id: string, body: object) => api().send("PUT", `/v1/templates/${id}`, body);
const use = (id: string, body: object) => api().post(`/v1/templates/${id}/plans`, body);

const echo = (text: string, more: object = {}) => ({
  id: "say",
  title: "Say it",
  tool_name: "echo",
  tool_params: { text, ...more },
});
const greeting = {
  title: "Greeting",
  parameters: [
    { name: "who", title: "Whom to greet" },
    { name: "times", type: "number", default: 1 },
  ],
  plan: {
    title: "Greet {{param.who}}",
    todos: [echo("안녕, {{param.who}}!", { times: "{{param.times}}" })],
  },
};

async function save(id: string, body: object = greeting): Promise<Template> {
  const response = await put(id, body);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Template;
}

describe("a template", () => {
  test("refuses what is written to it by hand and is no template, and works on", async () => {
    await save("by-hand");
    const handle = api().client.workflow.getHandle("template-by-hand");
    const written = { id: "by-hand", title: "x", parameters: [null], plan: {} };
    await expect(handle.executeUpdate("save_template", { args: [written] })).rejects.toThrow(
      "Workflow Update failed",
    );
    expect(await save("by-hand")).toMatchObject({ version: 2, title: "Greeting" });
  });

  test("is saved, listed, and makes plans with the values it is given", async () => {
    expect(await save("greeting")).toMatchObject({ version: 1, saved_by: "local-operator" });
    // Temporal's list follows by a moment.
    const listed = async (): Promise<TemplateSummary | undefined> => {
      const { templates } = await api().get<{ templates: TemplateSummary[] }>("/v1/templates");
      return templates.find(({ id }) => id === "greeting");
    };
    await expect
      .poll(listed, { timeout: 30_000 })
      .toMatchObject({ title: "Greeting", parameters: ["who", "times"] });
    const response = await use("greeting", { values: { who: "수진", times: 2 } });
    expect(response.status).toBe(201);
    const { id } = (await response.json()) as PlanView;
    expect(response.headers.get("location")).toBe(`/v1/plans/${id}`);
    const plan = await api().untilEnded(id);
    expect(plan).toMatchObject({ title: "Greet 수진", status: "completed" });
    expect(plan.todos[0]?.result_data).toEqual({ text: "안녕, 수진!안녕, 수진!" });
  });

  test("gets another version when it is saved again, and plans already made stay", async () => {
    await save("again");
    const before = (await (await use("again", { values: { who: "Bo" } })).json()) as PlanView;
    expect(await save("again", { ...greeting, title: "Greeting 2" })).toMatchObject({ version: 2 });
    const plan = await api().plan(before.id);
    expect(plan.title).toBe("Greet Bo");
  });

  test("is saved as it was read, with what is told of it", async () => {
    await save("read");
    const read = await api().get<Template>("/v1/templates/read");
    const again = await put("read", { ...read, description: "Changed", saved_by: "mallory" });
    expect(again.status).toBe(200);
    expect(await again.json()).toEqual({
      ...read,
      description: "Changed",
      version: read.version + 1,
      saved_at: expect.any(String) as string,
      unfit_schedules: [],
    });
    const copied = await problemOf(put("copied", read), "validation_failed");
    expect(copied.errors).toMatchObject([
      { pointer: "/id", detail: expect.stringContaining('"copied"') as string },
    ]);
  });

  test("is made of a plan that exists, with some of its places as parameters", async () => {
    const plan = await api().create({ title: "Once", todos: [echo("hello")] });
    await api().untilEnded(plan.id);
    const places = ["/todos/0/tool_params/text"];
    const saved = await save("from-plan", {
      title: "From a plan",
      from_plan: plan.id,
      parameters: [{ name: "text", places }],
    });
    expect(saved.parameters[0]).toMatchObject({ name: "text", default: "hello" });
    expect(saved.plan).toMatchObject({
      title: "Once",
      todos: [{ id: "say", tool_params: { text: "{{param.text}}" } }],
    });
    expect(await save("from-plan", saved)).toMatchObject({ version: 2, plan: saved.plan });
    const made = (await (await use("from-plan", {})).json()) as PlanView;
    const ended = await api().untilEnded(made.id);
    expect(ended.todos[0]?.result_data).toEqual({ text: "hello" });
  });

  test("is gone when it is deleted, and its name is free again", async () => {
    await save("gone");
    const response = await api().request("DELETE", "/v1/templates/gone");
    expect(response.status).toBe(204);
    const missing = await use("gone", { values: { who: "Bo" } });
    await problemOf(missing, "template_not_found");
    expect(await save("gone")).toMatchObject({ version: 1 });
  });
});

describe("what a template is refused for names its place", () => {
  test.each<[string, object, string]>([
    [
      "a placeholder without parameter",
      { plan: { title: "x", todos: [echo("{{param.nobody}}")] } },
      "/plan/todos/0/tool_params/text",
    ],
    [
      "a parameter that stands twice",
      { parameters: [{ name: "who" }, { name: "who" }, { name: "times" }] },
      "/parameters/1/name",
    ],
    [
      "a parameter that stands nowhere in the plan",
      { parameters: [...greeting.parameters, { name: "day" }] },
      "/parameters/2/name",
    ],
    [
      "two parameters in one place, of which the first is left nowhere",
      {
        plan: { title: "Once", todos: [echo("hello")] },
        parameters: ["first", "second"].map((name) => ({ name, places: ["/todos/0/title"] })),
      },
      "/parameters/0/name",
    ],
    [
      "a choice without options",
      { parameters: [{ name: "who", type: "choice" }, { name: "times" }] },
      "/parameters/0/options",
    ],
    [
      "a place that the plan does not have",
      { parameters: [{ name: "who", places: ["/todos/7/title"] }, { name: "times" }] },
      "/parameters/0/places/0",
    ],
    ["a plan that is none", { parameters: [], plan: { title: "x", todos: [] } }, "/plan/todos"],
    ["neither plan nor plan's id", { plan: undefined }, "/plan"],
  ])("%s", async (_, change, pointer) => {
    const response = await put("refused", { ...greeting, ...change });
    const problem = await problemOf(response, "validation_failed");
    expect(problem.errors?.map((error) => error.pointer)).toContain(pointer);
  });

  test("a tool that nobody has", async () => {
    const plan = { title: "x", todos: [{ ...echo("x"), tool_name: "ecko" }] };
    await problemOf(await put("refused", { title: "x", plan }), "unknown_tool");
  });
});

test("a value that looks like a reference to a todo's result is a text", async () => {
  await save("literal");
  const made = await use("literal", { values: { who: "{{todo.say.result}}" } });
  const { id } = (await made.json()) as { id: string };
  expect((await api().untilEnded(id)).todos[0]).toMatchObject({
    result_data: { text: "안녕, {{todo.say.result}}!" },
  });
});

describe("values are refused by name, and nothing is made", () => {
  test.each<[string, object, string]>([
    ["one that is missing", {}, "/values/who"],
    ["one of another type", { who: "Bo", times: "twice" }, "/values/times"],
    ["one that there is not", { who: "Bo", when: "now" }, "/values/when"],
    [
      "one called like something every object has",
      { who: "Bo", constructor: "x" },
      "/values/constructor",
    ],
  ])("%s", async (_, values, pointer) => {
    await save("strict");
    const before = api().started.length;
    const problem = await problemOf(await use("strict", { values }), "validation_failed");
    expect(problem.errors?.map((error) => error.pointer)).toContain(pointer);
    expect(api().started).toHaveLength(before);
  });

  test("one that the tool does not take", async () => {
    await save("strict");
    const response = await use("strict", { values: { who: "Bo", times: 99 } });
    await problemOf(response, "invalid_tool_input");
  });
});

describe("a template named in words", () => {
  const words = (outline: string, more: object = {}) =>
    api().post("/v1/plans", { outline, ...more });

  test("starts with the values said, tells what it took, and what is said beside goes before", async () => {
    await save("in-words");
    const more = { id: "mind-in-words", approval: "every_todo", title: "Mine" };
    const response = await words("from in-words who=김, times is 2", more);
    expect(response.status, await response.clone().text()).toBe(201);
    expect(await response.json()).toMatchObject({
      id: "mind-in-words",
      title: "Mine",
      approval: "every_todo",
      outline: {
        understood: [
          { meaning: 'from the template "Greeting"' },
          { meaning: "Whom to greet is 김" },
          { meaning: "times is 2" },
        ],
        not_understood: [],
      },
    });
    const [hold] = await api().untilHolds("mind-in-words");
    expect(hold).toMatchObject({ args: { text: "안녕, 김!", times: 2 } });
  });

  test("starts nothing while a value is missing, or there is no such template", async () => {
    await save("in-words");
    const missing = await problemOf(words("from in-words times=2"), "validation_failed");
    expect(JSON.stringify(missing.errors)).toContain("Whom to greet has to be said");
    const none = await problemOf(words("template in-wrods who=a"), "validation_failed");
    expect(JSON.stringify(none.errors)).toContain('there is no template \\"in-wrods\\"');
    // What a value brings is data: no reference comes of it, and no other parameter.
    const response = await words("from in-words who={{param.times}}{{todo.say.result}}");
    const { todos } = (await response.json()) as PlanView;
    expect(JSON.stringify(todos[0]?.tool_params)).not.toMatch(/\{\{todo\.say/);
  });
});

describe("Temporal's lists follow by a moment, and", () => {
  /** The templates of an API whose Temporal answers so many looks with what was listed before. */
  function lateTemplates(looks: number, before: readonly object[]) {
    const { client, taskQueue } = api();
    async function* list(options: { query: string }) {
      if (looks > 0) {
        looks -= 1;
        yield* before;
      } else yield* client.workflow.list(options);
    }
    const workflow = new Proxy(client.workflow, {
      get: (target, name) => (name === "list" ? list : (Reflect.get(target, name) as unknown)),
    });
    const late = new Proxy(client, {
      get: (target, name) =>
        name === "workflow" ? workflow : (Reflect.get(target, name) as unknown),
    });
    return createRecordGateway(late, taskQueue, TEMPLATES, { answerMs: ANSWER_MS });
  }
  const idsIn = (templates: readonly TemplateSummary[]) => templates.map(({ id }) => id);

  test("who has saved a template finds it in the list that is looked at next", async () => {
    const { version: _, saved_at: __, ...kept } = await save("listed-late");
    const templates = lateTemplates(3, []);
    const { version } = await templates.save(kept);
    const listed = (await templates.list()).find(({ id }) => id === "listed-late");
    expect(listed).toMatchObject({ version });
  });

  test("who has deleted a template finds it in no list any more", async () => {
    await save("listed-late-gone");
    const memo = {
      template: (await lateTemplates(0, []).list()).find(({ id }) => id === "listed-late-gone"),
    };
    const templates = lateTemplates(3, [{ memo }]);
    expect(idsIn(await templates.list())).toContain("listed-late-gone");
    await templates.delete("listed-late-gone");
    expect(idsIn(await templates.list())).not.toContain("listed-late-gone");
  });
});

test("values that make no plan are told at the values, and where they stand in the plan", async () => {
  await save("misfit", {
    title: "Misfit",
    parameters: [
      { name: "who" },
      { name: "which", default: "say" },
      { name: "rank", type: "number", default: 1 },
    ],
    plan: {
      title: "Greet {{param.who}}",
      todos: [
        { ...echo("x"), title: "{{param.who}} {{param.which}}", priority: "{{param.rank}}" },
        { ...echo("y"), id: "next", depends_on: ["{{param.which}}"] },
      ],
    },
  });
  const refused = async (values: object, code: ProblemCode) => {
    const problem = await problemOf(use("misfit", { values }), code);
    return problem.errors?.map(({ pointer, detail }) => [pointer, detail]);
  };
  const good = { who: "Bo", which: "say", rank: 2 };
  expect(await refused({ ...good, rank: 99 }, "validation_failed")).toEqual([
    ["/values/rank", expect.stringMatching(/^\/plan\/todos\/0\/priority: /)],
  ]);
  expect(await refused({ ...good, which: "nobody" }, "unknown_dependency")).toEqual([
    ["/values/which", expect.stringMatching(/^\/plan\/todos\/1\/depends_on/)],
  ]);
  expect(await refused({ ...good, rank: null }, "validation_failed")).toEqual([
    ["/values/rank", "must be a text, a number, or true or false."],
  ]);
  expect(await refused({ ...good, who: "x".repeat(20_001) }, "validation_failed")).toEqual([
    ["/values/who", "It is longer than 20000 characters."],
  ]);
  const long = "x".repeat(250);
  expect(await refused({ ...good, who: long }, "validation_failed")).toEqual([
    ["/values/who", expect.stringMatching(/^\/plan\/title: /)],
    ["/values", expect.stringMatching(/^\/plan\/todos\/0\/title: /)],
  ]);
});
