import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { toCursor } from "../../src/api/http/requests/list-cursor.ts";
import type { Actions } from "../../src/contract/plan/actions.ts";
import type { PlanVersion, VersionView } from "../../src/contract/plan/edit.ts";
import type { PlanGraph } from "../../src/contract/plan/graph.ts";
import type { HistorySchema, TodoPageSchema } from "../../src/contract/plan/history.ts";
import type { PlanView } from "../../src/contract/plan/plan.ts";
import type { Role } from "../../src/contract/tables/vocabulary.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { createKeyedApi } from "../support/keyed-api.ts";

const api = useApi();
type History = z.output<typeof HistorySchema>;
type TodoPage = z.output<typeof TodoPageSchema>;

async function heldPlan(count = 5): Promise<PlanView> {
  return api().create({
    title: "읽기",
    approval: "every_todo",
    todos: Array.from({ length: count }, (_, place) => ({
      id: `t${place}`,
      title: `할 일 ${place}`,
      tool_name: "echo",
      tool_params: { text: "x" },
      depends_on: place === 0 ? [] : ["t0"],
    })),
  });
}

async function allPages<Page extends { next_cursor: string | null; has_more: boolean }>(
  path: string,
) {
  const pages: Page[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: Page = await api().get(cursor === "" ? path : `${path}&cursor=${cursor}`);
    expect(page.has_more).toBe(page.next_cursor !== null);
    pages.push(page);
    cursor = page.next_cursor;
  }
  return pages;
}

describe("the todos of a plan", () => {
  test("come page by page, each once", async () => {
    const { id } = await heldPlan();
    const pages = await allPages<TodoPage>(`/v1/plans/${id}/todos?limit=2`);
    expect(pages.map(({ todos }) => todos.map((todo) => todo.id))).toEqual([
      ["t0", "t1"],
      ["t2", "t3"],
      ["t4"],
    ]);
    expect(pages[0]!.total).toBe(5);
  });

  test("come each once although the plan is edited between the pages", async () => {
    const { id } = await heldPlan();
    const first = await api().get<TodoPage>(`/v1/plans/${id}/todos?limit=2`);
    await api().post(`/v1/plans/${id}/edits`, {
      ops: [
        { edit_type: "remove_todo", target_id: "t1" },
        {
          edit_type: "add_todo",
          params: {
            todo: { id: "n", title: "n", tool_name: "echo", tool_params: { text: "n" } },
            position: "first",
          },
        },
      ],
    });
    const rest = await api().get<TodoPage>(
      `/v1/plans/${id}/todos?limit=9&cursor=${first.next_cursor}`,
    );
    expect(rest.todos.map((todo) => todo.id)).toEqual(["t2", "t3", "t4"]);
  });

  test("can be asked for by status", async () => {
    const { id } = await heldPlan();
    await api().untilHolds(id);
    const ids = async (status: string) =>
      (await api().get<TodoPage>(`/v1/plans/${id}/todos?status=${status}`)).todos.map(
        (todo) => todo.id,
      );
    expect(await ids("needs_approval")).toEqual(["t0"]);
    expect(await ids("blocked,needs_approval")).toEqual(["t0", "t1", "t2", "t3", "t4"]);
    expect(await ids("completed")).toEqual([]);
  });

  test("can be asked for by a text in the title or the id, in any case, page by page", async () => {
    const { id } = await api().create({
      id: "boards-search",
      title: "Many",
      todos: ["Write the report", "리뷰 수집", "Print the REPORT", "Send it"].map(
        (title, place) => ({
          id: `todo${place}`,
          title,
          assignee: "kim",
        }),
      ),
    });
    const found = async (text: string) => {
      const query = `search=${encodeURIComponent(text)}&limit=1`;
      const pages = await allPages<TodoPage>(`/v1/plans/${id}/todos?${query}`);
      return pages.flatMap(({ todos, total }) => todos.map((todo) => `${todo.id} of ${total}`));
    };
    expect(await found("Report")).toEqual(["todo0 of 2", "todo2 of 2"]);
    // A browser on a Mac may send Hangul taken apart.
    expect(await found("리뷰".normalize("NFD"))).toEqual(["todo1 of 1"]);
    expect(await found("TODO3")).toEqual(["todo3 of 1"]);
    expect(await found("report 2")).toEqual([]);
  });

  test.each([
    "search=",
    "search=a%0Ab",
    "status=done",
    "status=pending,",
    "limit=0",
    "limit=201",
    "cursor=x",
    "cursor=%00",
  ])("are refused for %s", async (query) => {
    const { id } = await heldPlan(1);
    await problemOf(api().request("GET", `/v1/plans/${id}/todos?${query}`), "validation_failed");
  });

  test("refuse a cursor of another list", async () => {
    const { id } = await heldPlan();
    const { next_cursor } = await api().get<TodoPage>(`/v1/plans/${id}/todos?limit=2`);
    const path = `/v1/plans/${id}/todos?status=blocked&cursor=${next_cursor}`;
    await problemOf(api().request("GET", path), "validation_failed");
  });
});

