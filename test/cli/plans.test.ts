import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { PlanList } from "../../src/contract/list.ts";
import type { Board } from "../../src/contract/plan/board.ts";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import type { NewPlanInput, PlanView, Schedule } from "../../src/contract/plan/plan.ts";
import { useCliStack } from "./support/cli-stack.ts";
import { createFolder } from "./support/folders.ts";
import { runCli } from "./support/run-cli.ts";

const BIN = fileURLToPath(new URL("../../bin/holdpoint.mjs", import.meta.url));
const stack = useCliStack();
const LONG = { timeout: 120_000 };

const note = (id: string, more: Partial<NewPlanInput> = {}): NewPlanInput => ({
  id,
  title: "차 한 잔",
  todos: [
    { id: "boil", title: "물 끓이기", tool_name: "echo", tool_params: { text: "a" } },
    {
      id: "note",
      title: "이름표 쓰기",
      tool_name: "echo",
      tool_params: { text: "b" },
      depends_on: ["boil"],
      requires_approval: true,
    },
    {
      id: "serve",
      title: "Serve",
      tool_name: "echo",
      tool_params: { text: "c" },
      depends_on: ["note"],
    },
  ],
  ...more,
});

/** A plan that stands at its hold. */
async function held(id: string, more: Partial<NewPlanInput> = {}): Promise<string> {
  await stack().api.create(note(id, more));
  await stack().api.untilHolds(id);
  return id;
}

const decide = (id: string, decision: "approve" | "reject", then?: "fail") =>
  stack().api.post(`/v1/holds/${id}/decision`, { decision, ...(then !== undefined && { then }) });

