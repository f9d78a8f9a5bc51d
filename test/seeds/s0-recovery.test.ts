import { describe, expect, test } from "vitest";
import type { NewPlanInput, PlanView } from "../../src/contract/plan/plan.ts";
import type { NewTodoInput } from "../../src/contract/plan/todo.ts";
import type { ErrorType } from "../../src/contract/tables/vocabulary.ts";
import { ToolError } from "../../src/tools/tool-error.ts";
import { createCountedTools } from "./support/counted-tools.ts";
import { usePerson } from "./support/seed-world.ts";

/** Seed S0, §7: what follows a failure. */
const tools = createCountedTools({
  /** Fails as it is told in its first run, until the attempt that it is told. */
  analyse({ fails, works_at, model }, { run, attempt }) {
    if (run === 1 && attempt < Number(works_at) && model === "broken") {
      throw new ToolError(fails as ErrorType, "모델이 답하지 않습니다");
    }
    return { by: model };
  },
  publish: (args) => args,
});
const person = usePerson(tools.tools);

const failing = (
  fails: ErrorType,
  more: Partial<NewTodoInput> = {},
  works_at = 2,
): NewTodoInput => ({
  id: "analyse",
  title: "감성 분석",
  tool_name: "analyse",
  tool_params: { model: "broken", fails, works_at },
  ...more,
});
const report: NewTodoInput = {
  id: "report",
  title: "보고서",
  tool_name: "publish",
  tool_params: { to: "팀" },
  depends_on: ["analyse"],
};

const create = (id: string, todo: NewTodoInput, more: Partial<NewPlanInput> = {}) =>
  person().creates({ id, title: "분석", ...more, todos: [todo, report] });
const statusesOf = ({ todos }: PlanView) => todos.map(({ status }) => status);
const statusesAtEnd = async (id: string) => statusesOf(await person().seesEnd(id));

// Most of a test is the wait before an attempt: they wait beside each other.
describe.concurrent.each(["REPLAN", "MANUAL"] as const)(
  "a todo whose failure calls for %s",
  (action) => {
    /** The plan while a person is asked about its failed todo. */
    async function failed(id: string) {
      await create(id, failing("api_error", { failure: { api_error: { action } } }));
      const hold = await person().isAsked(id, "analyse");
      expect(hold).toMatchObject({
        kind: "recovery",
        message: expect.stringContaining("It failed (error while running): 모델이 답하지 않습니다"),
        tool_name: "analyse",
        args: { model: "broken" },
        deadline_at: null,
      });
      const plan = await person().plan(id);
      expect(plan).toMatchObject({ status: "running", mode: "approval_wait" });
      expect(statusesOf(plan)).toEqual(["failed", "blocked"]);
      expect(tools.ran(id)).toEqual(["analyse/1.1"]);
      return hold;
    }

    test("runs again when the person approves", async () => {
      const id = `again-${action}`;
      await person().decides(await failed(id), { decision: "approve" });
      const ended = await person().seesEnd(id);
      expect(ended.status).toBe("completed");
      expect(ended.todos).toMatchObject([
        { status: "completed", run: 1, result_data: { by: "broken" }, error_message: null },
        { status: "completed", run: 1 },
      ]);
      expect(tools.ran(id)).toEqual(["analyse/1.1", "analyse/1.2", "report/1.1"]);
    });

    test("runs with other arguments when the person edits them", async () => {
      const id = `edit-${action}`;
      const args = { model: "other" };
      await person().decides(await failed(id), { decision: "edit", args });
      const ended = await person().seesEnd(id);
      expect(ended.status).toBe("completed");
      expect(ended.todos[0]).toMatchObject({
        status: "completed",
        approved_args: args,
        approved_by: "local-operator",
        result_data: { by: "other" },
      });
      expect(tools.ran(id)).toEqual(["analyse/1.1", "analyse/2.1", "report/1.1"]);
    });

    test("is skipped when the person rejects it so, with what can only run after it", async () => {
      const id = `skip-${action}`;
      await person().decides(await failed(id), { decision: "reject", then: "skip" });
      expect(await statusesAtEnd(id)).toEqual(["skipped", "skipped"]);
      expect(tools.ran(id)).toEqual(["analyse/1.1"]);
    });

    test("is skipped when the person says go_on, and the rest goes on", async () => {
      const id = `go-on-${action}`;
      await person().decides(await failed(id), { decision: "reject", then: "go_on" });
      expect(await statusesAtEnd(id)).toEqual(["skipped", "completed"]);
      expect((await person().plan(id)).status).toBe("completed");
      expect(tools.ran(id)).toEqual(["analyse/1.1", "report/1.1"]);
    });

    test("ends the plan when the person rejects it so", async () => {
      const id = `abort-${action}`;
      const reason = "이대로는 안 됩니다";
      await person().decides(await failed(id), { decision: "reject", then: "abort", reason });
      expect(await statusesAtEnd(id)).toEqual(["failed", "cancelled"]);
      expect(await person().plan(id)).toMatchObject({ status: "failed", ended_because: reason });
      expect(tools.ran(id)).toEqual(["analyse/1.1"]);
    });

    test("stays failed when the person rejects it without more, and what needs it never runs", async () => {
      const id = `fail-${action}`;
      await person().decides(await failed(id), { decision: "reject" });
      expect(await statusesAtEnd(id)).toEqual(["failed", "cancelled"]);
      expect((await person().plan(id)).status).toBe("failed");
      expect(tools.ran(id)).toEqual(["analyse/1.1"]);
    });

    test("asks about what people made of it, when they change the plan instead", async () => {
      const id = `replan-${action}`;
      const asked = await failed(id);
      const changes = { tool_params: { model: "other" } };
      const ops = [{ edit_type: "modify_todo", target_id: "analyse", params: { changes } }];
      await person().sends(`/v1/plans/${id}/edits`, { ops });
      const again = await person().isAsked(id, "analyse");
      expect(again.id).not.toBe(asked.id);
      expect(again).toMatchObject({ kind: "recovery", args: { model: "other" }, plan_version: 2 });
      await person().decides(again, { decision: "approve" });
      expect(await statusesAtEnd(id)).toEqual(["completed", "completed"]);
      expect(tools.ran(id)).toEqual(["analyse/1.1", "analyse/2.1", "report/1.1"]);
    });
  },
);

