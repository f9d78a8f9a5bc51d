import { describe, expect, test } from "vitest";
import { z } from "zod";
import { AgentSettingsSchema } from "../../src/contract/agent.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { ProposalLook } from "../../src/contract/plan/holds/proposal-look.ts";
import type { NewPlanInput, PlanView } from "../../src/contract/plan/plan.ts";
import type { Json, JsonObject } from "../../src/contract/text.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { useApi } from "../support/api-harness.ts";
import { echo } from "../support/echo-todo.ts";
import { useScript } from "../support/use-script.ts";

const { say, script, model, models } = useScript();

const pay = defineTool({
  name: "pay",
  description: "Pays somebody",
  input: z.object({ to: z.string() }),
  output: z.object({}),
  irreversible: true,
  run: () => ({}),
});
const reckless = AgentSettingsSchema.parse({
  name: "reckless",
  instructions: "Pay what is asked.",
  tools: ["pay"],
});

const api = useApi({
  tools: [pay],
  config: { agents: [reckless], models },
  model,
});

const edits = (summary: string, ...list: JsonObject[]): { json: Json } => ({
  json: { summary, edits: list.map((edit) => ({ reason: "It helps.", ...edit })) },
});
const add = (id: string, more: object = {}): JsonObject => ({
  edit_type: "add_todo",
  params: { todo: echo(id, more) as unknown as JsonObject },
});
const priority = (id: string, to: number): JsonObject => ({
  edit_type: "change_priority",
  target_id: id,
  params: { priority: to },
});
/** Waits for a person, so that what waits for it can still be changed. */
const gate = echo("gate", { requires_approval: true });

const create = (id: string, todos: readonly object[], more: object = {}): Promise<PlanView> =>
  api().create({ id, title: id, todos, ...more } as NewPlanInput);
const get = (id: string): Promise<PlanView> => api().plan(id);
const ask = async (id: string, feedback: string): Promise<void> => {
  const response = await api().post(`/v1/plans/${id}/replan`, { feedback });
  expect(response.status, await response.clone().text()).toBe(200);
};
const decide = async (hold: Hold, body: object, status = 200): Promise<JsonObject> => {
  const response = await api().post(`/v1/holds/${hold.id}/decision`, body);
  expect(response.status, await response.clone().text()).toBe(status);
  return (await response.json()) as JsonObject;
};

/** The plan's open proposal, once there is one. */
async function proposalOf(id: string): Promise<Hold> {
  await expect
    .poll(async () => (await api().holds(id)).map(({ kind }) => kind))
    .toContain("proposal");
  return (await api().holds(id)).find(({ kind }) => kind === "proposal")!;
}
const replans = async (id: string): Promise<string[]> =>
  (await api().events(id)).flatMap(({ type }) =>
    type.startsWith("plan.replan_") ? [type.slice("plan.replan_".length)] : [],
  );
const priorities = async (id: string): Promise<Record<string, number>> =>
  Object.fromEntries((await get(id)).todos.map((todo) => [todo.id, todo.priority]));

