import { expect, test } from "vitest";
import { AgentListSchema, AgentSettingsSchema, type KeptAgent } from "../../src/contract/agent.ts";
import { keptAgentQuery } from "../../src/workflows/wire/messages.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { createGate } from "../support/plan-tools.ts";
import { scriptModel, withAgents } from "../support/scripted-agent.ts";

/*
 * Agents that are named by API: they are kept by Temporal, whoever works sees them, and a todo keeps the
 * one with which it began.
 */
const gate = createGate("mindgate");
const model = scriptModel({
  hold: [{ calls: [["mindgate", { page: 1 }]] }, { say: "With the first words." }],
  after: [{ say: "With the second words." }],
});
const api = useApi({
  tools: [gate.tool],
  ...withAgents(
    model,
    AgentSettingsSchema.parse({ name: "mind_own", instructions: "The configuration's." }),
  ),
});

const put = (name: string, agent: object): Promise<Response> =>
  api().request("PUT", `/v1/agents/${encodeURIComponent(name)}`, {
    body: JSON.stringify(agent),
    headers: { "content-type": "application/json" },
  });
const written = (instructions: string) => ({ instructions, tools: ["mindgate"], todo_list: false });
const listed = async (): Promise<string[]> =>
  AgentListSchema.parse(await api().get("/v1/agents")).agents.map(({ name }) => name);
/** Why the todos of a plan failed, as far as they did. */
const why = async (id: string) => (await api().plan(id)).todos.map((todo) => todo.error_message);

test("an agent is saved as it was read, with what is told of it", async () => {
  await put("mind_again", written("Be brief."));
  const read = await api().get<KeptAgent>("/v1/agents/mind_again");
  const again = await put("mind_again", { ...read, description: "Writes", saved_by: "mallory" });
  expect([again.status, await again.json()]).toEqual([
    200,
    {
      ...read,
      description: "Writes",
      version: 2,
      saved_at: expect.not.stringMatching(read.saved_at) as string,
    },
  ]);
  expect((await api().request("DELETE", "/v1/agents/mind_again")).status).toBe(204);
});

test("a saved agent has the limits that nobody wrote down, a version, and who saved it", async () => {
  const first = await put("mind_writer", { ...written("Be brief."), description: "Writes" });
  expect(first.status).toBe(201);
  expect(await first.json()).toMatchObject({
    name: "mind_writer",
    instructions: "Be brief.",
    limits: { turns: 30, tokens: 500_000 },
    version: 1,
    saved_by: "local-operator",
  });
  const second = await put("mind_writer", written("Be long."));
  expect(second.status).toBe(200);
  expect(await second.json()).toMatchObject({ version: 2, description: "" });
  expect(await api().get("/v1/agents/mind_writer")).toMatchObject({ instructions: "Be long." });
  await expect.poll(listed).toContain("mind_writer");
  const text = await (await api().request("GET", "/v1/agents")).text();
  expect(text).not.toContain("Be long.");
  const { agents } = AgentListSchema.parse(JSON.parse(text));
  expect(agents.map(({ name, kept }) => [name, kept?.saved_by ?? null])).toEqual([
    ["mind_own", null],
    ["mind_writer", "local-operator"],
  ]);
});

test("a todo keeps the agent with which it began; the next one has the new words", async () => {
  expect((await put("글쟁이", written("First words."))).status).toBe(201);
  const plan = await api().create({
    id: "mind-kept",
    title: "Two todos",
    max_parallel: 1,
    todos: [
      { id: "hold", title: "First", agent_name: "글쟁이" },
      { id: "after", title: "Second", agent_name: "글쟁이", depends_on: ["hold"] },
    ],
  });
  await gate.begun("hold");
  expect(
    (await put("글쟁이", { ...written("Second words."), approval_tools: ["mindgate"] })).status,
  ).toBe(200);
  gate.open("hold");
  await api().untilEnded(plan.id);
  const wordsOf = (todo: string, turn: number): string | undefined =>
    model.requests.find(({ turn_key }) => turn_key === `mind-kept/${todo}/1/${turn}`)?.messages[0]
      ?.content;
  expect(wordsOf("hold", 1)).toContain("First words.");
  expect(wordsOf("hold", 2)).toContain("First words.");
  expect(wordsOf("after", 1)).toContain("Second words.");
});

test("a deleted agent is unknown, and those that exist are named", async () => {
  expect((await put("mind_gone", written("Go."))).status).toBe(201);
  await expect.poll(listed).toContain("mind_gone");
  expect((await api().request("DELETE", "/v1/agents/mind_gone")).status).toBe(204);
  await problemOf(api().request("GET", "/v1/agents/mind_gone"), "agent_not_found");
  expect((await api().request("DELETE", "/v1/agents/mind_gone")).status).toBe(404);
  await expect.poll(listed).not.toContain("mind_gone");
  const { id } = await api().create({
    id: "mind-unknown",
    title: "For nobody",
    todos: [{ id: "lost", title: "Lost", agent_name: "mind_gone" }],
  });
  await expect
    .poll(() => why(id))
    .toEqual([expect.stringMatching(/There is no agent "mind_gone"\. Agents: mind_own, .*글쟁이/)]);
  // It comes back as a new one.
  expect((await put("mind_gone", written("Again."))).status).toBe(201);
});

test("a name of the configuration is nobody else's, and is changed there", async () => {
  await problemOf(put("mind_own", written("Mine now.")), "agent_configured");
  await problemOf(api().request("GET", "/v1/agents/mind_own"), "agent_configured");
  await problemOf(api().request("DELETE", "/v1/agents/mind_own"), "agent_configured");
});