describe("holdpoint plan", () => {
  test("new starts a plan from YAML, from JSON and from standard input", LONG, async () => {
    const cwd = createFolder();
    writeFileSync(
      join(cwd, "plan.yaml"),
      "title: From YAML\ntodos:\n  - { title: A, tool_name: echo, tool_params: { text: a } }\n",
    );
    const flags = ["--id", "from-yaml", "--review", "--step", "--title", "이름"];
    const made = await stack().run(["plan", "new", "plan.yaml", ...flags], { cwd });
    expect([made.exit, made.out]).toEqual([0, "from-yaml\n"]);
    expect(made.err).toContain("Next: holdpoint watch from-yaml");
    expect(await stack().api.get<PlanView>("/v1/plans/from-yaml")).toMatchObject({
      title: "이름",
      plan_review: true,
      approval: "every_todo",
    });
    // JSON with a tab, which YAML would not take.
    const input = `{\n\t"title": "From JSON", "todos": [{"title": "A", "tool_name": "echo", "tool_params": {"text": "a"}}]}`;
    const piped = await stack().run(["plan", "new", "-", "--id", "from-json", "--json"], { input });
    expect(piped.json<PlanView>()).toMatchObject({ id: "from-json", title: "From JSON" });
    expect(piped.err).toBe("");
  });

  test("new says what is wrong with a file, and what to do", LONG, async () => {
    const cwd = createFolder();
    writeFileSync(join(cwd, "broken.yaml"), "title: [\n");
    writeFileSync(join(cwd, "list.yaml"), "- a\n");
    writeFileSync(
      join(cwd, "empty.json"),
      `{"title":"x","todos":[{"title":"A","tool_name":"ecko"}]}`,
    );
    const [missing, broken, list, refused] = await Promise.all(
      ["nowhere.yaml", "broken.yaml", "list.yaml", "empty.json"].map((file) =>
        stack().run(["plan", "new", file], { cwd }),
      ),
    );
    expect([missing!.exit, missing!.err]).toEqual([2, expect.stringContaining("nowhere.yaml")]);
    expect([broken!.exit, broken!.err]).toEqual([2, expect.stringContaining("broken.yaml")]);
    expect([list!.exit, list!.err]).toEqual([2, expect.stringContaining("must contain an object")]);
    expect(list!.err).toContain("Next: $EDITOR list.yaml\n");
    // All of it, also what stands behind a tool that nobody has.
    const bad = join(cwd, "bad.yaml");
    const todos = [
      "  - { id: a, title: A, tool_name: ecko }",
      "  - { id: b, title: B, depends_on: [nowhere] }",
      "  - { id: b, title: C }",
    ];
    writeFileSync(bad, ["title: x", "todos:", ...todos, ""].join("\n"));
    const wrong = await stack().run(["plan", "new", "bad.yaml"], { cwd });
    expect(wrong.err).toContain("bad.yaml: 3 places need a change.");
    for (const place of ["bad.yaml:3:", "bad.yaml:4:", "bad.yaml:5:"])
      expect(wrong.err).toContain(place);
    expect(wrong.err).toContain("Next: holdpoint plan check bad.yaml\n");
    const nothing = await stack().type("plan new /dev/null");
    expect([nothing.exit, nothing.err]).toEqual([
      2,
      expect.stringContaining("Next: holdpoint plan new --help\n"),
    ]);
    expect([refused!.exit, refused!.err]).toEqual([1, expect.stringContaining('"ecko"')]);
    expect(refused!.err).toContain("Next: holdpoint plan check empty.json\n");
    for (const { err } of [missing!, broken!, list!, refused!])
      expect(err).toMatch(/\nNext: .+\n$/);
  });

  test("new tells the field that was meant, as check does, in both languages", LONG, async () => {
    const cwd = createFolder();
    const plan = "title: x\ntodos:\n  - title: A\n    tool: echo\n";
    writeFileSync(join(cwd, "plan.yaml"), plan);
    const english = await stack().run(["plan", "new", "plan.yaml"], { cwd });
    expect([english.exit, english.err]).toEqual([
      1,
      expect.stringMatching(/plan\.yaml:4:5 .*Did you mean tool_name\?/),
    ]);
    const korean = await stack().run(["plan", "new", "plan.yaml", "--lang", "ko"], { cwd });
    expect(korean.err).toMatch(/plan\.yaml:4:5 .*`tool_name`을 쓰려던 것인가요\?/);
  });

  test("list, show, graph, next and why tell where a plan is and why it waits", LONG, async () => {
    const id = await held("where-it-is");
    await stack().api.watch.until(id, async () => {
      const { plans } = await stack().api.get<PlanList>("/v1/plans?limit=200");
      return plans.some((row) => row.id === id && row.open_holds === 1);
    });
    const [list, short, graph, next, why, whyHeld] = await Promise.all([
      stack().type("plan list --status running --holds"),
      // A beginning that no other plan has is enough.
      stack().type("plan show where-it"),
      stack().type(`plan graph ${id}`),
      stack().type(`next ${id}`),
      stack().type(`why ${id} serve --lang ko`),
      stack().type(`why ${id} note`),
    ]);
    expect(list.out).toMatch(/where-it-is +waits for a person +33\.3% +1 \(.*\) .*차 한 잔/);
    expect(short.out).toContain("waits for a person (h1,");
    expect(short.out).toContain("holdpoint approve where-it-is.h1");
    expect(graph.out).toBe("✔ boil  물 끓이기\n└─ ◐ note  이름표 쓰기\n   └─ □ serve  Serve\n");
    expect(next.out).toMatch(
      /Waits for a person\n.*\n +holdpoint approve where-it-is\.h1\nWaits\n/,
    );
    expect(whyHeld.out).toMatch(/Waits for an approval until .* \(h1\)\n/);
    expect(whyHeld.err).toContain("Next: holdpoint approve where-it-is.h1\n");
    expect(next.out).toMatch(/◐ note {2}이름표 쓰기 {2}Waits for an approval until .* \(h1\)\n/);
    expect(why.out).toBe('□ serve  Serve  막힘\n  대기: "이름표 쓰기"\n');
    const plain = await Promise.all(
      [`next ${id}`, `why ${id} note`, `logs ${id}`, `todo show ${id} boil`].map((line) =>
        stack().type(`${line} --plain`),
      ),
    );
    for (const { out } of plain) expect(out).not.toMatch(/[✔▶◐✖□○●]/u);
    expect(plain[0]!.out).toContain(" [waits] note  이름표 쓰기  Waits for an approval until");
    expect(plain[1]!.out).toMatch(/^note {2}이름표 쓰기 {2}waits\n/);
    expect(plain[2]!.out).toMatch(/ 물 끓이기: Started.*\n.* 물 끓이기: Done\n/);
    const answers = await Promise.all(
      ["plan list", `plan show ${id}`, `plan graph ${id}`, `next ${id}`, `why ${id} serve`].map(
        (line) => stack().type(`${line} --json`),
      ),
    );
    expect(answers[0]!.json<PlanList>().plans.length).toBeGreaterThan(0);
    expect(answers[1]!.json<Board>().plan.id).toBe(id);
    expect(answers[2]!.json<{ edges: object[] }>().edges).toHaveLength(2);
    expect(answers[3]!.json<Schedule>().waiting).toHaveLength(2);
    expect(answers[4]!.json<{ status: string }>().status).toBe("blocked");
    await decide(`${id}.h1`, "reject");
  });

  test(
    "what changes a plan takes its whole id: a beginning is enough only to look",
    LONG,
    async () => {
      const id = await held("meant-as-a-whole");
      const changes = [
        "approve meant-as.h1",
        "reject meant-as.h1 --yes",
        "withdraw meant-as.h1 --yes",
        "extend h1 1h --plan meant-as",
        "cancel meant-as --yes",
        "pause meant-as",
        "todo skip meant-as serve",
        "todo set meant-as serve --title Later",
        "undo meant-as",
        "rollback meant-as --version 1 --yes",
        "plan fork meant-as",
        "plan archive meant-as",
        "plan terminate meant-as --yes",
        "plan delete meant-as --yes",
        "chat meant-as",
      ];
      for (const line of changes) {
        const { exit, err } = await stack().type(line);
        expect([line, exit], err).toEqual([line, 1]);
        expect(err).toContain('There is no plan "meant-as"');
      }
      const looked = await stack().type("show meant-as.h1");
      expect([looked.exit, looked.out], looked.err).toEqual([
        0,
        expect.stringContaining(`${id}.h1`),
      ]);
      const plan = await stack().api.plan(id);
      expect(plan).toMatchObject({ status: "running", version: 1, open_holds: 1 });
      await decide(`${id}.h1`, "reject");
    },
  );

  test("a beginning that several plans have is refused with their ids", LONG, async () => {
    await Promise.all([held("twin-a"), held("twin-b")]);
    await stack().api.watch.until("twin-a", async () => {
      const { plans } = await stack().api.get<PlanList>("/v1/plans?limit=200");
      return plans.filter(({ id }) => id.startsWith("twin-")).length === 2;
    });
    const page = await stack().type("plan list --limit 1");
    const [, next = ""] = /1 of \d+ are listed\. Next page: holdpoint (.+)\n/.exec(page.err)!;
    expect(page.err.trim().split("\n")).toHaveLength(1);
    const second = await stack().type(next);
    expect([second.exit, second.out === page.out]).toEqual([0, false]);
    const third = /Next page: (.+)\n/.exec(second.err)?.[1] ?? "";
    expect(third.split("--cursor")).toHaveLength(third === "" ? 1 : 2);
    const { exit, err } = await stack().type("plan show twin-");
    expect(exit).toBe(2);
    expect(err).toMatch(/2 plans begin with "twin-": .*twin-a/);
    expect(err).toContain("Next: holdpoint plan list");
    await Promise.all(["twin-a.h1", "twin-b.h1"].map((hold) => decide(hold, "reject")));
  });

  test("export writes what new takes, and fork goes on from there", LONG, async () => {
    const cwd = createFolder();
    const id = await held("exported", { tags: ["kitchen"] });
    const yaml = await stack().run(["plan", "export", id, "--file", "out.yaml"], { cwd });
    expect([yaml.exit, yaml.err]).toEqual([0, "✔ Written to out.yaml.\n"]);
    const again = await stack().run(["plan", "new", "out.yaml", "--id", "exported-again"], { cwd });
    expect(again.exit).toBe(0);
    const written = async (plan: string) =>
      (await stack().type(`plan export ${plan} --json`)).json<NewPlanInput>();
    expect(await written("exported-again")).toEqual(await written(id));
    expect((await stack().type(`plan export ${id}`)).out).toMatch(/^title: 차 한 잔\n/);

    const shown = await stack().type(`plan fork ${id} --id exported-fork --dry-run`);
    expect([shown.exit, shown.out]).toEqual([
      0,
      "✔ boil  물 끓이기\n└─ ○ note  이름표 쓰기\n   └─ □ serve  Serve\n",
    ]);
    expect(shown.err).toContain("Nothing was changed.");
    const nowhere = await stack().type("plan show exported-fork");
    expect([nowhere.exit, nowhere.err]).toEqual([1, expect.stringContaining("exported-fork")]);
    const fork = await stack().type(`plan fork ${id} --id exported-fork --review`);
    expect([fork.exit, fork.out]).toEqual([0, "exported-fork\n"]);
    expect(await stack().api.get<PlanView>("/v1/plans/exported-fork")).toMatchObject({
      forked_from: { plan_id: id },
      plan_review: true,
    });
  });

  test("import takes S2's plan, names what it cannot map, and shows it first", LONG, async () => {
    const cwd = createFolder();
    const plan = {
      strategy: "sequential",
      steps: [{ step_id: "s1", agent_name: "search_team", description: "검색", cost_center: 7 }],
    };
    writeFileSync(join(cwd, "s2.json"), JSON.stringify(plan));
    const agents = "search_team: { tool_name: echo, tool_params: { text: hi } }\n";
    writeFileSync(join(cwd, "agents.yaml"), agents);
    const args = ["plan", "import", "s2.json", "--agents", "agents.yaml"];
    const shown = await stack().run([...args, "--dry-run"], { cwd });
    expect(shown.exit, shown.err).toBe(0);
    expect(shown.out).toContain("tool_name: echo");
    const made = await stack().run([...args, "--id", "imported", "--json"], { cwd });
    expect(made.json<{ plan: PlanView }>().plan).toMatchObject({ id: "imported", max_parallel: 1 });
  });

  test(
    "import takes a plan out of what it stands in, and passes over nothing beside it",
    LONG,
    async () => {
      const cwd = createFolder();
      const plan = { raw_query: "차", execution_steps: [{ agent_name: "search_team" }] };
      const args = ["plan", "import", "wrapped.json", "--dry-run", "--json"];
      for (const around of ["plan", "planning_state"]) {
        writeFileSync(join(cwd, "wrapped.json"), JSON.stringify({ [around]: plan }));
        const taken = await stack().run(args, { cwd });
        expect(taken.exit, taken.err).toBe(0);
        expect(taken.json<{ plan: PlanView }>().plan).toMatchObject({ title: "차", todos: [{}] });
      }
      writeFileSync(join(cwd, "wrapped.json"), JSON.stringify({ plan, agents: {} }));
      const { exit, err } = await stack().run(args, { cwd });
      expect([exit, err]).toEqual([1, expect.stringContaining("outside of any other field")]);
    },
  );

  test(
    "import says in the person's language that an outline is started otherwise",
    LONG,
    async () => {
      const cwd = createFolder();
      writeFileSync(join(cwd, "trip.md"), "# Trip\n\n- book: a hotel\n- fly\n");
      const args = ["plan", "import", "trip.md"];
      const english = await stack().run(args, { cwd });
      expect(english.err).toContain("What can be imported is an ExecutionPlan");
      const korean = await stack().run([...args, "--lang", "ko"], { cwd });
      expect(korean.err).toContain("가져올 수 있는 것은 YAML이나 JSON으로 된 ExecutionPlan");
      for (const { exit, err } of [english, korean]) {
        expect(exit).toBe(2);
        expect(err).toMatch(/: holdpoint plan new --dry-run trip\.md\n$/);
      }
    },
  );

  test("an unknown plan is told in the person's language, with the next step", LONG, async () => {
    const { exit, err } = await stack().type("plan show nowhere --lang ko");
    expect([exit, err]).toEqual([1, expect.stringContaining('계획 "nowhere"가 없습니다.')]);
    expect(err).toMatch(/\n다음: holdpoint plan list\n$/);
    const asData = await stack().type("plan show nowhere --json");
    expect(asData.out).toBe("");
    expect(JSON.parse(asData.err)).toMatchObject({
      error: { code: "plan_not_found", next: "holdpoint plan list" },
    });
  });
});

