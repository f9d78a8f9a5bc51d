import { describe, expect, test } from "vitest";
import type { LoggedEvent } from "../../../src/contract/plan/event.ts";
import { pointersOf, problemOf, useApi } from "../../support/api-harness.ts";

const api = useApi();
const asked = {
  title: "승인",
  requires_approval: true,
  tool_name: "echo",
  tool_params: { text: "x" },
};

interface Page {
  readonly events: LoggedEvent[];
  readonly seq: number;
}

describe("events that are waited for", () => {
  const page = (id: string, query: string) => api().get<Page>(`/v1/plans/${id}/events?${query}`);

  test("are answered at once when they are there", async () => {
    const { id } = await api().create({ title: "이미", todos: [asked] });
    await api().untilHolds(id);
    const all = await api().events(id);
    expect(await page(id, "wait=30")).toEqual({ events: all, seq: 3 });
    expect(await page(id, "wait=30&after=1&limit=1")).toEqual({ events: [all[1]], seq: 2 });
  });

  test("are answered as soon as they happen", async () => {
    const { id } = await api().create({ title: "곧", todos: [asked] });
    await api().untilHolds(id);
    const waiting = page(id, "wait=30s&after=3");
    await api().post(`/v1/plans/${id}/pause`, { reason: "점심" });
    const { events, seq } = await waiting;
    expect(events.map(({ type }) => type)).toEqual(["plan.paused"]);
    expect(seq).toBe(4);
  });

  test("are an empty list when nothing happens in time", async () => {
    const { id } = await api().create({ title: "고요", todos: [asked] });
    await api().untilHolds(id);
    expect(await page(id, "wait=0&after=3")).toEqual({ events: [], seq: 3 });
    expect(await page(id, "wait=1&after=3")).toEqual({ events: [], seq: 3 });
    expect(await page(id, "wait=1&after=99")).toEqual({ events: [], seq: 3 });
  });

  test("are those of one todo alone, when somebody asks for it", async () => {
    const todos = ["one", "two"].map((name) => ({ ...asked, id: name, title: name }));
    const { id } = await api().create({ title: "하나", todos });
    await api().untilHolds(id, 2);
    const all = await api().events(id);
    const ofTwo = all.filter(({ todo_id }) => todo_id === "two");
    expect(ofTwo.map(({ type }) => type)).toEqual(["hold.requested"]);
    for (const query of ["todo_id=two", "todo_id=two&wait=30", "todo_id=two&types=hold"]) {
      expect(await page(id, query)).toEqual({ events: ofTwo, seq: all.length });
    }
    expect(await page(id, "todo_id=none")).toEqual({ events: [], seq: all.length });
    const waiting = page(id, `todo_id=two&wait=30&after=${all.length}`);
    for (const name of ["one", "two"]) {
      const [hold] = (await api().holds(id)).filter(({ todo_id }) => todo_id === name);
      await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "approve" });
    }
    const { events } = await waiting;
    expect(new Set(events.map(({ todo_id }) => todo_id))).toEqual(new Set(["two"]));
    await api().untilEnded(id);
  });

  test("are an empty list once the plan has ended", async () => {
    const { id } = await api().create({ title: "끝", todos: [{ title: "a", kind: "milestone" }] });
    const { seq } = await api().untilEnded(id);
    expect(await page(id, `wait=60&after=${seq}`)).toEqual({ events: [], seq });
  });

  test("of a whole plan come one after the other", async () => {
    const { id } = await api().create({ title: "차례", todos: [asked, asked, asked] });
    const seen: LoggedEvent[] = [];
    for (let left = 3; !seen.some(({ type }) => type === "plan.completed");) {
      const { events } = await page(id, `wait=30&after=${seen.at(-1)?.seq ?? 0}&limit=2`);
      seen.push(...events);
      for (const { type, hold_id } of events) {
        if (type !== "hold.requested") continue;
        await api().post(`/v1/holds/${hold_id}/decision`, { decision: "approve" });
        left -= 1;
      }
      expect(left).toBeGreaterThanOrEqual(0);
    }
    expect(seen).toEqual(await api().events(id));
  });

  test.each(["x", "-1", "61", "1.5", "", "1000", "30m"])(
    "are refused for wait=%s",
    async (wait) => {
      const path = `/v1/plans/nobody/events?wait=${wait}`;
      const answer = api().request("GET", path, { headers: { "accept-language": "ko" } });
      const problem = await problemOf(answer, "validation_failed");
      expect(pointersOf(problem)).toEqual(["/query/wait"]);
      expect(problem.detail).toBe("/query/wait: 0부터 60까지의 초여야 합니다. 예: 30.");
    },
  );

  test("are only those of the wanted types, however many others come before", async () => {
    const many = Array.from({ length: 600 }, (_, place) => ({
      id: `t${place}`,
      title: "빈 일",
      kind: "milestone" as const,
    }));
    const { id } = await api().create({ title: "선별", todos: [...many, asked] });
    const holds = await page(id, "wait=30&types=hold&limit=1");
    expect(holds.events.map(({ type }) => type)).toEqual(["hold.requested"]);
    const waiting = page(id, `wait=30&types=plan.resumed&after=${holds.seq}`);
    await api().post(`/v1/plans/${id}/pause`);
    await api().post(`/v1/plans/${id}/resume`);
    const { events } = await waiting;
    expect(events.map(({ type }) => type)).toEqual(["plan.resumed"]);

    const all = await api().events(id);
    const read = await page(id, "types=plan,hold&limit=3");
    const wanted = all.filter(({ type }) => !type.startsWith("todo."));
    expect(read).toEqual({ events: wanted.slice(0, 3), seq: all.length });
    expect((await page(id, "types=plan,hold")).events).toEqual(wanted);
  });

  test("of no plan are refused", async () => {
    const answer = api().request("GET", "/v1/plans/nobody/events?wait=30");
    expect((await problemOf(answer, "plan_not_found")).detail).toContain("nobody");
  });
});
