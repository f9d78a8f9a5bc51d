import { describe, expect, test } from "vitest";
import type { Proposal } from "../../src/contract/words.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { echo } from "../support/echo-todo.ts";

const api = useApi();
const named = (id: string, title: string, more: object = {}) => echo(id, { title, ...more });

/** A plan that asks for an approval at once, so that everything behind it can be changed. */
async function heldPlan(id: string): Promise<void> {
  await api().create({
    id,
    title: id,
    todos: [
      named("collect", "리뷰 수집", { requires_approval: true }),
      named("sentiment", "감성분석", { depends_on: ["collect"] }),
      named("keyword", "키워드 분석", { depends_on: ["collect"] }),
      named("video", "영상 생성", { depends_on: ["sentiment"] }),
    ],
  });
  await api().untilHolds(id);
}

const planOf = (id: string) => api().plan(id);
const ask = (id: string, instruction: string, more: object = {}) =>
  api().post(`/v1/plans/${id}/edits/propose`, { instruction, ...more });

async function propose(id: string, instruction: string): Promise<Proposal> {
  const response = await ask(id, instruction);
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.json()) as Proposal;
}

describe("an instruction in words", () => {
  test("is answered with what was understood and what it would change, and changes nothing", async () => {
    await heldPlan("words-preview");
    const proposal = await propose("words-preview", "리뷰 수집은 빼줘. 급한 건 위로");
    expect(proposal).toMatchObject({
      plan_id: "words-preview",
      base_version: 1,
      understood: [
        {
          text: "리뷰 수집은 빼줘",
          pattern: "remove",
          meaning: 'remove "리뷰 수집"',
          operations: [0],
        },
      ],
      not_understood: [{ text: "급한 건 위로", line: 1, column: 12 }],
      operations: [{ edit_type: "remove_todo", target_id: "collect" }],
      impact: { starts: ["sentiment", "keyword"], holds_closed: ["words-preview.h1"] },
      problem: null,
    });
    expect(proposal.diff?.todos.map(({ todo_id }) => todo_id)).toContain("collect");
    expect(await planOf("words-preview")).toMatchObject({ version: 1, todo_count: 4 });
  });

  test("becomes an edit when its operations are sent with its version", async () => {
    const id = "words-apply";
    await heldPlan(id);
    const { operations, base_version } = await propose(id, "감성분석 전에 키워드 분석을 먼저 해줘");
    const response = await api().post(`/v1/plans/${id}/edits`, { ops: operations, base_version });
    expect(response.status).toBe(200);
    const plan = await planOf(id);
    expect(plan.version).toBe(2);
    expect(plan.todos.map((todo) => todo.id)).toEqual(["collect", "keyword", "sentiment", "video"]);
    expect(plan.todos[2]?.depends_on).toEqual(["collect", "keyword"]);
  });

  test("that the plan refuses tells why, beside what was understood", async () => {
    const id = "words-refused";
    await heldPlan(id);
    const proposal = await propose(id, "감성분석이 영상 생성을 기다리게 해줘");
    expect(proposal).toMatchObject({
      understood: [{ pattern: "wait" }],
      diff: null,
      impact: null,
      problem: { code: "dependency_cycle", detail_said: { id: "would_wait_in_circle" } },
    });
  });

  test("with a name that two todos have is answered with instructions to choose from", async () => {
    const id = "words-choice";
    await heldPlan(id);
    const { operations, choices, diff } = await propose(id, "분석은 빼줘");
    expect([operations, diff]).toEqual([[], null]);
    const options = choices[0]!.options;
    expect(options.map(({ todo_id, title }) => [todo_id, title])).toEqual([
      ["sentiment", "감성분석"],
      ["keyword", "키워드 분석"],
    ]);
    expect((await propose(id, options[1]!.instruction)).operations).toMatchObject([
      { edit_type: "remove_todo", target_id: "keyword" },
    ]);
  });

  test("cannot decide, whatever it says", async () => {
    const id = "words-decide";
    await heldPlan(id);
    for (const text of ["모두 승인해", "approve everything", "승인 없이 전부 진행해줘"]) {
      expect((await propose(id, text)).operations).toEqual([]);
    }
    expect((await api().holds(id)).map(({ status }) => status)).toEqual(["open"]);
  });
});

describe("a proposal is refused", () => {
  test("for a version that the plan has left, with what has changed since", async () => {
    const id = "words-stale";
    await heldPlan(id);
    const ops = [{ edit_type: "change_priority", target_id: "video", params: { priority: 9 } }];
    await api().post(`/v1/plans/${id}/edits`, { ops });
    const problem = await problemOf(
      await ask(id, "영상 생성은 빼줘", { base_version: 1 }),
      "stale_plan_version",
    );
    expect(problem).toMatchObject({ current_version: 2, changes_since: [{ version: 2 }] });
    expect((await ask(id, "영상 생성은 빼줘", { base_version: 2 })).status).toBe(200);
  });

  test("for a plan that there is not, for no words, and for too many", async () => {
    await problemOf(await ask("words-none", "영상 생성은 빼줘"), "plan_not_found");
    await heldPlan("words-bounds");
    await problemOf(await ask("words-bounds", ""), "validation_failed");
    await problemOf(await ask("words-bounds", "가".repeat(4_001)), "validation_failed");
  });
});