describe("holdpoint watch", () => {
  test("ends with 5 at a hold when asked to, and shows how to decide it", LONG, async () => {
    const id = await held("watch-hold");
    const { exit, out, err } = await stack().type(`watch ${id} --until-hold`);
    expect(exit).toBe(5);
    expect(out).toMatch(
      /✔ 물 끓이기\n.*◐ 이름표 쓰기: Waiting for a decision \(watch-hold\.h1\)\n$/,
    );
    expect(err).toContain("Next: holdpoint approve watch-hold.h1");
    await decide(`${id}.h1`, "reject");
  });

  test("ends with 5 at what a person has to do, too", LONG, async () => {
    const id = "watch-work";
    await stack().api.create({
      id,
      title: id,
      todos: [{ id: "call", title: "전화", kind: "manual" }],
    });
    const { exit, err } = await stack().type(`watch ${id} --until-hold`);
    expect([exit, err]).toEqual([
      5,
      "call waits for a person to do it.\nNext: holdpoint todo done watch-work call\n",
    ]);
    await stack().type(`todo done ${id} call`);
  });

  test("stops without a word at a line that nobody reads, and so does logs -f", LONG, async () => {
    const id = await held("unread");
    for (const line of [`watch ${id}`, `logs ${id} -f`]) {
      const piped = runCli([], {
        cwd: createFolder(),
        env: { HOLDPOINT_URL: stack().url, HOLDPOINT_LANG: "en" },
        command: [
          "bash",
          "-c",
          `"$0" "$1" ${line} | head -1; exit \${PIPESTATUS[0]}`,
          process.execPath,
          BIN,
        ],
      });
      await piped.sees(/물 끓이기/);
      // The next lines have no reader.
      await stack().type(`pause ${id}`);
      await stack().type(`resume ${id}`);
      expect(await piped.ended).toBe(2);
      expect(piped.text()).toMatch(/^.* 물 끓이기: Started\n/);
      expect(piped.text()).not.toContain("You left");
    }
    await decide(`${id}.h1`, "reject");
  });

  test("is left with 2, and so is logs -f", LONG, async () => {
    const id = await held("left-alone");
    for (const line of [
      ["watch", id],
      ["logs", id, "-f"],
    ]) {
      const watching = runCli([...line, "--url", stack().url], { cwd: createFolder() });
      await watching.sees(/이름표 쓰기/);
      watching.kill("SIGINT");
      expect(await watching.ended).toBe(2);
    }
    await decide(`${id}.h1`, "reject");
  });

  test("ends with 0 when the plan is completed", LONG, async () => {
    const id = await held("watch-done");
    const watching = stack().type(`watch ${id} --json`);
    await decide(`${id}.h1`, "approve");
    const { exit, out } = await watching;
    expect(exit).toBe(0);
    const events = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as LoggedEvent);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, place) => place + 1));
    expect(events.at(-1)?.type).toBe("plan.completed");
  });

  test("ends with 6 when the plan failed or was cancelled", LONG, async () => {
    const [failing, leaving] = await Promise.all([held("watch-fail"), held("watch-cancel")]);
    const watching = [failing, leaving].map((id) => stack().type(`watch ${id}`));
    await decide(`${failing}.h1`, "reject", "fail");
    await stack().api.post(`/v1/plans/${leaving}/cancel`, { reason: "no more" });
    const [failed, cancelled] = await Promise.all(watching);
    expect([failed!.exit, failed!.err]).toEqual([6, expect.stringContaining("The plan is failed")]);
    expect(cancelled!.exit).toBe(6);
    expect(cancelled!.err).toContain("no more");
    await stack().api.watch.until(failing, async () =>
      (await stack().type("inbox --json")).out.includes(`"plan_id":"${failing}"`),
    );
    const [own, others, none] = await Promise.all([
      stack().type("inbox --plan watch-fai"),
      stack().type(`inbox --plan ${leaving}`),
      stack().type("inbox --plan nosuch"),
    ]);
    expect(own.out).toMatch(/watch-fail .*failed: /);
    expect(own.err).toBe("Next: holdpoint plan acknowledge watch-fail\n");
    expect(others.err).toContain("Nothing is waiting for a person.");
    expect([none.exit, none.err]).toEqual([
      1,
      expect.stringContaining('There is no plan "nosuch"'),
    ]);
  });

  test("ends with 7 when a release was rejected, though its plan completed", async () => {
    const id = "watched-rejected";
    await stack().api.create({
      id,
      title: "Release",
      todos: [
        {
          ...{ title: "Deploy", tool_name: "echo", tool_params: { text: "v2" } },
          requires_approval: true,
        },
      ],
    });
    const [hold] = await stack().api.untilHolds(id);
    expect((await stack().type(`reject ${hold!.id} --reason no --yes`)).exit).toBe(0);
    const { exit, err } = await stack().type(`watch ${id}`);
    expect(err).toContain("was rejected by");
    expect(exit).toBe(7);
    const skipped = await stack().api.plan(id);
    expect(skipped).toMatchObject({ status: "completed", todos: [{ status: "skipped" }] });
  });

  test("ends of a plan that was put away after its end, too", LONG, async () => {
    const id = await held("watch-archived");
    await decide(`${id}.h1`, "reject", "fail");
    await stack().api.untilEnded(id);
    for (const word of ["acknowledge", "archive", "unarchive"]) {
      expect((await stack().type(`plan ${word} ${id}`)).exit).toBe(0);
      const [watched, followed] = await Promise.all([
        stack().type(`watch ${id} --json --until-hold`),
        stack().type(`logs ${id} -f --types plan --json`),
      ]);
      expect([watched.exit, followed.exit]).toEqual([6, 0]);
      expect(followed.out).toContain(`"type":"plan.${word}d"`);
    }
  });
});