test("a plan says to whoever asks what they can do: what takes a role that they do not have, they cannot", async () => {
  const { id } = await heldPlan(2);
  const own = createKeyedApi(api().deps);
  const possible = async (role: Role, path = "") => {
    const { written } = await own.add(role, role);
    const answer = await own.as(written, "GET", `/v1/plans/${id}/actions${path}`);
    const { plan, todo, holds } = (await answer.json()) as Actions;
    return { pause: plan?.pause, skip: todo?.skip, ...holds[0]?.actions };
  };
  const can = { possible: true };
  const cannot = { possible: false, code: "forbidden" };
  expect(await possible("viewer")).toMatchObject({
    pause: { ...cannot, detail: "pause needs the role operator; viewer has viewer." },
    approve: cannot,
    extend: cannot,
    withdraw: cannot,
  });
  expect(await possible("approver")).toMatchObject({
    pause: cannot,
    approve: can,
    extend: can,
    withdraw: cannot,
  });
  expect(await possible("operator")).toMatchObject({ pause: can, approve: cannot, withdraw: can });
  expect(await possible("viewer", "?todo_id=t1")).toMatchObject({ skip: cannot });
  expect(await possible("admin", "?todo_id=t1")).toMatchObject({ skip: can });
});

test("a plan says what can be done now, to it, to a todo and about a hold, and why the rest cannot", async () => {
  const { id } = await heldPlan(2);
  const { plan, todo, holds } = await api().get<Actions>(`/v1/plans/${id}/actions`);
  expect(todo).toBeUndefined();
  expect(plan).toMatchObject({
    pause: { possible: true },
    resume: {
      possible: false,
      code: "illegal_transition",
      hint: "It accepts: pause, cancel, approval.",
    },
  });
  expect(holds).toMatchObject([{ todo_id: "t0", actions: { approve: { possible: true } } }]);
  const ofTodo = await api().get<Actions>(`/v1/plans/${id}/actions?todo_id=t1`);
  expect(ofTodo.holds).toEqual([]);
  expect(ofTodo.todo).toMatchObject({ skip: { possible: true }, retry: { possible: false } });
  const unknown = api().request("GET", `/v1/plans/${id}/actions?todo_id=t9`);
  await problemOf(unknown, "todo_not_found");
});

test("a plan's graph shows layers, edges and the critical path", async () => {
  const { id } = await heldPlan(3);
  const graph = await api().get<PlanGraph>(`/v1/plans/${id}/graph`);
  expect(graph.layers).toEqual([["t0"], ["t1", "t2"]]);
  expect(graph.edges).toHaveLength(2);
  expect(graph.critical_path).toEqual({ todo_ids: ["t0", "t1"], seconds: 600 });
  await problemOf(api().request("GET", "/v1/plans/none/graph"), "plan_not_found");
});

