import { expect, test } from "vitest";
import type { Checkpoint } from "../../src/contract/plan/edit.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { createLedgerProject } from "../chaos/ledger.ts";
import { runHoldpoint, useCliStack } from "../cli/support/cli-stack.ts";
import { startTalk } from "../cli/support/talk.ts";
import { createCountedTools } from "./support/counted-tools.ts";
import { crash, startHoldpointIn, untilTaken } from "./support/ledger-holdpoint.ts";

/*
 * S2's phase 5: what its users type, word for word, from the first approval on. The teams are tools,
 * and who plans is the test. What programs read of the same commands is in s2-from-query.test.ts.
 */

const teams = createCountedTools({
  search_team: () => ({ found: true }),
  analysis_team: () => ({ increase_percent: 233.3 }),
});
const stack = useCliStack({ tools: teams.tools });
const LONG = { timeout: 180_000 };

const LEASE = "집주인이 전세금 3억을 10억으로 올려달래. 법적으로 해결방법 알려줘";
const plan = (id: string) => stack().api.plan(id);
const statusesOf = async (id: string) =>
  (await plan(id)).todos.map((todo) => [todo.id, todo.title, todo.status]);

async function imports(id: string, raw_query: string, ...teamNames: string[]): Promise<void> {
  const steps = teamNames.map((agent_name, place) => ({
    agent_name,
    priority: place + 1,
    dependencies: teamNames.slice(0, place),
  }));
  const source = { raw_query, strategy: "sequential", steps };
  const body = { id, approval: "every_todo", plan: source };
  expect((await stack().api.post("/v1/plans/import", body)).status).toBe(201);
}

const asks = (title: string) => `${title} — 결정을 기다립니다`;
/** What S2's message says of the todo that is to be approved, and what its user may type. */
const card = (todo: string, needs: string) =>
  new RegExp(
    `\\n${todo} · 우선순위 \\d+ · 선행 할 일 ${needs}\\n` +
      `명령어: /할일 승인 ${todo} · /할일 건너뛰기 ${todo} · /할일\\n`,
  );

test(
  "scenario 1, typed word for word: /todos, /todo approve, /todos, /todo approve",
  LONG,
  async () => {
    const id = "s2-words-1";
    await imports(id, LEASE, "search_team", "analysis_team");
    const talk = startTalk(id, stack().url);
    await talk.sees(asks("search_team 실행"));
    await talk.reads(card("todo_001", "없음"));
    talk.says("/todos");
    await talk.sees("2개 중 0개 완료");
    talk.says("/todo approve");
    await talk.sees(asks("analysis_team 실행"));
    await talk.reads(card("todo_002", "todo_001"));
    talk.says("/todos");
    await talk.sees("2개 중 1개 완료");
    talk.says("/todo approve");
    expect(await stack().api.untilEnded(id)).toMatchObject({
      status: "completed",
      todos: [{ id: "todo_001" }, { id: "todo_002", result_data: { increase_percent: 233.3 } }],
    });
    expect(await talk.leaves("/quit")).toBe(0);
    expect(teams.ran(id)).toEqual(["todo_001/1.1", "todo_002/1.1"]);
  },
);

test(
  "scenario 2, typed word for word: a todo is added while another waits for approval",
  LONG,
  async () => {
    const id = "s2-words-2";
    await imports(id, "강남구 아파트 시세 조회", "search_team");
    const talk = startTalk(id, stack().url);
    await talk.sees(asks("search_team 실행"));
    talk.says("/todos");
    await talk.sees("1개 중 0개 완료");
    talk.says("검색만으로 부족할 것 같아. 분석도 추가해줘.");
    // What is only said is told as it was understood, and changes nothing before they agree.
    await talk.sees("바뀐 것은 없습니다.");
    expect(await statusesOf(id)).toHaveLength(1);
    talk.says("/todo add analysis_team");
    await talk.sees("analysis_team 추가 실행");
    expect(await statusesOf(id)).toEqual([
      ["todo_001", "search_team 실행", "needs_approval"],
      ["todo_002", "analysis_team 추가 실행", "pending"],
    ]);
    talk.says("/todo approve");
    await talk.sees(asks("analysis_team 추가 실행"));
    expect(teams.ran(id)).toEqual(["todo_001/1.1"]);
    talk.says("/todo approve");
    expect(await stack().api.untilEnded(id)).toMatchObject({ status: "completed" });
    expect(await talk.leaves("/quit")).toBe(0);
    expect(teams.ran(id)).toEqual(["todo_001/1.1", "todo_002/1.1"]);
  },
);

