import { describe, expect, test } from "vitest";
import type { EditOp } from "../../src/contract/plan/edit.ts";
import type { PlanView } from "../../src/contract/plan/plan.ts";
import type { Proposal } from "../../src/contract/words.ts";
import { problemOf, useApi } from "../support/api-harness.ts";

/** Seed S0, §6: what its NLPlanModifier is asked to do, here without a model. */
const api = useApi();
const OUTLINE = [
  "# 라네즈 리뷰 분석",
  "1. 리뷰 수집 [승인]: echo(text: 라네즈)",
  "- 감성분석 [after 리뷰 수집]",
  "- 키워드 분석 [after 리뷰 수집]",
  "- 영상 생성 [after 감성분석] [낮음]",
].join("\n");

async function planFor(id: string): Promise<void> {
  const response = await api().post("/v1/plans", { id, outline: OUTLINE });
  if (response.status !== 201) throw new Error(await response.text());
  await api().untilHolds(id);
}

const planOf = (id: string) => api().plan(id);

async function says(
  id: string,
  instruction: string,
): Promise<{ plan: PlanView; types: EditOp["edit_type"][] }> {
  const response = await api().post(`/v1/plans/${id}/edits/propose`, { instruction });
  const { operations, base_version, not_understood, choices, problem } =
    (await response.json()) as Proposal;
  expect([not_understood, choices, problem]).toEqual([[], [], null]);
  const edited = await api().post(`/v1/plans/${id}/edits`, { ops: operations, base_version });
  expect(edited.status).toBe(200);
  return { plan: await planOf(id), types: operations.map(({ edit_type }) => edit_type) };
}

const shown = ({ todos }: PlanView) => {
  const titles = new Map(todos.map(({ id, title }) => [id, title]));
  return todos.map(({ title, depends_on }) => [title, depends_on.map((id) => titles.get(id))]);
};

describe.each([
  [
    "Korean",
    "리뷰 수집 다음에 경쟁사 분석도 추가해줘",
    "영상 생성은 빼줘",
    "감성분석 전에 키워드 분석을 먼저 해줘",
    "모든 작업의 우선순위를 높여줘",
  ],
  [
    "English",
    "also add 경쟁사 분석 after 리뷰 수집",
    "take out 영상 생성",
    "do 키워드 분석 first, before 감성분석",
    "raise the priority of all tasks",
  ],
])("S0's four sentences in %s", (language, added, removed, first, raised) => {
  const id = (name: string) => `words-s0-${name}-${language.toLowerCase()}`;

  test("add a todo after another", async () => {
    await planFor(id("add"));
    const { plan, types } = await says(id("add"), added);
    expect(types).toEqual(["add_todo"]);
    expect(shown(plan).slice(0, 2)).toEqual([
      ["리뷰 수집", []],
      ["경쟁사 분석", ["리뷰 수집"]],
    ]);
  });

  test("remove a todo", async () => {
    await planFor(id("remove"));
    const { plan, types } = await says(id("remove"), removed);
    expect(types).toEqual(["remove_todo"]);
    expect(plan.todos.map(({ title }) => title)).toEqual(["리뷰 수집", "감성분석", "키워드 분석"]);
  });

  test("do one todo before another", async () => {
    await planFor(id("first"));
    const { plan, types } = await says(id("first"), first);
    expect(types).toEqual(["reorder", "add_dependency"]);
    expect(shown(plan)).toEqual([
      ["리뷰 수집", []],
      ["키워드 분석", ["리뷰 수집"]],
      ["감성분석", ["리뷰 수집", "키워드 분석"]],
      ["영상 생성", ["감성분석"]],
    ]);
  });

  test("raise every priority", async () => {
    await planFor(id("raise"));
    const { plan, types } = await says(id("raise"), raised);
    expect(new Set(types)).toEqual(new Set(["change_priority"]));
    expect(plan.todos.map(({ priority }) => priority)).toEqual([8, 8, 8, 5]);
  });
});

test("a todo is added after another by the sentence that S0's plan editor takes", async () => {
  await planFor("words-s0-editor");
  const { plan, types } = await says("words-s0-editor", "리뷰 수집 후에 경쟁사 분석도 추가해줘");
  expect(types).toEqual(["add_todo"]);
  expect(shown(plan).slice(0, 2)).toEqual([
    ["리뷰 수집", []],
    ["경쟁사 분석", ["리뷰 수집"]],
  ]);
});

test("no sentence decides what a person has to decide", async () => {
  await planFor("words-s0-decide");
  const response = await api().post("/v1/plans/words-s0-decide/edits/propose", {
    instruction: "리뷰 수집 승인해줘",
  });
  expect(await response.json()).toMatchObject({
    operations: [],
    not_understood: [{ detail_said: { id: "words_decision" } }],
  });
  const edited = await api().post("/v1/plans/words-s0-decide/edits", { ops: [] });
  await problemOf(edited, "validation_failed");
  expect(await api().holds("words-s0-decide")).toMatchObject([{ status: "open" }]);
});