describe("what a person says about a running plan", () => {
  test("reaches a model also while a todo runs that is called as its turn was", async () => {
    say(edits("The report goes first.", priority("report", 8)));
    const name = "replan-called-alike";
    const running = { id: "replan", title: "Replan", tool_name: "gate", tool_params: { name } };
    await create(name, [running, echo("report", { depends_on: ["replan"] })]);
    await expect.poll(async () => (await get(name)).todos[0]!.status).toBe("in_progress");
    await ask(name, "The report matters");
    await decide(await proposalOf(name), { decision: "approve" });
    expect(await priorities(name)).toMatchObject({ report: 8 });
    api().tools.open(name);
    expect(await api().untilEnded(name)).toMatchObject({ status: "completed" });
  });

  test("S2 phase 7: 중요해 raises a priority, once the person has seen it", async () => {
    say(edits("보고서를 먼저 합니다.", priority("report", 8)));
    await create("replan-important", [gate, echo("report", { depends_on: ["gate"] })]);
    await ask("replan-important", "보고서가 중요해");
    const hold = await proposalOf("replan-important");
    expect(hold).toMatchObject({
      todo_id: null,
      title: "replan-important",
      proposal: {
        cause: { kind: "request", feedback: "보고서가 중요해", todo_id: null },
        summary: "보고서를 먼저 합니다.",
        base_version: 1,
        lines: [{ line: 1, reason: "It helps.", meaning: 'set the priority of "report" to 8' }],
      },
    });
    expect(hold.message).toContain("보고서가 중요해");
    expect((await priorities("replan-important"))["report"]).toBe(5);
    await decide(hold, { decision: "approve" });
    expect((await priorities("replan-important"))["report"]).toBe(8);
    const { mode } = await get("replan-important");
    expect(mode).toBe("approval_wait");
    const [request] = script().requests;
    expect(request).toMatchObject({ role: "editor", prompt: { name: "editor", version: "1" } });
    expect(script().left).toBe(0);
  });

  test("is looked at line by line, and some of it is taken", async () => {
    say(
      edits("Three things.", priority("report", 9), add("law", { blocks: ["report"] }), add("x")),
    );
    await create("replan-some", [gate, echo("report", { depends_on: ["gate"] })]);
    await ask("replan-some", "보고서 작성 전에 법무 검토를 넣고 급한 건 위로");
    const hold = await proposalOf("replan-some");
    const at = `/v1/holds/${hold.id}/proposal`;
    const whole = await api().get<ProposalLook>(at);
    expect(whole).toMatchObject({ version: 1, chosen: [1, 2, 3], problem: null });
    expect(whole.diff!.todos.map(({ todo_id }) => todo_id).toSorted()).toEqual([
      "law",
      "report",
      "x",
    ]);
    expect(whole.impact).toMatchObject({ starts: ["law", "x"], holds_closed: [] });
    const some = await api().get<ProposalLook>(`${at}?lines=1,2`);
    expect(some.diff!.todos.map(({ todo_id }) => todo_id).toSorted()).toEqual(["law", "report"]);
    await decide(hold, { decision: "approve", lines: [1, 2] });
    const { todos, version } = await get("replan-some");
    expect(version).toBe(2);
    expect(todos.find(({ id }) => id === "report")).toMatchObject({
      priority: 9,
      depends_on: ["gate", "law"],
    });
    expect(todos.map(({ id }) => id)).not.toContain("x");
  });

  test("is refused with a reason, and nothing changes", async () => {
    say(edits("More.", add("more")));
    await create("replan-no", [gate]);
    await ask("replan-no", "do more");
    const hold = await proposalOf("replan-no");
    await decide(hold, { decision: "reject", reason: "enough" });
    const { version, open_holds } = await get("replan-no");
    expect({ version, open_holds }).toEqual({ version: 1, open_holds: 1 });
  });

  test("with lines that no longer fit is refused as a whole, and names those that do", async () => {
    say(edits("Two.", priority("gate", 9), priority("report", 9)));
    await create("replan-moved", [gate, echo("report", { depends_on: ["gate"] })]);
    await ask("replan-moved", "faster");
    const hold = await proposalOf("replan-moved");
    await api().post("/v1/plans/replan-moved/edits", { ops: [priority("report", 2)] });
    const problem = await decide(hold, { decision: "approve" }, 412);
    expect(problem).toMatchObject({
      code: "stale_plan_version",
      hint: expect.stringContaining("These lines still fit: 1."),
      errors: [{ pointer: "/lines/2" }],
    });
    expect(await priorities("replan-moved")).toMatchObject({ gate: 5, report: 2 });
    await decide(hold, { decision: "approve", lines: [1] });
    expect(await priorities("replan-moved")).toMatchObject({ gate: 9, report: 2 });
  });

  test.each([
    ["{}", 422],
    ['{"feedback":" "}', 422],
    ['{"feedback":"x","apply":true}', 422],
  ])("is refused when it says nothing: %s", async (body, status) => {
    await create(`replan-empty-${body.length}`, [gate]);
    const response = await api().post(`/v1/plans/replan-empty-${body.length}/replan`, body);
    expect(response.status).toBe(status);
  });

  test("a hold that proposes nothing has no proposal to look at", async () => {
    await create("replan-other", [gate]);
    const [hold] = await api().untilHolds("replan-other");
    const response = await api().request("GET", `/v1/holds/${hold!.id}/proposal`);
    expect(response.status).toBe(409);
    const lines = await api().request("GET", `/v1/holds/${hold!.id}/proposal?lines=0`);
    expect(lines.status).toBe(422);
  });
});

