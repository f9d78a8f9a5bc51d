import { afterAll, beforeAll, expect, test } from "vitest";
import type { NoticeList, PlanList } from "../../src/contract/list.ts";
import type { NewTodoInput } from "../../src/contract/plan/todo.ts";
import { readDevConfig } from "../../src/temporal/connection/dev-config.ts";
import { startApiHarness, type ApiHarness } from "../support/api-harness.ts";
import { startTestServer, type TestServer } from "../support/dev-server.ts";

/*
 * A Temporal as others run it, with default settings, takes a minute to delete the run that a plan
 * has left behind; lists are not to show it meanwhile.
 */
let server: TestServer;
let api: ApiHarness;
beforeAll(async () => {
  const config = readDevConfig();
  const usual = Object.entries(config.dynamic_config).filter(
    ([name]) => !name.endsWith("UpdateAckInterval"),
  );
  server = await startTestServer({
    config: { ...config, dynamic_config: Object.fromEntries(usual) },
  });
  api = await startApiHarness({ address: server.address });
});
afterAll(async () => {
  await api.close();
  await server.remove();
});

const list = async (query: string): Promise<readonly [total: number, ...ids: string[]]> => {
  const { total, plans } = await api.get<PlanList>(`/v1/plans?${query}`);
  return [total, ...plans.map(({ id }) => id)];
};
const post = async (path: string): Promise<void> => {
  const answer = await api.post(path, {});
  expect(answer.status, await answer.text()).toBe(200);
};
const ECHO = { tool_name: "echo", tool_params: { text: "a" } };
const REFUSE = { tool_name: "refuse", tool_params: { sentence: "No paper" } };
async function ended(id: string, does: Pick<NewTodoInput, "tool_name"> = ECHO): Promise<void> {
  const failure = { validation_error: { action: "ABORT" } } as const;
  const todos = [{ id: "a", title: "A", ...does }] as NewTodoInput[];
  await api.create({ id, title: id, tags: [id], failure, todos });
  await api.untilEnded(id);
}

/** What the plan left behind is still there, which lists do not show. */
async function expectLeftRun(id: string): Promise<void> {
  const { count } = await api.client.workflow.count(`WorkflowId = 'plan-${id}'`);
  expect(count, "runs that Temporal has").toBeGreaterThan(1);
}

test("a plan that goes into the archive and out of it is in one list at a time", async () => {
  const id = "slow-archive";
  const archived = `tag=${id}&archived=true`;
  await ended(id);
  await expect.poll(() => list(`tag=${id}`)).toEqual([1, id]);
  await post(`/v1/plans/${id}/archive`);
  await expect.poll(() => list(archived)).toEqual([1, id]);
  await expect.poll(() => list(`tag=${id}`)).toEqual([0]);
  await expectLeftRun(id);
  await post(`/v1/plans/${id}/unarchive`);
  await expect.poll(() => list(`tag=${id}`)).toEqual([1, id]);
  await expect.poll(() => list(archived)).toEqual([0]);
  await expectLeftRun(id);
});

test("a failure that somebody has read is told no more, and counts once", async () => {
  const id = "slow-notice";
  const notices = async (): Promise<string[]> =>
    (await api.get<NoticeList>(`/v1/notices?tag=${id}`)).notices.map(({ plan_id }) => plan_id);
  await ended(id, REFUSE);
  await expect.poll(notices).toEqual([id]);
  await post(`/v1/plans/${id}/acknowledge`);
  await expect.poll(notices).toEqual([]);
  await expectLeftRun(id);
  await expect.poll(() => list("status=failed")).toEqual([1, id]);
});

test("a deleted plan is in no list", async () => {
  const id = "slow-deleted";
  await ended(id);
  await expect.poll(() => list(`tag=${id}`)).toEqual([1, id]);
  expect((await api.request("DELETE", `/v1/plans/${id}`)).status).toBe(204);
  await expect.poll(() => list(`tag=${id}`)).toEqual([0]);
  await expectLeftRun(id);
});
