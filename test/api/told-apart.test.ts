import { beforeEach, expect, test } from "vitest";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { NewTodoInput } from "../../src/contract/plan/todo.ts";
import { TEMPORAL_NAMES } from "../../src/contract/tables/temporal-names.ts";
import { useApi } from "../support/api-harness.ts";
import { anyTool, createGate } from "../support/plan-tools.ts";
import { configuredAgent, scriptModel, withAgents } from "../support/scripted-agent.ts";
import { createSigningApi, newProofSeed, type SigningApi } from "../support/signing-api.ts";

const LONG = { timeout: 60_000 };

const gate = createGate("proofgate");
const paid: unknown[] = [];
const pay = anyTool("pay", (args, { todo_id }) => {
  paid.push({ todo_id, ...args });
  return "paid";
});
const wants = [{ calls: [["pay", { euros: 5 }]] }, { say: "Done." }] as const;
const model = scriptModel({
  forged: wants,
  insider: wants,
  edited: wants,
  pauses: [{ calls: [["proofgate", {}]] }, { say: "Done." }],
  reported: wants,
  scheduled: wants,
});
const api = useApi({
  tools: [gate.tool, pay],
  ...withAgents(model, configuredAgent(["pay", "proofgate"], { approval_tools: ["pay"] })),
});

let team: SigningApi;
beforeEach(async () => {
  team = await createSigningApi(api(), newProofSeed("2026a"));
});

const agent = (id: string): NewTodoInput => ({ id, title: id, agent_name: "writer" });
const workflowOf = (id: string) => api().client.workflow.getHandle(id);
const open = async (id: string): Promise<Hold> => (await api().untilHolds(id))[0]!;
const planNow = (id: string) => api().plan(id);
const decide = async (hold: Hold, body: object): Promise<void> => {
  const response = await team.post(team.kim, `/v1/holds/${hold.id}/decision`, body);
  expect(response.status, await response.clone().text()).toBe(200);
};
const paidFor = (todo: string): unknown[] =>
  paid.filter((call) => (call as { todo_id: string }).todo_id === todo);
const toldTo = (todo: string): string[] =>
  model.requests
    .filter(({ turn_key }) => turn_key.split("/")[1] === todo)
    .at(-1)!
    .messages.flatMap((said) => (said.role === "tool" ? [said.content] : []));
/** What a plan would tell its agent once the call is approved. */
const approved = (euros: number) => ({
  may_go_on: true,
  seen_turn: null,
  replies: [{ kind: "run", call_id: "t1c1", args: { euros }, references: [] }],
});
/** The arguments with which Temporal says that a workflow was started or signalled. */
async function argumentsIn(workflowId: string, signal: string | null): Promise<unknown[][]> {
  const { events } = await workflowOf(workflowId).fetchHistory();
  return (events ?? []).flatMap((event) => {
    const { workflowExecutionStartedEventAttributes: started } = event;
    const { workflowExecutionSignaledEventAttributes: signalled } = event;
    const about = signal === null ? started : signalled;
    if (about == null || (signal !== null && signalled?.signalName !== signal)) return [];
    const payloads = about.input?.payloads ?? [];
    return [payloads.map(({ data }) => JSON.parse(Buffer.from(data!).toString()) as unknown)];
  });
}

test(
  "a call that somebody calls approved in Temporal does not run; the person's own approval does",
  LONG,
  async () => {
    const id = "proofs-forged";
    await team.create({ id, title: "Forged", todos: [agent("forged")] });
    const hold = await open(id);
    const child = workflowOf(`plan-${id}.forged`);
    for (const beside of [
      [],
      [{ word: "a guess", seq: 99 }],
      [null],
      ["x"],
      [{ word: `sha256:${"0".repeat(64)}`, seq: 99 }],
    ])
      await child.signal("agent_news", approved(1_000_000), ...beside);
    await child.query("transcript");
    await decide(hold, { decision: "approve" });
    await api().untilEnded(id);
    expect(paidFor("forged")).toEqual([{ todo_id: "forged", euros: 5 }]);
  },
);

test(
  "who can read the history and so knows the word still gets no call past the plan",
  LONG,
  async () => {
    const id = "proofs-insider";
    await team.create({ id, title: "Insider", todos: [agent("insider")] });
    await open(id);
    const [[started]] = (await argumentsIn(`plan-${id}.insider`, null)) as [[{ line: object }]];
    expect(started.line).toMatchObject({ word: expect.stringMatching(/^sha256:/) });
    const child = workflowOf(`plan-${id}.insider`);
    await child.signal("agent_news", approved(1_000_000), { ...started.line, seq: 1_000 });
    await api().untilEnded(id);
    expect(paidFor("insider")).toEqual([]);
    expect(toldTo("insider")).toEqual([
      expect.stringContaining("Nobody has approved exactly this"),
    ]);
  },
);

test("a call that a person has changed runs as it was changed", LONG, async () => {
  const id = "proofs-edited";
  await team.create({ id, title: "Edited", todos: [agent("edited")] });
  await decide(await open(id), { decision: "edit", args: { euros: 3 } });
  expect(await api().untilEnded(id)).toMatchObject({ status: "completed" });
  expect(paidFor("edited")).toEqual([{ todo_id: "edited", euros: 3 }]);
});

