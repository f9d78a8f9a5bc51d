import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/contract/text.ts";
import { echo } from "../support/echo-todo.ts";
import { useScript } from "../support/use-script.ts";
import { useCliStack } from "./support/cli-stack.ts";
import { createFolder } from "./support/folders.ts";
import { runCli } from "./support/run-cli.ts";

const LONG = { timeout: 180_000 };
const WISH = "보고서 작성 전에 법무 검토를 넣고 급한 건 위로";

const { say, script, model, models } = useScript();
const stack = useCliStack({
  config: { models },
  model,
});

const named = (id: string, title: string, more: object = {}) => echo(id, { title, ...more });
const law: JsonObject = {
  edit_type: "add_todo",
  params: { todo: { ...(named("law", "법무 검토") as JsonObject), blocks: ["report"] } },
  reason: "보고서 전에 봐야 합니다.",
};
const urgent: JsonObject = {
  edit_type: "change_priority",
  target_id: "report",
  params: { priority: 9 },
  reason: "급한 일입니다.",
};
const proposes = (...edits: JsonObject[]): void => {
  const json: Json = { summary: "법무 검토를 넣습니다.", edits };
  say({ json });
};

async function held(id: string): Promise<string> {
  await stack().api.create({
    id,
    title: "리뷰 분석",
    todos: [
      named("collect", "리뷰 수집", { requires_approval: true }),
      named("report", "보고서 작성", { depends_on: ["collect"] }),
    ],
  });
  await stack().api.untilHolds(id);
  return id;
}
const plan = (id: string) => stack().api.plan(id);
const report = async (id: string) => (await plan(id)).todos.find((todo) => todo.id === "report");
const atTerminal = (...args: string[]) =>
  runCli([...args, "--url", stack().url, "--lang", "ko"], { cwd: createFolder(), terminal: true });

describe("holdpoint replan", () => {
  test("shows what the model proposes, and leaves it to be decided", LONG, async () => {
    const id = await held("replan-cli");
    proposes(law, urgent);
    const done = await stack().run(["replan", id, WISH]);
    expect(done.exit, done.err).toBe(0);
    expect(done.out).toContain('1 add "법무 검토"');
    expect(done.out).toContain("보고서 전에 봐야 합니다.");
    expect(done.out).toContain('2 set the priority of "보고서 작성" to 9');
    expect(done.out).toContain("+ law  법무 검토");
    expect(done.err).toContain(`holdpoint approve ${id}.h2`);
    expect((await plan(id)).version).toBe(1);

    const inbox = await stack().type(`inbox --kind proposal --plan ${id}`);
    expect(inbox.out).toContain(`${id}.h2`);
    const shown = await stack().type(`show ${id}.h2`);
    expect(shown.out).toContain("a model proposes changes");
    expect(shown.out).toContain("법무 검토를 넣습니다.");
    expect(shown.err).toContain("--lines 1");

    expect((await stack().type(`approve ${id}.h2 --lines x`)).exit).toBe(2);
    const wrong = await stack().type(`approve ${id}.h2 --lines 7`);
    expect(wrong.err).toContain("2 lines, and no line 7");
    expect((await stack().type(`approve ${id}.h2 --lines 2`)).exit).toBe(0);
    expect((await stack().type(`show ${id}.h2`)).out).toMatch(
      /decided approved by .+ — applied line 2\n/,
    );
    expect(await report(id)).toMatchObject({ priority: 9, depends_on: ["collect"] });
    const log = await stack().type(`logs ${id}`);
    expect(log.out).toContain("A model proposes 2 changes: 법무 검토를 넣습니다.");
  });

  test("at a terminal all, some lines or none are taken, once they are seen", LONG, async () => {
    const id = await held("replan-terminal");
    proposes(law, urgent);
    const cli = atTerminal("replan", id, WISH);
    await cli.sees(/나중에 정하려면 Enter: $/);
    cli.type("1\r");
    await cli.sees(/나중에 정하려면 Enter: $/);
    cli.type("y\r");
    expect(await cli.ended).toBe(0);
    expect(await report(id)).toMatchObject({ priority: 5, depends_on: ["collect", "law"] });

    proposes(urgent);
    const no = atTerminal("replan", id, "더 급해");
    await no.sees(/나중에 정하려면 Enter: $/);
    no.type("n\r");
    await no.sees(/그냥 Enter\): $/);
    no.type("아직\r");
    expect(await no.ended).toBe(0);
    expect(await report(id)).toMatchObject({ priority: 5 });
  });

  test("tells that nothing has to change, and why no proposal came", LONG, async () => {
    const id = await held("replan-none");
    say({ json: { summary: "Fine as it is.", edits: [] } });
    const fine = await stack().run(["replan", id, "good?"]);
    expect(fine.err).toContain("Fine as it is.");
    say("no", "no");
    const failed = await stack().run(["replan", id, "good?"]);
    expect(failed.exit).toBe(1);
    expect(failed.err).toContain("No proposal came");
  });
});

describe("an edit in words that the grammar does not know", () => {
  test("names what it did not understand, and the way to a model", LONG, async () => {
    const id = await held("replan-edit");
    const done = await stack().run(["edit", id, WISH, "--yes"]);
    expect(done.exit).toBe(1);
    expect(done.err).toContain("A model may understand it.");
    expect(done.err).toContain(`holdpoint replan ${id}`);
    expect(script().requests).toEqual([]);
    expect((await plan(id)).version).toBe(1);
  });

  test("goes to the model when the person at the terminal says so", LONG, async () => {
    const id = await held("replan-offer");
    proposes(law, urgent);
    const cli = atTerminal("edit", id, "멋지게 해줘");
    await cli.sees(/모델에게 물을까요\?.*\[y\/N\] $/);
    cli.type("y\r");
    await cli.sees(/나중에 정하려면 Enter: $/);
    cli.type("y\r");
    expect(await cli.ended).toBe(0);
    expect(await plan(id)).toMatchObject({ version: 2 });
  });
});

describe("in a conversation", () => {
  test("/replan asks the model, and a person approves the proposal there", LONG, async () => {
    const id = await held("replan-chat");
    proposes(urgent);
    const input = "/replan 보고서가 중요해\n/approve h2\n";
    const said = await stack().run(["chat", id], { input });
    expect(said.exit, said.err).toBe(0);
    expect(said.out).toContain("The proposal waits in the inbox as h2.");
    expect(await report(id)).toMatchObject({ priority: 9 });
  });
});
