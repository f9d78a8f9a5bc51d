import { describe, expect, test } from "vitest";
import { createApp } from "../../src/api/app.ts";
import { DecidedSchema } from "../../src/contract/plan/holds/bulk-decision.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { PlanView, Receipt } from "../../src/contract/plan/plan.ts";
import { problemOf, useApi } from "../support/api-harness.ts";

const api = useApi();
const decide = (hold: Hold, body: object) => api().post(`/v1/holds/${hold.id}/decision`, body);

/** A plan of so many approvals that are open at the same time. */
async function heldBy(count: number): Promise<Hold[]> {
  const { id } = await api().create({
    title: "나란히",
    max_parallel: 100,
    todos: Array.from({ length: count }, (_, position) => ({
      id: `t${position}`,
      title: `${position}`,
      requires_approval: true,
      tool_name: "echo",
      tool_params: { text: `글 ${position}` },
    })),
  });
  return api().untilHolds(id, count);
}

test("of 30 decisions on one hold at once one wins, and the others learn which", async () => {
  const [hold] = await heldBy(1);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, place) =>
      decide(hold!, { decision: place % 2 === 0 ? "approve" : "reject", comment: `${place}` }),
    ),
  );
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  const receipt = (await won[0]!.json()) as Receipt;
  const { decision, by, at, comment } = receipt.hold!.decision!;
  const lost = answers.filter((answer) => answer !== won[0]);
  for (const answer of lost) {
    const problem = await problemOf(answer, "hold_already_decided");
    expect(problem.decided).toEqual({ decision, by, at, comment });
  }
  const ended = await api().untilEnded(hold!.plan_id);
  expect(ended.todos[0]!.status).toBe(decision === "approve" ? "completed" : "skipped");
  const events = await api().events(hold!.plan_id);
  expect(events.filter(({ type }) => type === "hold.decided")).toHaveLength(1);
});

test("50 holds of one plan decided at once each get their own decision", async () => {
  const holds = await heldBy(50);
  const bodyFor = (place: number): object =>
    [
      { decision: "approve", comment: `${place}` },
      { decision: "reject", comment: `${place}` },
      { decision: "edit", args: { text: `새 글 ${place}` }, comment: `${place}` },
    ][place % 3]!;
  const answers = await Promise.all(holds.map((hold, place) => decide(hold, bodyFor(place))));
  for (const [place, answer] of answers.entries()) {
    expect(answer.status).toBe(200);
    const receipt = (await answer.json()) as Receipt;
    expect(receipt.hold).toMatchObject({
      id: holds[place]!.id,
      decision: { comment: `${place}` },
    });
  }
  const ended = await api().untilEnded(holds[0]!.plan_id);
  const results = new Map(ended.todos.map((todo) => [todo.id, todo]));
  for (const [place, hold] of holds.entries()) {
    const todo = results.get(hold.todo_id!)!;
    const expected = [
      { text: (hold.args as { text: string }).text },
      null,
      { text: `새 글 ${place}` },
    ];
    expect(todo.result_data).toEqual(expected[place % 3]);
    expect(todo.status).toBe(place % 3 === 1 ? "skipped" : "completed");
  }
});

describe("200 holds of one plan", () => {
  test("are decided by 32 callers at once without one refusal", async () => {
    const holds = await heldBy(200);
    const waiting = [...holds];
    const statuses: number[] = [];
    const caller = async (): Promise<void> => {
      for (let hold = waiting.pop(); hold !== undefined; hold = waiting.pop()) {
        statuses.push((await decide(hold, { decision: "approve" })).status);
      }
    };
    await Promise.all(Array.from({ length: 32 }, caller));
    expect(statuses).toEqual(Array.from({ length: 200 }, () => 200));
    const ended: PlanView = await api().untilEnded(holds[0]!.plan_id);
    expect(ended).toMatchObject({ status: "completed", progress: { counts: { completed: 200 } } });
  });
});

test("when several people decide many holds together, a few decisions at a time are under way and each person gets all answers", async () => {
  const { plans } = api().deps;
  let underWay = 0;
  const seen: number[] = [];
  const counting: typeof plans = {
    ...plans,
    async send(...sent) {
      seen.push((underWay += 1));
      try {
        return await plans.send(...sent);
      } finally {
        underWay -= 1;
      }
    },
  };
  const app = createApp({ ...api().deps, plans: counting });
  const holds = await heldBy(20);
  const decisions = holds.map(({ id: hold_id, digest }) => ({
    hold_id,
    digest,
    decision: "approve",
  }));
  const together = async () => {
    const answer = await app.request("/v1/holds/decisions", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ decisions }),
    });
    const { results } = DecidedSchema.parse(await answer.json());
    return results.map(({ receipt, problem }) => (receipt ? "decided" : problem?.code));
  };

  const alone = await together();
  expect(alone).toEqual(holds.map(() => "decided"));
  expect(Math.max(...seen.splice(0))).toBe(8);

  const others = await Promise.all([together(), together(), together()]);
  expect(others.flat()).toEqual(Array(3 * 20).fill("hold_already_decided"));
  expect(Math.max(...seen)).toBe(16);
});

test("a plan that is busy with decisions is read by 10 callers meanwhile", async () => {
  const [last, ...holds] = await heldBy(61);
  const { plan_id } = last!;
  const paths = ["", "/progress", "/holds", "/events", "/schedule"];
  const decisions = Promise.all(holds.map((hold) => decide(hold, { decision: "approve" })));
  const reads = Promise.all(
    Array.from({ length: 10 }, async (_, place) => {
      const statuses: number[] = [];
      for (let time = 0; time < 5; time += 1) {
        const path = `/v1/plans/${plan_id}${paths[(place + time) % paths.length]}`;
        statuses.push((await api().request("GET", path)).status);
      }
      return statuses;
    }),
  );
  expect(new Set((await decisions).map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set((await reads).flat())).toEqual(new Set([200]));
  expect((await decide(last!, { decision: "approve" })).status).toBe(200);
  await api().untilEnded(plan_id);
});

test("a plan that has ended is read by 10 callers at once", async () => {
  const [hold] = await heldBy(1);
  await decide(hold!, { decision: "approve" });
  await api().untilEnded(hold!.plan_id);
  const path = `/v1/plans/${hold!.plan_id}/holds?status=all`;
  const reads = await Promise.all(Array.from({ length: 10 }, () => api().request("GET", path)));
  expect(reads.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
});