describe("a failure", () => {
  test("is replanned by the model: what it changes of the todo is tried again", async () => {
    const broken = {
      id: "load",
      title: "Load",
      tool_name: "refuse",
      tool_params: { sentence: "no such page" },
    };
    const changes = { tool_name: "echo", tool_params: { text: "from the copy" } };
    say(
      edits("Use the copy.", { edit_type: "modify_todo", target_id: "load", params: { changes } }),
    );
    await create("replan-failure", [broken, echo("after", { depends_on: ["load"] })], {
      failure: Object.fromEntries(
        ["api_error", "validation_error", "critical_error"].map((type) => [
          type,
          { action: "REPLAN" },
        ]),
      ),
    });
    const hold = await proposalOf("replan-failure");
    expect(hold.proposal?.cause).toMatchObject({ kind: "failure", todo_id: "load" });
    await decide(hold, { decision: "approve" });
    const ended = await api().untilEnded("replan-failure");
    expect(ended.status).toBe("completed");
  });

  test("of what waits for a failed todo goes on without it (S0: dependency_failed, exclude_failed)", async () => {
    const params = { depends_on: "load" };
    say(edits("Without it.", { edit_type: "remove_dependency", target_id: "after", params }));
    const all = ["api_error", "validation_error", "critical_error"];
    await create(
      "replan-exclude",
      [
        {
          id: "load",
          title: "Load",
          tool_name: "refuse",
          tool_params: { sentence: "no such page" },
        },
        echo("after", { depends_on: ["load"] }),
      ],
      {
        failure: {
          ...Object.fromEntries(all.map((type) => [type, { action: "FAIL" }])),
          dependency_failed: { action: "REPLAN", exclude_failed: true },
        },
      },
    );
    const hold = await proposalOf("replan-exclude");
    // That it failed is said once.
    expect(hold.message).toMatch(
      /^"after": It failed \(cannot start\): "Load" failed: no such page\n/,
    );
    const [, user] = script().requests[0]!.messages;
    expect(JSON.parse(user!.content)).toMatchObject({ cause: { exclude_failed: true } });
    await decide(hold, { decision: "approve" });
    const ended = await api().untilEnded("replan-exclude");
    expect(ended.todos.map(({ status }) => status)).toEqual(["failed", "completed"]);
  });
});

describe("a rejection with then: replan", () => {
  test("has the model change the todo, which asks again", async () => {
    const changes = { tool_params: { text: "softer" } };
    say(edits("Softer.", { edit_type: "modify_todo", target_id: "gate", params: { changes } }));
    await create("replan-rejection", [gate]);
    const [hold] = await api().untilHolds("replan-rejection");
    await decide(hold!, { decision: "reject", then: "replan", reason: "too harsh" });
    const proposed = await proposalOf("replan-rejection");
    expect(proposed.proposal?.cause).toMatchObject({ kind: "rejection", todo_id: "gate" });
    expect(proposed.message).toContain("too harsh");
    await decide(proposed, { decision: "approve" });
    const [again] = await api().untilHolds("replan-rejection");
    expect(again).toMatchObject({ kind: "approval", todo_id: "gate", args: { text: "softer" } });
  });
});