describe("holdpoint logs and open", () => {
  test(
    "logs tells what happened, follows to the end, and keeps to the wanted types",
    LONG,
    async () => {
      const id = await held("logged");
      const before = await stack().type(`logs ${id}`);
      expect(before.out).toMatch(/▶ 물 끓이기\n.*✔ 물 끓이기\n.*◐ 이름표 쓰기/);
      const holds = await stack().type(`logs ${id} --types hold --json`);
      expect(
        holds.out
          .trim()
          .split("\n")
          .map((line) => (JSON.parse(line) as LoggedEvent).type),
      ).toEqual(["hold.requested"]);
      const typed = await Promise.all(
        ["nosuch", "hold,todos", "hold.nosuch", "nosuch -f"].map((types) =>
          stack().type(`logs ${id} --types ${types}`),
        ),
      );
      for (const { exit, err } of typed) {
        expect([exit, err]).toEqual([2, expect.stringMatching(/choose one of .*hold/)]);
      }
      const families = await stack().type(`logs ${id} --types hold,todo.started --json`);
      expect(families.out.match(/"type":"[a-z.]+"/g)).toEqual([
        '"type":"todo.started"',
        '"type":"hold.requested"',
      ]);
      const following = stack().type(`logs ${id} -f --after 3`);
      await decide(`${id}.h1`, "approve");
      const { exit, out } = await following;
      expect([exit, out]).toEqual([
        0,
        expect.stringMatching(/● .*: local-operator approved \(.*\)\n.*✔ Serve\n$/s),
      ]);
    },
  );

  test(
    "open writes where Temporal's UI shows the plan, or says what is missing",
    LONG,
    async () => {
      const id = await held("opened");
      const found = await stack().type(`open ${id} --ui http://127.0.0.1:8233 --namespace plans`);
      expect(found.out).toBe(`http://127.0.0.1:8233/namespaces/plans/workflows/plan-${id}\n`);
      const lost = await stack().run(["open", id], { cwd: createFolder() });
      expect([lost.exit, lost.err]).toEqual([2, expect.stringContaining("HOLDPOINT_TEMPORAL_UI")]);
      await decide(`${id}.h1`, "reject");
    },
  );
});
