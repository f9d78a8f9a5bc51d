import { expect, test } from "vitest";
import type { NoticeList } from "../../src/contract/list.ts";
import { problemOf, useApi } from "../support/api-harness.ts";

const api = useApi();

const notices = async (): Promise<NoticeList["notices"]> =>
  (await api().get<NoticeList>("/v1/notices?owner=me")).notices;

test("the owner of a plan that failed is told so, with todo and error, until somebody has read it", async () => {
  await api().create({
    id: "ship-notice",
    title: "It goes wrong",
    failure: { validation_error: { action: "ABORT" } },
    todos: [
      { id: "bad", title: "Bad one", tool_name: "refuse", tool_params: { sentence: "No paper" } },
    ],
  });
  const fine = await api().create({
    id: "ship-no-notice",
    title: "It goes well",
    todos: [{ id: "go", title: "Go", kind: "milestone" }],
  });
  await api().untilEnded("ship-notice");
  await api().untilEnded(fine.id);
  await expect.poll(notices).toMatchObject([
    {
      plan_id: "ship-notice",
      plan_title: "It goes wrong",
      plan_owner: "local-operator",
      ended_at: expect.any(String),
      todo: {
        id: "bad",
        title: "Bad one",
        error_type: "validation_error",
        error_message: "No paper",
      },
    },
  ]);
  expect((await api().post("/v1/plans/ship-notice/acknowledge", {})).status).toBe(200);
  await expect.poll(notices).toEqual([]);
  expect((await api().events("ship-notice")).at(-1)).toMatchObject({
    type: "plan.acknowledged",
    by: "local-operator",
  });
  // It ended as it did, and once is enough.
  expect(await api().get("/v1/plans/ship-notice")).toMatchObject({ status: "failed" });
  await problemOf(api().post("/v1/plans/ship-notice/acknowledge", {}), "illegal_transition");
  await problemOf(api().post(`/v1/plans/${fine.id}/acknowledge`, {}), "illegal_transition");
});