test.each([
  [{ instructions: "" }, "validation_failed", "/instructions"],
  [{}, "validation_failed", "/instructions"],
  [{ instructions: "x", name: "other" }, "validation_failed", "/name"],
  [{ instructions: "x", tools: ["mindgat"] }, "unknown_tool", "/tools/0"],
  [{ instructions: "x", approval_tools: ["compute"] }, "validation_failed", "/approval_tools/0"],
  [{ instructions: "x", limits: { turns: 0 } }, "validation_failed", "/limits/turns"],
] as const)("what is wrong with %j is said with its place", async (agent, code, pointer) => {
  const problem = await problemOf(put("mind_wrong", agent), code);
  expect(problem.errors?.map((one) => one.pointer)).toContain(pointer);
  expect((await api().request("GET", "/v1/agents/mind_wrong")).status).toBe(404);
});

test.each(["-x", "a b", "a".repeat(65)])("a name like %j is refused", async (name) => {
  const problem = await problemOf(put(name, written("x")), "validation_failed");
  expect(problem.errors?.[0]?.pointer).toBe("/param/agent_name");
});

test("an outline gives todos to a saved agent by its name", async () => {
  expect((await put("mind_outliner", written("x"))).status).toBe(201);
  await expect.poll(listed).toContain("mind_outliner");
  const answer = await api().post("/v1/plans/preview", {
    outline: "- draft @mind_outliner\n- read it",
  });
  expect(await answer.json()).toMatchObject({
    plan: { todos: [{ agent_name: "mind_outliner" }, { title: "read it" }] },
  });
});

test("what somebody wrote by hand is no agent, and one with a tool that is gone says which", async () => {
  const { client, taskQueue } = api();
  const handle = await client.workflow.start("keptAgentWorkflow", {
    workflowId: "agent-mind_hand",
    taskQueue,
    args: [{ kept: { name: "mind_hand", instructions: "x", tools: "all" } }],
  });
  const kept = {
    name: "mind_toolless",
    version: 1,
    saved_by: "x",
    saved_at: "2026-01-01T00:00:00.000Z",
  };
  const settings = AgentSettingsSchema.parse({
    name: "mind_toolless",
    instructions: "x",
    tools: ["gone"],
  });
  const toolless = await client.workflow.start("keptAgentWorkflow", {
    workflowId: "agent-mind_toolless",
    taskQueue,
    args: [{ kept: { ...settings, ...kept } satisfies KeptAgent }],
  });
  expect(await toolless.query(keptAgentQuery)).toMatchObject({ name: "mind_toolless" });
  const { id } = await api().create({
    id: "mind-hand",
    title: "By hand",
    todos: [
      { id: "hand", title: "By hand", agent_name: "mind_hand" },
      { id: "less", title: "Without tool", agent_name: "mind_toolless" },
    ],
  });
  await expect
    .poll(() => why(id))
    .toEqual([
      expect.stringMatching(/^There is no agent "mind_hand"/),
      expect.stringMatching(
        /^The agent "mind_toolless" may use tools that this worker does not have: gone\./,
      ),
    ]);
  expect(await listed()).not.toContain("mind_hand");
  await handle.terminate();
  await toolless.terminate();
});

test("an agent is saved on the version that it was written on, and on no other", async () => {
  const save = (after_version: number) =>
    put("mind_shared", { ...written("Mine."), after_version });
  await problemOf(save(1), "agent_not_found");
  const first = (await (await save(0)).json()) as KeptAgent;
  expect(first.version).toBe(1);
  expect(first).not.toHaveProperty("after_version");
  const taken = await problemOf(save(0), "agent_changed");
  expect(taken.detail).toContain("version 1 now");
  expect(await (await save(1)).json()).toMatchObject({ version: 2 });
  await problemOf(save(1), "agent_changed");
  // Who does not say so saves it whatever there is.
  expect((await put("mind_shared", written("Mine."))).status).toBe(200);
  expect(await api().get("/v1/agents/mind_shared")).toMatchObject({ version: 3 });
});

test("an agent is deleted at the version that somebody has read, and at no other", async () => {
  const remove = (version: string) =>
    api().request("DELETE", "/v1/agents/mind_left", { headers: { "if-match": version } });
  await put("mind_left", written("Mine."));
  await put("mind_left", written("Theirs."));
  const { detail } = await problemOf(remove('"v1"'), "agent_changed");
  expect(detail).toContain("version 2 now");
  expect(await api().get("/v1/agents/mind_left")).toMatchObject({ version: 2 });
  expect((await remove('"v2"')).status).toBe(204);
  await problemOf(remove('"v2"'), "agent_not_found");
});

test("of an agent that one deletes and another one saves while no worker is there, both at the version that they read, one does", async () => {
  await put("mind_raced", written("Mine."));
  const read = await api().get<KeptAgent>("/v1/agents/mind_raced");
  const handle = api().client.workflow.getHandle("agent-mind_raced");
  await api().stopWorker();
  const sent = [
    handle.executeUpdate("delete_agent", { args: [{ id: "mind_raced", after_version: 1 }, null] }),
    handle.executeUpdate("save_agent", { args: [{ ...read, after_version: 1 }, null] }),
  ];
  await api().startWorker();
  const [deleted, saved] = (await Promise.allSettled(sent)).map(({ status }) => status);
  expect(new Set([deleted, saved])).toEqual(new Set(["fulfilled", "rejected"]));
  const answer = await api().request("GET", "/v1/agents/mind_raced");
  expect(answer.status).toBe(saved === "fulfilled" ? 200 : 404);
});