describe("a version", () => {
  test("shows who made it and the plan as it was", async () => {
    const { id } = await heldPlan(2);
    const changes = { title: "neu" };
    await api().post(`/v1/plans/${id}/edits`, {
      ops: [
        { edit_type: "modify_todo", target_id: "t1", params: { changes } },
        { edit_type: "modify_plan", params: { changes } },
      ],
      reason: "darum",
    });
    const first = await api().get<VersionView>(`/v1/plans/${id}/versions/1`);
    const second = await api().get<VersionView>(`/v1/plans/${id}/versions/2`);
    expect([first.change_type, first.settings.title, first.todos[1]!.title]).toEqual([
      "created",
      "읽기",
      "할 일 1",
    ]);
    expect(second).toMatchObject({ change_type: "edit", reason: "darum", by: "local-operator" });
    expect([second.settings.title, second.todos[1]!.title]).toEqual(["neu", "neu"]);
    const { versions } = await api().get<{ versions: PlanVersion[] }>(`/v1/plans/${id}/versions`);
    expect(second).toMatchObject(versions[1]!);
  });

  test("that is not there is refused", async () => {
    const { id } = await heldPlan(1);
    await problemOf(api().request("GET", `/v1/plans/${id}/versions/2`), "version_not_found");
    for (const wrong of ["0", "-1", "x", "1.5", "99999999999999999999"]) {
      await problemOf(
        api().request("GET", `/v1/plans/${id}/versions/${wrong}`),
        "validation_failed",
      );
    }
  });
});

describe("the history of a plan", () => {
  test("merges versions, decisions and controls, newest first, with who and why", async () => {
    const { id } = await heldPlan(2);
    const [hold] = await api().untilHolds(id);
    await api().post(`/v1/plans/${id}/pause`, { reason: "Mittag" });
    await api().post(`/v1/plans/${id}/edits`, {
      ops: [{ edit_type: "change_priority", target_id: "t1", params: { priority: 9 } }],
      reason: "eilig",
    });
    await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "approve", comment: "gut" });
    await api().post(`/v1/plans/${id}/resume`, {});
    const { entries, has_more } = await api().get<History>(`/v1/plans/${id}/history`);
    expect(has_more).toBe(false);
    expect(entries.map(({ kind, type }) => `${kind} ${type}`)).toEqual([
      "control plan.resumed",
      "decision hold.decided",
      "version plan.edited",
      "control plan.paused",
      "version plan.created",
    ]);
    expect(entries[1]).toMatchObject({
      by: "local-operator",
      hold_id: hold!.id,
      data: { comment: "gut" },
    });
    expect(entries[2]).toMatchObject({ data: { version: 2, reason: "eilig", changed: ["t1"] } });
    expect(entries[3]).toMatchObject({ data: { reason: "Mittag" } });
  });

  test("comes page by page, and by kind and todo", async () => {
    const { id } = await heldPlan(1);
    await api().untilHolds(id);
    for (let time = 0; time < 3; time += 1) {
      await api().post(`/v1/plans/${id}/pause`, {});
      await api().post(`/v1/plans/${id}/resume`, {});
    }
    const pages = await allPages<History>(`/v1/plans/${id}/history?limit=2`);
    const seqs = pages.flatMap(({ entries }) => entries.map(({ seq }) => seq));
    expect(pages.map(({ entries }) => entries.length)).toEqual([2, 2, 2, 1]);
    expect(seqs).toEqual(seqs.toSorted((a, b) => b - a));
    expect(new Set(seqs).size).toBe(7);
    const controls = await api().get<History>(`/v1/plans/${id}/history?kind=control`);
    expect(controls.entries).toHaveLength(6);
    await api().post(`/v1/plans/${id}/todos/t0/skip`, {});
    const about = await api().get<History>(`/v1/plans/${id}/history?todo_id=t0`);
    expect(about.entries.map(({ type }) => type)).toContain("todo.skipped");
  });

  test("begins at its newest entry for a cursor that leads past it", async () => {
    const { id } = await heldPlan(1);
    await api().untilHolds(id);
    const whole = await api().get<History>(`/v1/plans/${id}/history`);
    const list = JSON.stringify(["history", id, undefined, undefined]);
    const cursor = toCursor(list, { before: Number.MAX_SAFE_INTEGER });
    expect(await api().get(`/v1/plans/${id}/history?cursor=${cursor}`)).toEqual(whole);
  });

  test("does not show the plan's own course", async () => {
    const { id } = await api().create({
      title: "p",
      todos: [{ title: "a", tool_name: "echo", tool_params: { text: "a" } }],
    });
    await api().untilEnded(id);
    const { entries } = await api().get<History>(`/v1/plans/${id}/history`);
    expect(entries.map(({ type }) => type)).toEqual(["plan.created"]);
  });
});
