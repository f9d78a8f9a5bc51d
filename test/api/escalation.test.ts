import { describe, expect, test } from "vitest";
import type { Inbox } from "../../src/contract/list.ts";
import type { Choices } from "../../src/contract/plan/holds/choices.ts";
import type { HoldDetail } from "../../src/contract/plan/holds/hold.ts";
import type { ApprovalSettings } from "../../src/contract/plan/todo.ts";
import { pointersOf, problemOf, useApi } from "../support/api-harness.ts";
import { createKeyedApi } from "../support/keyed-api.ts";
import { payment } from "../support/paying-people.ts";

const api = useApi();

const holdOf = (id: string) => api().get<HoldDetail>(`/v1/holds/${id}.h1`);
const untilAsked = (id: string, person: string): Promise<HoldDetail> =>
  api().watch.until(id, async () => {
    const hold = await holdOf(id);
    return hold.assignee === person && hold;
  });

describe("a hold that nobody decides in time", () => {
  test("asks one after the other, and only then does what its timeout says", async () => {
    const id = "escalation-all";
    const next = { timeout_seconds: 1, escalate_to: ["lee", "park"] };
    await api().create(payment(id, { ...next, on_timeout: "approve" }));
    const { status, todos } = await api().untilEnded(id);
    expect(status).toBe("completed");
    expect(todos[0]?.approved_by).toBe("policy:on_timeout");
    const events = await api().events(id);
    const told = events.filter(({ type }) => /^hold\.(?:escalated|expired)$/.test(type));
    expect(told).toMatchObject([
      {
        type: "hold.escalated",
        by: "policy:on_timeout",
        todo_id: "pay",
        data: { from: null, to: "lee", left: 1, change: { assignee: "lee" } },
      },
      { type: "hold.escalated", data: { from: "lee", to: "park", left: 0 } },
      { type: "hold.expired", data: { action: "approve" } },
    ]);
    expect(await holdOf(id)).toMatchObject({ status: "expired", assignee: "park" });
  });

  test("is in the inbox of who is asked now, and waits for the last one as long as it takes", async () => {
    const id = "escalation-wait";
    const next = { timeout_seconds: 1, escalate_to: ["lee"] };
    await api().create(payment(id, { ...next, on_timeout: "wait" }));
    const hold = await untilAsked(id, "lee");
    expect(hold).toMatchObject({ status: "open", deadline_at: null });
    expect(hold.escalates_to).toBeUndefined();
    await expect
      .poll(async () => (await api().get<Inbox>("/v1/holds?assignee=lee")).holds)
      .toMatchObject([{ id: `${id}.h1`, assignee: "lee", deadline_at: null }]);
    const decided = await api().post(`/v1/holds/${id}.h1/decision`, { decision: "approve" });
    expect(decided.status).toBe(200);
    expect((await api().untilEnded(id)).status).toBe("completed");
  });

  test("says before who is next, and that nothing else follows then", async () => {
    const id = "escalation-shown";
    await api().create(payment(id, { timeout_seconds: 3_600, escalate_to: ["lee", "park"] }));
    await api().untilHolds(id);
    expect(await holdOf(id)).toMatchObject({ assignee: null, escalates_to: ["lee", "park"] });
    const { timeout } = await api().get<Choices>(`/v1/holds/${id}.h1/choices`);
    expect(timeout).toMatchObject({ action: "escalate", to: "lee", seconds: 3_600 });
    expect(timeout).toMatchObject({ stops: [], starts: [], asks: [], plan_ends: null });
    await expect
      .poll(async () => (await api().get<Inbox>(`/v1/holds?plan_id=${id}`)).holds)
      .toMatchObject([{ escalates_to: ["lee", "park"] }]);
    await api().post(`/v1/plans/${id}/cancel`, {});
    await api().untilEnded(id);
  });
});

describe("whoever is asked next", () => {
  test("is among the approvers, and has a key that may decide where there are keys", async () => {
    const keyed = createKeyedApi(api().deps);
    const { written } = await keyed.add("escalation-root", "admin");
    await keyed.add("escalation-lee", "approver");
    const create = (approval: ApprovalSettings): Promise<Response> =>
      keyed.as(written, "POST", "/v1/plans", payment("escalation-keys", approval));
    const stranger = await create({ escalate_to: ["escalation-lee", "escalation-leo"] });
    const unknown = await problemOf(stranger, "validation_failed");
    expect(unknown.errors).toMatchObject([
      {
        pointer: "/todos/0/approval/escalate_to/1",
        detail:
          'Nobody named "escalation-leo" may decide here: no valid key of that name has the role approver. Did you mean "escalation-lee"?',
      },
    ]);
    const approvers = ["escalation-root"];
    const other = await create({ approvers, escalate_to: ["escalation-lee"] });
    expect(pointersOf(await problemOf(other, "validation_failed"))).toEqual([
      "/todos/0/approval/escalate_to/0",
    ]);
    const made = await create({ timeout_seconds: 3_600, escalate_to: ["escalation-lee"] });
    expect(made.status).toBe(201);
    const changes = { approval: { escalate_to: ["nobody"] } };
    const edit = await keyed.as(written, "PATCH", "/v1/plans/escalation-keys/todos/pay", changes);
    expect(pointersOf(await problemOf(edit, "validation_failed"))).toEqual([
      "/approval/escalate_to/0",
    ]);
  });
});