test("a copy of what a plan told its agent before says nothing new", LONG, async () => {
  const id = "proofs-copied";
  await team.create({ id, title: "Copied", todos: [agent("pauses")] });
  await gate.begun("pauses");
  const control = async (what: string): Promise<void> => {
    expect((await team.post(team.ops, `/v1/plans/${id}/${what}`)).status).toBe(200);
  };
  const news = () => argumentsIn(`plan-${id}.pauses`, "agent_news");
  await control("pause");
  await expect.poll(news).toHaveLength(1);
  await control("resume");
  await expect.poll(news).toHaveLength(2);
  await control("pause");
  await expect.poll(news).toHaveLength(3);
  const child = workflowOf(`plan-${id}.pauses`);
  const [, goesOn] = await news();
  expect(goesOn).toMatchObject([{ may_go_on: true }, { word: expect.any(String) }]);
  await child.signal("agent_news", ...(goesOn as unknown[]));
  gate.open("pauses");
  await expect
    .poll(async () => JSON.stringify(await child.query("transcript")))
    .toContain('"result":"{\\"by\\":\\"pauses\\"}"');
  const turns = () => model.requests.filter(({ turn_key }) => turn_key.startsWith(`${id}/`));
  expect(turns()).toHaveLength(1);
  await control("resume");
  expect(await api().untilEnded(id)).toMatchObject({ status: "completed" });
  expect(turns()).toHaveLength(2);
});

test(
  "a todo completes by the report of its own workflow only; the first other one is noted",
  LONG,
  async () => {
    const id = "proofs-reported";
    const slow = { id: "slow", title: "Slow", tool_name: "proofgate", timeout_seconds: 3_600 };
    await team.create({ id, title: "Reported", todos: [agent("reported"), slow] });
    await gate.begun("slow");
    const hold = await open(id);
    const plan = workflowOf(TEMPORAL_NAMES.plan_prefix + id);
    const words = (await argumentsIn(`plan-${id}.slow`, null)) as [[{ line: object }]];
    const about = (todo_id: string) => ({ todo_id, run: 1, attempt: 1 });
    const forged = (todo_id: string) => ({
      type: "todo_completed",
      ...about(todo_id),
      result: "x",
    });
    await plan.signal("todo_report", forged("reported"));
    await plan.signal("todo_report", forged("slow"));
    await plan.signal("todo_report", forged("slow"), { word: "", seq: 1 });
    // One todo's word is not another's.
    await plan.signal("todo_report", forged("reported"), words[0][0].line);
    await plan.signal("todo_report", { type: "agent_kept", ...about("reported"), transcript: "x" });
    expect(await planNow(id)).toMatchObject({
      todos: [{ status: "in_progress" }, { status: "in_progress" }],
    });
    const refused = (await api().events(id)).filter(({ type }) => type === "command.refused");
    expect(refused).toMatchObject([
      { by: "temporal", data: { command: "todo_report", code: "unproven_command" } },
    ]);
    gate.open("slow");
    await decide(hold, { decision: "approve" });
    expect(await api().untilEnded(id)).toMatchObject({
      status: "completed",
      todos: [{ result_data: "Done." }, { result_data: { by: "slow" } }],
    });
  },
);

test("a scheduled plan has a word of its own, and no view tells it", LONG, async () => {
  const id = "proofs-scheduled";
  const put = async (path: string, body: object): Promise<void> => {
    const response = await team.keyed.as(team.ops, "PUT", path, body);
    expect(response.ok, await response.clone().text()).toBe(true);
  };
  const plan = { title: "증명 말", todos: [agent("scheduled")] };
  await put(`/v1/templates/${id}`, { title: id, parameters: [], plan });
  await put(`/v1/schedules/${id}`, { template_id: id, cron: ["0 9 * * MON"] });
  await team.post(team.ops, `/v1/schedules/${id}/trigger`);
  const found = async (): Promise<string[]> =>
    (
      await api().get<{ plans: { id: string }[] }>(
        `/v1/plans?search=${encodeURIComponent("증명 말")}`,
      )
    ).plans.map((row) => row.id);
  await expect.poll(found).toHaveLength(1);
  const [made] = (await found()) as [string];
  const hold = await open(made);
  const [[started]] = (await argumentsIn(`plan-${made}`, null)) as [
    [{ state: { line_key: string } }],
  ];
  const { line_key } = started.state;
  expect(line_key).toMatch(/^[0-9a-f]{64}$/);
  for (const path of ["", "/events", "/board", "/export", "/versions", "/graph"]) {
    const answer = await team.keyed.as(team.kim, "GET", `/v1/plans/${made}${path}`);
    expect([path, (await answer.text()).includes(line_key)]).toEqual([path, false]);
  }
  await workflowOf(`plan-${made}.scheduled`).signal("agent_news", approved(1));
  await decide(hold, { decision: "approve" });
  await api().untilEnded(made);
  expect(paidFor("scheduled")).toEqual([{ todo_id: "scheduled", euros: 5 }]);
});