describe("S2 phase 6: a result that is looked at", () => {
  const search = (more: object = {}) => [
    echo("search_team", { review_result: true }),
    echo("analysis_team", { depends_on: ["search_team"], ...more }),
  ];

  test("검색 결과 부족: the model adds additional_search, and the analysis waits for it", async () => {
    say(edits("검색 결과가 부족합니다.", add("additional_search", { blocks: ["analysis_team"] })));
    await create("replan-thin", search());
    const hold = await proposalOf("replan-thin");
    const { todos } = await get("replan-thin");
    expect(todos).toMatchObject([
      { id: "search_team", status: "completed", in_review: true },
      { id: "analysis_team", status: "blocked" },
    ]);
    await decide(hold, { decision: "approve" });
    const ended = await api().untilEnded("replan-thin");
    expect(ended.status).toBe("completed");
    const started = (await api().events("replan-thin")).flatMap(({ type, todo_id }) =>
      type === "todo.started" ? [todo_id] : [],
    );
    expect(started).toEqual(["search_team", "additional_search", "analysis_team"]);
  });

  test("that suffices opens no hold, and the log says so", async () => {
    say({ json: { summary: "Enough.", edits: [] } });
    await create("replan-enough", search());
    const ended = await api().untilEnded("replan-enough");
    expect(ended.status).toBe("completed");
    expect(await api().holds("replan-enough", "all")).toEqual([]);
    expect(await replans("replan-enough")).toEqual(["requested", "unchanged"]);
  });

  test("is acted on at once where the plan's policy says so, and can be undone", async () => {
    say(edits("Thin.", add("additional_search", { blocks: ["analysis_team"] })));
    await create("replan-policy", search({ requires_approval: true }), { replan_policy: "apply" });
    const [hold] = await api().untilHolds("replan-policy");
    expect(hold).toMatchObject({ kind: "approval", todo_id: "analysis_team" });
    const { todos, version } = await get("replan-policy");
    expect(version).toBe(2);
    expect(todos.map(({ id, status }) => [id, status])).toEqual([
      ["search_team", "completed"],
      ["analysis_team", "needs_approval"],
      ["additional_search", "completed"],
    ]);
    const edited = (await api().events("replan-policy")).find(({ type }) => type === "plan.edited");
    expect(edited?.by).toBe("policy:replan");
  });

  test("that would take an approval away waits for a person, whatever the policy", async () => {
    const changes = { requires_approval: false };
    const target_id = "analysis_team";
    say(edits("Trust me.", { edit_type: "modify_todo", target_id, params: { changes } }));
    await create("replan-loosens", search({ requires_approval: true }), { replan_policy: "apply" });
    const hold = await proposalOf("replan-loosens");
    await decide(hold, { decision: "reject" });
    const [asked] = await api().untilHolds("replan-loosens");
    expect(asked).toMatchObject({ kind: "approval", todo_id: "analysis_team" });
  });

  test.each([
    ["pay", { tool_name: "pay", tool_params: { to: "Mallory" } }],
    ["agent", { tool_name: null, tool_params: null, agent_name: "reckless" }],
  ])("that would start what nobody can undo waits for a person, too: %s", async (what, more) => {
    const id = `replan-undo-${what}`;
    say(edits("Trust me.", add("mallory", more)));
    await create(id, search(), { replan_policy: "apply", locked: true });
    const hold = await proposalOf(id);
    await decide(hold, { decision: "reject" });
    const ended = await api().untilEnded(id);
    expect(ended.todos.map(({ id: todo }) => todo)).toEqual(["search_team", "analysis_team"]);
  });
});

describe("a model that answers badly", () => {
  test("has one more turn with what is wrong, and its mended proposal counts", async () => {
    say("Sure! I would add a todo.", edits("Now.", priority("gate", 9)));
    await create("replan-repair", [gate]);
    await ask("replan-repair", "faster");
    const hold = await proposalOf("replan-repair");
    expect(hold.proposal?.lines).toHaveLength(1);
    expect(await replans("replan-repair")).toEqual(["requested", "refused", "proposed"]);
    expect(script().requests[1]!.messages.at(-1)!.content).toContain("JSON");
  });

  test("with prose around its JSON is understood all the same", async () => {
    const { json } = edits("Now.", priority("gate", 9));
    say(`Here it is:\n\`\`\`json\n${JSON.stringify(json)}\n\`\`\`\nGood luck!`);
    await create("replan-prose", [gate]);
    await ask("replan-prose", "faster");
    expect((await proposalOf("replan-prose")).proposal?.lines).toHaveLength(1);
  });

  test("with arguments that no tool takes is told so, and then nothing is proposed", async () => {
    const wrong = add("more", { tool_params: { txt: "x" } });
    say(edits("x", wrong), edits("x", wrong));
    await create("replan-arguments", [gate]);
    await ask("replan-arguments", "more");
    await expect
      .poll(() => replans("replan-arguments"))
      .toEqual(["requested", "refused", "failed"]);
    const failed = (await api().events("replan-arguments")).at(-1);
    expect(failed?.data?.["message"]).toContain("/edits/0/params/todo/tool_params");
    expect((await get("replan-arguments")).version).toBe(1);
  });
});
