import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Checkpoint, Comparison, PlanVersion } from "../../src/contract/plan/edit.ts";
import type { NewPlanInput, Receipt } from "../../src/contract/plan/plan.ts";
import type { PlanSchedule } from "../../src/contract/schedule.ts";
import type { Template } from "../../src/contract/template.ts";
import { useCliStack } from "./support/cli-stack.ts";
import { createFolder } from "./support/folders.ts";
import { runCli } from "./support/run-cli.ts";

const stack = useCliStack();
const LONG = { timeout: 180_000 };

const PLAN: NewPlanInput = {
  title: "차 한 잔",
  todos: [
    {
      id: "ask",
      title: "묻기",
      tool_name: "echo",
      tool_params: { text: "a" },
      requires_approval: true,
    },
    {
      id: "note",
      title: "이름표",
      tool_name: "echo",
      tool_params: { text: "b" },
      depends_on: ["ask"],
    },
  ],
};

/** A plan that stands at its hold, so that everything behind it can be changed. */
async function held(id: string): Promise<string> {
  await stack().api.create({ ...PLAN, id });
  await stack().api.untilHolds(id);
  return id;
}

const plan = (id: string) => stack().api.plan(id);

describe("changing a plan", () => {
  test("is shown first with --dry-run, then done, and told field by field", LONG, async () => {
    const id = await held("edited");
    const cwd = createFolder();
    const ops = "- { edit_type: change_priority, target_id: note, params: { priority: 9 } }\n";
    writeFileSync(join(cwd, "ops.yaml"), ops);
    const shown = await stack().run(["edit", id, "--file", "ops.yaml", "--dry-run"], { cwd });
    expect([shown.exit, shown.out]).toEqual([0, "~ note\n    priority: 5 → 9\n"]);
    expect(shown.err).toContain("Nothing was changed");
    expect(await plan(id)).toMatchObject({ version: 1 });
    const done = await stack().run(["edit", id, "--file", "ops.yaml", "--reason", "손님"], { cwd });
    expect([done.exit, done.out]).toEqual([0, "~ note\n    priority: 5 → 9\n"]);
    expect(done.err).toContain("The plan is now at version 2.");
    expect(done.err).toContain(`holdpoint undo ${id}`);
    const wrong = "- { edit_type: change_priority, target_id: nobody, params: { priority: 9 } }\n";
    for (const [text, place] of [
      [`${ops}${wrong}`, "ops.yaml:2:33 /ops/1/target_id"],
      [`reason: y\nops:\n  ${wrong}`, "ops.yaml:3:35 /ops/0/target_id"],
    ] as const) {
      writeFileSync(join(cwd, "ops.yaml"), text);
      const refused = await stack().run(["edit", id, "--file", "ops.yaml"], { cwd });
      expect([refused.exit, refused.err]).toEqual([1, expect.stringContaining(place)]);
    }
    const settings = await stack().type(
      `edit ${id} --max-parallel 2 --step on --tag a --tag b --json`,
    );
    expect(settings.json<Receipt>()).toMatchObject({ plan_id: id });
    expect(await plan(id)).toMatchObject({
      version: 3,
      max_parallel: 2,
      approval: "every_todo",
      tags: ["a", "b"],
    });
    const stale = await stack().type(`edit ${id} --max-parallel 3 --base 1`);
    expect([stale.exit, stale.err]).toEqual([
      1,
      expect.stringContaining(`Next: holdpoint history ${id}`),
    ]);
    const nothing = await stack().type(`edit ${id}`);
    expect([nothing.exit, nothing.err]).toEqual([
      2,
      expect.stringContaining("holdpoint edit --help"),
    ]);
  });

  test("todo by todo: add, set, move, remove", LONG, async () => {
    const id = await held("todos");
    const params = ["--tool", "echo", "--params", '{"text":"m"}', "--after", "ask", "--id", "milk"];
    const added = await stack().run(["todo", "add", id, "Add milk", ...params, "--needs", "ask"]);
    expect([added.exit, added.out]).toEqual([0, expect.stringMatching(/^\+ milk {2}Add milk\n/)]);
    expect(added.out).toMatch(/echo[^]*text[^]*m/);
    await stack().run([
      "todo",
      "add",
      id,
      "어느 컵?",
      "--id",
      "cup",
      "--question",
      "어느 컵을?",
      "--first",
    ]);
    const set = await stack().run([
      "todo",
      "set",
      id,
      "milk",
      "--title",
      "우유",
      "--approval",
      "--priority",
      "high",
    ]);
    expect(set.out).toContain('title: "Add milk" → "우유"');
    const moved = await stack().type(`todo move ${id} note --before milk`);
    expect([moved.exit, moved.out]).toEqual([0, expect.stringContaining("another place")]);
    expect((await plan(id)).todos).toMatchObject([
      { id: "cup", input_request: { question: "어느 컵을?" } },
      { id: "ask" },
      { id: "note" },
      { id: "milk", title: "우유", priority: 8, requires_approval: true, depends_on: ["ask"] },
    ]);
    expect((await stack().type(`todo set ${id} milk --no-approval`)).exit).toBe(0);
    expect((await stack().type(`todo remove ${id} milk`)).out).toBe("- milk  우유\n");
    const word = await stack().type(`todo set ${id} ask --priority urgent`);
    expect([word.exit, word.err]).toEqual([2, expect.stringContaining('"urgent"')]);
    const two = await stack().type(`todo move ${id} note --first --last`);
    expect([two.exit, two.err]).toEqual([2, expect.stringContaining("only one place")]);
    const cycle = await stack().type(`todo set ${id} ask --needs note`);
    expect([cycle.exit, cycle.err]).toEqual([1, expect.stringMatching(/\nNext: .+\n$/)]);
  });

  test("todo by todo: skip, rerun and retry, or what can be done instead", LONG, async () => {
    const id = "acted";
    await stack().api.create({
      id,
      title: "Acts",
      todos: [
        { id: "a", title: "A", tool_name: "echo", tool_params: { text: "a" } },
        {
          id: "b",
          title: "B",
          tool_name: "refuse",
          tool_params: { sentence: "no" },
          failure: { validation_error: { action: "FAIL" } },
        },
        {
          id: "c",
          title: "C",
          tool_name: "echo",
          tool_params: { text: "c" },
          requires_approval: true,
        },
      ],
    });
    await stack().api.watch.until(id, async () => {
      const { progress } = await plan(id);
      return progress.counts["failed"] === 1 && progress.counts["completed"] === 1;
    });
    const wrong = await stack().type(`todo retry ${id} a`);
    expect([wrong.exit, wrong.err]).toEqual([1, expect.stringContaining("Possible now: rerun.")]);
    const [again, retried] = await Promise.all([
      stack().type(`todo rerun ${id} a --reason fresh`),
      stack().type(`todo retry ${id} b --json`),
    ]);
    expect([again.exit, again.err]).toEqual([0, expect.stringContaining("a will run again")]);
    expect(retried.json<Receipt>().plan_id).toBe(id);
    const unsure = await stack().type(`todo skip ${id} c`);
    expect([unsure.exit, unsure.err]).toEqual([
      2,
      expect.stringContaining("the plan ends: failed"),
    ]);
    const skipped = await stack().type(`todo skip ${id} c --yes`);
    expect([skipped.exit, skipped.err]).toEqual([0, expect.stringContaining("✔ c is skipped.\n")]);
  });

  test("is kept in versions, compared, taken back and rolled back", LONG, async () => {
    const id = await held("versions");
    await stack().run(["todo", "set", id, "note", "--title", "두 번째", "--reason", "손님"]);
    await stack().type(`edit ${id} --title Third`);
    const [history, asData, diff, same] = await Promise.all([
      stack().type(`history ${id}`),
      stack().type(`history ${id} --json`),
      stack().type(`diff ${id} v1 3`),
      stack().type(`diff ${id} 2 2 --lang ko`),
    ]);
    expect(history.out).toMatch(
      /VERSION +WHEN +WHO +WHAT +WHY\nv1 .*created\nv2 .*edit, 1 todo +손님\nv3/,
    );
    expect(asData.json<{ versions: PlanVersion[] }>().versions).toHaveLength(3);
    expect(diff.out).toBe(
      '~ note\n    title: "이름표" → "두 번째"\n~ the plan\n    title: "차 한 잔" → "Third"\n',
    );
    expect([same.out, same.err]).toEqual(["", "두 버전은 같습니다.\n"]);
    expect((await stack().type(`diff ${id} 1 2 --json`)).json<Comparison>().changed).toHaveLength(
      1,
    );

    const preview = await stack().type(`undo ${id} --dry-run`);
    expect(preview.out).toContain('"Third" → "차 한 잔"');
    const undone = await stack().type(`undo ${id}`);
    // Another undo would take back the edit before.
    expect([undone.exit, undone.err]).toEqual([
      0,
      expect.stringContaining(`To undo: holdpoint rollback ${id} --version 3`),
    ]);
    expect(await plan(id)).toMatchObject({ version: 4, title: "차 한 잔" });

    const asks = await stack().type(`rollback ${id} --version 1`);
    expect(asks.exit).toBe(2);
    expect(asks.err).toContain(`Next: holdpoint rollback ${id} --version 1 --yes`);
    const target = await stack().type(`rollback ${id}`);
    expect([target.exit, target.err]).toEqual([
      2,
      expect.stringContaining(`holdpoint history ${id}`),
    ]);
    expect((await stack().type(`rollback ${id} --version 1 --dry-run`)).out).toContain("~ note");
    expect((await stack().type(`rollback ${id} --version 1 --yes`)).exit).toBe(0);
    expect((await plan(id)).todos[1]).toMatchObject({ title: "이름표" });

    const list = await stack().type(`checkpoint list ${id}`);
    expect(list.out).toMatch(/^ID +WHEN +VERSION +PROGRESS +AFTER +TODO\n/);
    const { checkpoints } = (await stack().type(`checkpoint list ${id} --json`)).json<{
      checkpoints: Checkpoint[];
    }>();
    const second = checkpoints.find(({ version }) => version === 2)!;
    const unknown = await stack().type(`checkpoint restore ${id} e99999 --yes`);
    expect([unknown.exit, unknown.err]).toEqual([
      1,
      expect.stringContaining(`Next: holdpoint checkpoint list ${id}\n`),
    ]);
    const restored = await stack().type(`checkpoint restore ${id} ${second.checkpoint_id} --yes`);
    expect(restored.exit, restored.err).toBe(0);
    expect((await plan(id)).todos[1]).toMatchObject({ title: "두 번째" });
  });

  test("a return is for the version that the person was shown, and no other", LONG, async () => {
    const id = await held("moved-on");
    const { api } = stack();
    const rename = async (title: string): Promise<void> => {
      const ops = [{ edit_type: "modify_plan", params: { changes: { title } } }];
      expect((await api.post(`/v1/plans/${id}/edits`, { ops })).status).toBe(200);
    };
    await rename("차 두 잔");
    const args = ["rollback", id, "--version", "1", "--url", stack().url, "--lang", "en"];
    const cli = runCli(args, { cwd: createFolder(), terminal: true });
    await cli.sees(/\[y\/N\] $/);
    await rename("차 세 잔");
    cli.type("y\r");
    await cli.sees(/The plan is at version 3, not 2\./);
    expect(await cli.ended).toBe(1);
    expect(await plan(id)).toMatchObject({ version: 3, title: "차 세 잔" });
  });

  test(
    "goes on, or is cancelled, only as it was when somebody was told so, where they say which",
    LONG,
    async () => {
      const id = await held("halted-as-seen");
      expect((await stack().type(`pause ${id}`)).exit).toBe(0);
      await rename("다른 차");
      for (const word of ["resume", "cancel"]) {
        const stale = await stack().type(`${word} ${id} --base 1 --yes`);
        expect([stale.exit, stale.err]).toEqual([
          1,
          expect.stringContaining("The plan is at version 2, not 1."),
        ]);
      }
      expect(await plan(id)).toMatchObject({ status: "running", mode: "paused" });
      expect((await stack().type(`resume ${id} --base 2`)).exit).toBe(0);
      expect((await stack().type(`cancel ${id} --base 2 --yes`)).exit).toBe(0);
      expect(await stack().api.untilEnded(id)).toMatchObject({ status: "cancelled" });

      async function rename(title: string): Promise<void> {
        const ops = [{ edit_type: "modify_plan", params: { changes: { title } } }];
        await stack().api.post(`/v1/plans/${id}/edits`, { ops });
      }
    },
  );

  test("pauses, goes on, and is cancelled only when somebody means it", LONG, async () => {
    const id = await held("halted");
    const paused = await stack().type(`pause ${id} --reason lunch --to-edit`);
    expect([paused.exit, paused.err]).toEqual([
      0,
      expect.stringContaining(`Next: holdpoint resume ${id}`),
    ]);
    expect(await plan(id)).toMatchObject({ mode: "plan_edit", paused: { reason: "lunch" } });
    expect((await stack().type(`resume ${id}`)).exit).toBe(0);
    const asks = await stack().type(`cancel ${id}`);
    expect([asks.exit, asks.err]).toEqual([
      2,
      expect.stringContaining(`holdpoint cancel ${id} --yes`),
    ]);
    expect(await plan(id)).toMatchObject({ status: "running" });
    const done = await stack().run(["cancel", id, "--yes", "--reason", "그만", "--json"]);
    expect(done.json<Receipt>()).toMatchObject({ plan_id: id });
    expect(await stack().api.untilEnded(id)).toMatchObject({ status: "cancelled" });
    const twice = await stack().type(`cancel ${id}`);
    expect([twice.exit, twice.err]).toEqual([
      1,
      expect.stringContaining(`Next: holdpoint plan show ${id}\n`),
    ]);
    for (const [line, next] of [
      [`plan delete -- ${id}`, `plan delete --yes -- ${id}`],
      [`plan delete ${id} --yes=false`, `plan delete ${id} --yes`],
    ] as const) {
      const { exit, err } = await stack().type(line);
      expect([exit, err]).toEqual([2, expect.stringContaining(`Next: holdpoint ${next}\n`)]);
    }
    const late = await stack().type(`pause ${id} --lang ko`);
    expect([late.exit, late.err]).toEqual([1, expect.stringContaining("취소됨 상태인 계획에는")]);
  });
});