test(
  "a team that there is no tool for is answered with the tools that there are",
  LONG,
  async () => {
    const id = "s2-no-team";
    await imports(id, "강남구 아파트 시세 조회", "search_team");
    const talk = startTalk(id, stack().url);
    await talk.sees(asks("search_team 실행"));
    talk.says("/todo add document_team");
    // As somebody who typed a name reads it: without the place in an operation that nobody wrote.
    await talk.sees('✖ 도구 "document_team"이 없습니다. 쓸 수 있는 도구: analysis_team, ');
    await talk.sees("다음: /할일 추가\n");
    await stack().api.post(`/v1/plans/${id}/cancel`);
    // Something that was wished for was not done.
    expect(await talk.leaves("/quit")).toBe(1);
  },
);

test(
  "scenario 3, typed word for word: everything dies, and a checkpoint is restored",
  LONG,
  async () => {
    const id = "s2-words-3";
    const project = createLedgerProject();
    const team = (place: number, name: string, depends_on: string[]) => ({
      id: `todo_00${place}`,
      title: `${name} 실행`,
      tool_name: "effect",
      depends_on,
    });
    const written: NewPlanInput = {
      id,
      title: LEASE,
      approval: "every_todo",
      todos: [team(1, "search_team", []), team(2, "analysis_team", ["todo_001"])],
    };
    const first = await startHoldpointIn(project);
    await first.person.creates(written);
    const before = startTalk(id, first.url);
    await before.sees(asks("search_team 실행"));
    before.says("/todo approve");
    await before.sees(asks("analysis_team 실행"));
    await crash(first);

    const again = await startHoldpointIn(project);
    await untilTaken(again, id);
    const talk = startTalk(id, again.url);
    // As programs read it, with S2's four fields.
    const input = "/checkpoint list\n";
    const listed = await runHoldpoint(["chat", id, "--json"], again.url, { input });
    const { checkpoints } = listed.json<{ checkpoints: Checkpoint[] }>();
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(checkpoints).toMatchObject([
      { checkpoint_id: "cp_1", timestamp, node: "created", todos_completed: 0 },
      { timestamp, node: "completed", todo_id: "todo_001", todos_completed: 1 },
    ]);
    const { checkpoint_id } = checkpoints[1]!;
    talk.says("/checkpoint list");
    await talk.reads(/\ncp_1 .* 0% +만듦 /);
    await talk.reads(new RegExp(`\\n${checkpoint_id} .* 50% +완료 +todo_001\\n`));
    // A pipe cannot be asked whether it is sure.
    talk.says(`/checkpoint restore ${checkpoint_id} --yes`);
    await talk.reads(new RegExp(`${checkpoint_id}(?:으)?로 되돌렸습니다`));
    const restored = await again.person.sees(id, ({ version }) => version === 2);
    expect(restored.todos).toMatchObject([{ status: "completed" }, { status: "needs_approval" }]);
    await again.person.isAsked(id, "todo_002");
    talk.says("/todo approve");
    expect(await again.person.seesEnd(id)).toMatchObject({ status: "completed" });
    expect(await talk.leaves("/quit")).toBe(0);
    expect(project.entries().map(({ key }) => key)).toEqual([
      `${id}/todo_001/1`,
      `${id}/todo_002/1`,
    ]);
  },
);
