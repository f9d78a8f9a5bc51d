import { expect, test } from "vitest";
import { z } from "zod";
import type { PlanList } from "../../src/contract/list.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { useApi, type ApiHarness } from "../support/api-harness.ts";
import { echo } from "../support/echo-todo.ts";
import { defer } from "../support/plan-tools.ts";

const first = defer<void>();
const again = defer<void>();
let runs = 0;
const prepare = defineTool({
  name: "prepare",
  description: "Ends when the test says so, each time anew",
  input: z.strictObject({}),
  output: z.null(),
  async run() {
    runs += 1;
    await (runs === 1 ? first : again).promise;
    return null;
  },
});
const api = useApi({ tools: [prepare] });

/** Takes the plan back to its second task; Temporal sends again what people have sent since. */
async function reset({ client }: ApiHarness, id: string): Promise<void> {
  const handle = client.workflow.getHandle(`plan-${id}`);
  const [{ runId }, { events = [] }] = await Promise.all([
    handle.describe(),
    handle.fetchHistory(),
  ]);
  const tasks = events!.filter((event) => event.workflowTaskCompletedEventAttributes != null);
  await client.workflowService.resetWorkflowExecution({
    namespace: client.options.namespace,
    workflowExecution: { workflowId: `plan-${id}`, runId },
    workflowTaskFinishEventId: tasks[1]!.eventId!,
    requestId: id,
    reason: "by hand",
  });
}

test("an approval that Temporal sends again after a reset lets nothing else run", async () => {
  const gated = (id: string, depends_on: string[]) =>
    echo(id, { requires_approval: true, depends_on });
  const { id } = await api().create({
    title: "Deploy",
    todos: [
      { id: "begin", title: "Begin", tool_name: "echo", tool_params: { text: "begin" } },
      { id: "prepare", title: "Prepare", tool_name: "prepare" },
      { id: "which", title: "Which?", input_request: { question: "Which?" } },
      gated("small", ["prepare"]),
      gated("big", ["which"]),
    ],
  });
  const [which] = await api().untilHolds(id);
  const begun = async () => (await api().plan(id)).todos[0]!.status;
  await expect.poll(begun).toBe("completed");
  first.resolve();
  const [, small] = await api().untilHolds(id, 2);
  expect(small).toMatchObject({ id: `${id}.h2`, todo_id: "small" });
  // "big" is asked about as h2 next time, because "prepare" takes longer then.
  const answer = { decision: "answer", value: "this" };
  expect((await api().post(`/v1/holds/${which!.id}/decision`, answer)).status).toBe(200);
  await api().untilHolds(id, 2);
  const approve = { decision: "approve" };
  expect((await api().post(`/v1/holds/${small!.id}/decision`, approve)).status).toBe(200);

  await reset(api(), id);
  // The run that was taken back is over: nothing more is heard of it.
  const askedAbout = async (todo: string): Promise<Hold | undefined> =>
    (await api().holds(id)).find(({ todo_id }) => todo_id === todo);
  await expect.poll(() => askedAbout("big")).toMatchObject({ id: `${id}.h2`, status: "open" });
  again.resolve();
  await expect.poll(() => askedAbout("small")).toMatchObject({ status: "open" });
  const { todos } = await api().plan(id);
  expect(todos.map((todo) => [todo.id, todo.status])).toEqual([
    ["begin", "completed"],
    ["prepare", "completed"],
    ["which", "completed"],
    ["small", "needs_approval"],
    ["big", "needs_approval"],
  ]);
  const { workflow } = api().client;
  const runsOfIt = async () => (await workflow.count(`WorkflowId = "plan-${id}"`)).count;
  await expect.poll(runsOfIt, { timeout: 20_000 }).toBe(2);
  expect(await api().get<PlanList>("/v1/plans")).toMatchObject({ total: 1, plans: [{ id }] });
  await api().post(`/v1/plans/${id}/cancel`, {});
  await api().untilEnded(id);
});