test("what is not there is not asked about", LONG, async () => {
  for (const line of [
    "cancel nosuch",
    "template delete nosuch",
    "schedule delete nosuch",
    "agents delete nosuch",
    "webhook remove wh_0000000000",
  ]) {
    const { exit, err } = await stack().type(line);
    expect([line, exit, err]).toEqual([line, 1, expect.not.stringContaining("--yes")]);
  }
});

describe("templates and schedules", () => {
  test("a template is saved, listed, shown, used and deleted", LONG, async () => {
    const cwd = createFolder();
    writeFileSync(
      join(cwd, "tea.yaml"),
      `title: Tea
parameters: [{ name: cups, type: number }]
plan:
  title: Tea for {{param.cups}}
  todos: [{ id: a, title: A, tool_name: echo, tool_params: { text: x, times: "{{param.cups}}" } }]
`,
    );
    const saved = await stack().run(["template", "save", "cli-tea", "--file", "tea.yaml"], { cwd });
    expect([saved.exit, saved.err]).toEqual([0, expect.stringContaining("is now at version 1")]);
    expect(saved.err).toContain("Next: holdpoint template use cli-tea --value cups=…\n");
    const used = await stack().type("template use cli-tea --value cups=2 --id tea-for-two");
    expect([used.exit, used.out]).toEqual([0, "tea-for-two\n"]);
    expect(await stack().api.untilEnded("tea-for-two")).toMatchObject({ title: "Tea for 2" });
    const wrong = await stack().type("template use cli-tea --value cups=many");
    expect([wrong.exit, wrong.err]).toEqual([1, expect.stringContaining("It must be a number.")]);
    const pair = await stack().type("template use cli-tea --value cups");
    expect(pair.exit).toBe(2);
    const twice = await stack().type("template use cli-tea --value cups=1 --value cups=2");
    expect([twice.exit, twice.err]).toEqual([2, expect.stringContaining("cups has two values.")]);
    const copied = await stack().type("template save cli-copy --from-plan tea-for-two --json");
    expect(copied.json<Template>()).toMatchObject({ id: "cli-copy", version: 1 });
    await stack().api.watch.until("tea-for-two", async () => {
      const { out } = await stack().type("template list");
      return /cli-copy .*\ncli-tea +v1 +.*cups +Tea/.test(out);
    });
    const { out: shown } = await stack().type("template show cli-tea");
    expect(shown).toContain("title: Tea\n");
    writeFileSync(join(cwd, "tea.yaml"), shown.replace("title: Tea\n", "title: Two teas\n"));
    const edited = ["template", "save", "cli-tea", "--file", "tea.yaml", "--json"];
    expect((await stack().run(edited, { cwd })).json<Template>()).toMatchObject({
      title: "Two teas",
      version: 2,
    });
    const asks = await stack().type("template delete cli-copy");
    expect([asks.exit, asks.err]).toEqual([2, expect.stringContaining("--yes")]);
    expect((await stack().type("template delete cli-copy --yes")).exit).toBe(0);
    const gone = await stack().type("template show cli-copy");
    expect([gone.exit, gone.err]).toEqual([
      1,
      expect.stringContaining("Next: holdpoint template list"),
    ]);
  });

  test(
    "whoever saves, uses or schedules one is told which approvals give up by themselves",
    LONG,
    async () => {
      const cwd = createFolder();
      const todos = "[{ title: Pay, requires_approval: true }]";
      writeFileSync(join(cwd, "t.yaml"), `title: T\nplan: { title: T, todos: ${todos} }\n`);
      const note = 'When nobody answers within 1h00m, these give up by themselves: "Pay"';
      const save = ["template", "save", "cli-silent", "--file", "t.yaml"];
      const put = [
        "schedule",
        "put",
        "cli-silent",
        "--template",
        "cli-silent",
        "--cron",
        "@yearly",
      ];
      const use = ["template", "use", "cli-silent", "--id", `silent-${Date.now()}`];
      for (const command of [save, put, use]) {
        const { exit, err } = await stack().run(command, { cwd });
        expect([exit, err.replaceAll(/\s+/g, " ")]).toEqual([0, expect.stringContaining(note)]);
      }
    },
  );

  test("what is wrong in their files is told with its line, and a flag by its name", async () => {
    const cwd = createFolder();
    const save = (tool: string) => {
      const todos = `    - { title: A, ${tool}: echo, tool_params: { text: x } }\n`;
      writeFileSync(join(cwd, "t.yaml"), `title: T\nplan:\n  title: T\n  todos:\n${todos}`);
      return stack().run(["template", "save", "cli-lines", "--file", "t.yaml"], { cwd });
    };
    expect((await save("tool")).err).toContain("t.yaml:5:19 /plan/todos/0/tool");
    expect((await save("tool_name")).exit).toBe(0);
    const rules = 'template_id: cli-lines\ntimezone: Mars\ncron: ["0 8 * * *"]\n';
    writeFileSync(join(cwd, "s.yaml"), rules);
    const put = ["schedule", "put", "cli-lines", "--file", "s.yaml"];
    expect((await stack().run(put, { cwd })).err).toContain("s.yaml:2:1 /timezone");
    const flagged = await stack().run([...put, "--timezone", "Venus"], { cwd });
    expect(flagged.err).toContain("--timezone: ");
  });

  test(
    "a schedule is put, shown, paused, resumed, triggered, backfilled and deleted",
    LONG,
    async () => {
      const cwd = createFolder();
      const todos = "[{ title: A, tool_name: echo, tool_params: { text: x } }]";
      writeFileSync(join(cwd, "t.yaml"), `title: Daily\nplan: { title: Daily, todos: ${todos} }\n`);
      await stack().run(["template", "save", "cli-daily", "--file", "t.yaml"], { cwd });
      const id = `cli-${Date.now().toString(36)}`;
      const rules = [
        "--cron",
        "0 8 * * *",
        "--timezone",
        "Asia/Seoul",
        "--note",
        "아침",
        "--catchup",
        "1w",
      ];
      const put = await stack().run(["schedule", "put", id, "--template", "cli-daily", ...rules]);
      // At eight where it is meant, whatever the time is here.
      expect([put.exit, put.err]).toEqual([
        0,
        expect.stringMatching(/Next run: \d{4}-\d\d-\d\d 08:00 \(Asia\/Seoul[;)]/),
      ]);
      const standing = await stack().type("schedule list");
      expect(standing.out).toMatch(/ 08:00 \(Asia\/Seoul\)/);
      const shown = await stack().type(`schedule show ${id} --json`);
      expect(shown.json<PlanSchedule>()).toMatchObject({
        template_id: "cli-daily",
        cron: ["0 8 * * *"],
        timezone: "Asia/Seoul",
        note: "아침",
        catchup_seconds: 7 * 24 * 3_600,
      });
      expect((await stack().type(`schedule pause ${id} --reason holidays`)).exit).toBe(0);
      expect((await stack().type(`schedule show ${id}`)).out).toContain("paused: true");
      // What is paused has no next run, whatever its rules say.
      expect((await stack().type("schedule list")).out).not.toMatch(/ 08:00 \(Asia\/Seoul\)/);
      expect((await stack().type(`schedule resume ${id}`)).exit).toBe(0);
      const started = await stack().type(`schedule trigger ${id}`);
      expect([started.exit, started.err]).toEqual([
        0,
        expect.stringContaining("is starting a plan now"),
      ]);
      const wanting = `title: Daily\nparameters: [{ name: day }]\nplan: { title: "{{param.day}}", todos: ${todos} }\n`;
      writeFileSync(join(cwd, "wanting.yaml"), wanting);
      const save = (file: string) =>
        stack().run(["template", "save", "cli-daily", "--file", file], { cwd });
      const left = await save("wanting.yaml");
      expect([left.exit, left.err]).toEqual([
        0,
        expect.stringMatching(
          new RegExp(`${id} no longer fits.*/values/day.*schedule show ${id}`, "s"),
        ),
      ]);
      expect((await save("t.yaml")).err).not.toContain("no longer fits");
      const kept = await stack().type("template delete cli-daily --yes");
      expect([kept.exit, kept.err]).toEqual([1, expect.stringContaining(id)]);
      const period = `schedule backfill ${id} 2026-11-01T23:00:00Z 2026-11-03T00:00:00Z`;
      const unsure = await stack().type(`${period} --overlap allow_all`);
      expect([unsure.exit, unsure.err]).toEqual([
        2,
        expect.stringContaining("Start the plans of 2 times"),
      ]);
      const past = await stack().type(`${period} --overlap allow_all --yes`);
      expect(past.exit, past.err).toBe(0);
      const empty = await stack().type(
        `schedule backfill ${id} 2026-11-01T00:00:00Z 2026-11-01T01:00:00Z --yes`,
      );
      expect([empty.exit, empty.err]).toEqual([1, expect.stringContaining("at least one time")]);
      const paused = ["--paused", "--cron", "0 8 31 2 *"];
      const again = await stack().run([
        "schedule",
        "put",
        id,
        "--template",
        "cli-daily",
        ...paused,
      ]);
      expect(again.err).toContain("It is paused and starts nothing until you resume it.");
      const never = await stack().type(`schedule resume ${id}`);
      expect(never.err).toContain("It has no next run");
      const listed = await stack().type("schedule list --json");
      expect(listed.exit).toBe(0);
      expect((await stack().type(`schedule delete ${id}`)).exit).toBe(2);
      expect((await stack().type(`schedule delete ${id} --yes`)).exit).toBe(0);
      const gone = await stack().type(`schedule show ${id}`);
      expect([gone.exit, gone.err]).toEqual([
        1,
        expect.stringContaining("holdpoint schedule list"),
      ]);
    },
  );
});