describe.concurrent("without any word about failures, a todo that fails", () => {
  test("of a timeout is tried twice more and then skipped, with what needs it", async () => {
    const id = "default-timeout";
    await create(id, failing("timeout", {}, 4));
    const ended = await person().seesEnd(id);
    expect(ended.status).toBe("completed");
    expect(ended.todos[0]).toMatchObject({ status: "skipped", retry_count: 2 });
    expect(ended.todos[1]).toMatchObject({ status: "skipped", run: 0 });
    expect(tools.ran(id)).toEqual(["analyse/1.1", "analyse/1.2", "analyse/1.3"]);
  });

  test("of a service is tried three times more and then asks a person", async () => {
    const id = "default-api-error";
    // As by default, but for S0's five seconds before each attempt: test/plan/recovery.test.ts has those.
    const failure = { api_error: { action: "RETRY", max_retries: 3, retry_delay: 1 } } as const;
    await create(id, failing("api_error", {}, 5), { failure });
    const hold = await person().isAsked(id, "analyse");
    expect(hold.kind).toBe("recovery");
    expect((await person().plan(id)).todos[0]).toMatchObject({ status: "failed", retry_count: 3 });
    expect(tools.ran(id)).toEqual(["analyse/1.1", "analyse/1.2", "analyse/1.3", "analyse/1.4"]);
    await person().decides(hold, { decision: "approve" });
    expect(await statusesAtEnd(id)).toEqual(["completed", "completed"]);
    expect(tools.ran(id).slice(4)).toEqual(["analyse/1.5", "report/1.1"]);
  });

  test("of its input asks a person at once", async () => {
    const id = "default-validation";
    await create(id, failing("validation_error"));
    const hold = await person().isAsked(id, "analyse");
    expect(hold.kind).toBe("recovery");
    expect(tools.ran(id)).toEqual(["analyse/1.1"]);
    await person().decides(hold, { decision: "edit", args: { model: "other" } });
    expect(await statusesAtEnd(id)).toEqual(["completed", "completed"]);
  });

  test("critically ends the plan at once, asks nobody, and tells its owner", async () => {
    const id = "default-critical";
    await create(id, failing("critical_error"));
    expect(await statusesAtEnd(id)).toEqual(["failed", "cancelled"]);
    const plan = await person().plan(id);
    expect(plan).toMatchObject({ status: "failed", open_holds: 0 });
    expect(plan.ended_because).toContain("모델이 답하지 않습니다");
    expect(await person().holds(id, "all")).toEqual([]);
    expect(tools.ran(id)).toEqual(["analyse/1.1"]);
    // S0's notify_user: Temporal's list follows by a moment.
    const told = async () => (await person().notices()).find(({ plan_id }) => plan_id === id);
    await expect.poll(told).toMatchObject({
      plan_title: "분석",
      todo: { title: "감성 분석", error_type: "critical_error" },
    });
  });
});
