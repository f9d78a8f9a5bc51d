import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Validator, type Schema } from "@cfworker/json-schema";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readPlanFile } from "../../src/cli/input/plan-file.ts";
import { deadlineNote } from "../../src/cli/render/holds/deadline-note.ts";
import { readPlanText } from "../../src/client/plan-text.ts";
import { planFileSchema } from "../../src/contract/plan/plan-file.ts";
import { createFolder } from "./support/folders.ts";
import { typeLine } from "./support/lines.ts";

const LONG = { timeout: 60_000 };
const NOBODY = "http://127.0.0.1:9";

async function fileOf(text: string, name = "plan.yaml"): Promise<string> {
  const file = join(createFolder(), name);
  await writeFile(file, text);
  return file;
}

const WRONG = `title: 출시
max_paralel: 3
todos:
  - title: 시장 조사
    tool: echo
    params: { text: x }
  - titel: 배포
    depends_on: [nowhere]
    approval: { timeout: 30 }
    priority: 20
`;

describe("holdpoint plan check", () => {
  test(
    "names every problem at once, with its line, and the field that was meant",
    LONG,
    async () => {
      const file = await fileOf(WRONG);
      const { exit, out, err } = await typeLine(["plan", "check", file], NOBODY);
      expect([exit, err]).toEqual([1, `✖ ${file}: 7 places need a change.\n`]);
      const lines = out
        .trimEnd()
        .split("\n")
        .map((line) => line.replace(file, ""));
      const expected = [
        /^:2:1 {2}\/max_paralel {2}.*Did you mean max_parallel\?$/,
        /^:5:5 {2}\/todos\/0\/tool {2}.*Did you mean tool_name\?$/,
        /^:6:5 {2}\/todos\/0\/params {2}.*Did you mean tool_params\?$/,
        /^:7:5 {2}\/todos\/1\/titel {2}.*Did you mean title\?$/,
        /^:9:17 {2}\/todos\/1\/approval\/timeout {2}.*Did you mean timeout_seconds\?$/,
        /^:10:5 {2}\/todos\/1\/priority {2}must be at most 10\.$/,
        /^:7:5 {2}\/todos\/1\/title {2}is missing\.$/,
      ];
      expect(lines).toHaveLength(expected.length);
      for (const pattern of expected) expect(lines).toContainEqual(expect.stringMatching(pattern));
      for (const line of lines) expect(line.split("Did you mean").length).toBeLessThanOrEqual(2);
    },
  );

  test("knows what other tools call a field, and takes no condition for an id", async () => {
    const { mistakes } = await readPlanFile(
      await fileOf(
        "title: t\nsteps: []\ntodos: [{ title: A, uses: echo, with: {}, if: failed }]\n",
      ),
    );
    expect(mistakes.map(({ pointer, meant }) => [pointer, meant])).toEqual([
      ["/steps", "todos"],
      ["/todos/0/uses", "tool_name"],
      ["/todos/0/with", "tool_params"],
      ["/todos/0/if", undefined],
    ]);
  });

  test.each([
    ["en", 'such as {"timeout_seconds": 3600}', '"requires_approval": true'],
    ["ko", '`{"timeout_seconds": 3600}`', '`"requires_approval": true`'],
  ] as const)(
    "says in %s how an approval is asked for, where only true stands",
    (language, ...said) => {
      const { mistakes } = readPlanText(
        "title: t\ntodos: [{ title: A, approval: true }]",
        language,
      );
      expect(mistakes.map(({ pointer }) => pointer)).toEqual(["/todos/0/approval"]);
      for (const part of said) expect(mistakes[0]?.detail).toContain(part);
    },
  );

  test.each(["plan: { steps: [{ agent_name: a }] }", "planning_state: {}", "execution_steps: []"])(
    "leads to the import with a plan of others, as %j",
    (text) => {
      const pointer = `/${text.split(":")[0]}`;
      const said = (language: "en" | "ko") =>
        readPlanText(text, language).mistakes.find((mistake) => mistake.pointer === pointer);
      expect(said("en")?.detail).toContain("`holdpoint plan import` (POST /v1/plans/import)");
      expect(said("ko")?.detail).toContain(
        "`holdpoint plan import`(`POST /v1/plans/import`)로 그대로",
      );
      // What stands around a plan is no other field of it.
      expect(said("en")?.meant).toBeUndefined();
    },
  );

  test("still names a setting of an approval that there is not", () => {
    const { mistakes } = readPlanText(
      "title: t\ntodos: [{ title: A, approval: { approver: bo } }]",
      "en",
    );
    expect(mistakes).toMatchObject([{ pointer: "/todos/0/approval/approver", meant: "approvers" }]);
  });

  test("looks at what the todos mean once each is written right", async () => {
    const file = await fileOf(`title: t
todos:
  - { id: a, title: A, depends_on: [b] }
  - id: a
    title: B
    depends_on:
      - nowhere
`);
    const { mistakes } = await readPlanFile(file);
    expect(mistakes.map(({ line, pointer }) => [line, pointer])).toEqual([
      [3, "/todos/0/depends_on/0"],
      [4, "/todos/1/id"],
      [7, "/todos/1/depends_on/0"],
    ]);
  });

  test("offers an agent's name for an agent, not a tool's", async () => {
    const file = await fileOf("title: t\ntodos:\n  - { title: 검색, agent: search_team }\n");
    const { mistakes } = await readPlanFile(file);
    expect(mistakes).toMatchObject([{ pointer: "/todos/0/agent", meant: "agent_name" }]);
  });

  test("tells where a file is no YAML, and finds nothing in one that is fine", LONG, async () => {
    const broken = await fileOf('title: "출시\ntodos: [');
    const { mistakes } = await readPlanFile(broken);
    expect(mistakes[0]).toMatchObject({ pointer: "", line: expect.any(Number) });
    const fine = await fileOf('{"$schema":"x","title":"t","todos":[{"title":"a"}]}', "plan.json");
    const { exit, out, err } = await typeLine(["plan", "check", fine], NOBODY);
    expect([exit, out, err]).toEqual([
      0,
      "",
      expect.stringContaining("nothing wrong. There is no project here"),
    ]);
  });
});

const ASKING = `title: 출시
todos:
  - { title: 목표, input_request: { question: 목표는?, input_type: text } }
  - { title: 장소, input_request: { question: 어디?, input_type: text }, approval: { on_timeout: wait } }
  - { title: 배포, tool_name: wait, tool_params: { seconds: 1 }, requires_approval: true }
  - { title: 결산, tool_name: wait, tool_params: { seconds: 1 }, requires_approval: true, approval: { timeout_seconds: 60 } }
  - { title: 회고 }
`;

describe("in a project, whose tools are known", () => {
  const TOOLS = `title: 출시
todos:
  - { id: a, title: A, tool_name: write_fil, tool_params: { path: a.md, content: x } }
  - id: b
    title: B
    tool_name: wait
    tool_params: { secnds: 1 }
`;

  test(
    "an agent that the configuration has not is said, since it may be saved later",
    LONG,
    async () => {
      const cwd = createFolder();
      const agent = { name: "writer", instructions: "Write." };
      const config = { models: { model: "gpt-4o", key_variable: null }, agents: [agent] };
      const settings = `export default ${JSON.stringify(config)};\n`;
      await writeFile(join(cwd, "holdpoint.config.mjs"), settings);
      const todos = ["writer", "wirter"].map((name) => ({ title: `By ${name}`, agent_name: name }));
      const input = JSON.stringify({ title: "출시", todos });
      const checked = await typeLine(["plan", "check", "-"], NOBODY, { cwd, input });
      expect([checked.exit, checked.out]).toEqual([0, ""]);
      expect(checked.err).toContain('The configuration has no agent "wirter".');
      expect(checked.err).toContain('fail when they run: "By wirter". Did you mean "writer"?\n');
      const korean = await typeLine(["plan", "check", "-"], NOBODY, {
        cwd,
        input,
        env: { HOLDPOINT_LANG: "ko" },
      });
      expect(korean.err).toContain('설정에 "wirter" 에이전트가 없습니다.');
      expect(korean.err).toContain('"writer"를 쓰려던 것인가요?');
    },
  );

  test(
    "a tool that there is not and an argument that it does not take are places",
    LONG,
    async () => {
      const cwd = createFolder();
      await writeFile(join(cwd, "holdpoint.config.mjs"), "export default {};\n");
      await writeFile(join(cwd, "plan.yaml"), TOOLS);
      const below = join(cwd, "plans");
      await mkdir(below);
      const file = "../plan.yaml";
      const checked = await typeLine(["plan", "check", file], NOBODY, { cwd: below });
      expect(checked.exit).toBe(1);
      expect(checked.out).toContain(
        `${file}:3:24  /todos/0/tool_name  There is no tool "write_fil"; did you mean "write_file"?`,
      );
      expect(checked.out).toMatch(
        /plan\.yaml:7:20 {2}\/todos\/1\/tool_params\/secnds {2}.*seconds/,
      );
      const env = { HOLDPOINT_LANG: "ko" };
      const korean = await typeLine(["plan", "check", file], NOBODY, { cwd: below, env });
      expect(korean.out).toContain('도구 "write_fil"이 없습니다. "write_file"을 쓰려던 것인가요?');
      expect(korean.out).toContain(
        '"secnds"는 쓸 수 없는 인수입니다. "seconds"를 쓰려던 것인가요?',
      );
    },
  );

  test(
    "whoever writes a plan hears which of its tools ask by themselves, and that no deadline does",
    LONG,
    async () => {
      const cwd = createFolder();
      const settings = `export default ${JSON.stringify({ requires_approval: ["wait"] })};\n`;
      await writeFile(join(cwd, "holdpoint.config.mjs"), settings);
      const todo = { title: "기다리기", tool_name: "wait", tool_params: { seconds: 1 } };
      const check = (more: object) =>
        typeLine(["plan", "check", "-", "--lang", "ko"], NOBODY, {
          cwd,
          input: JSON.stringify({
            title: "출시",
            todos: [{ ...todo, ...more }, { title: "회고" }],
          }),
        });
      const fine = await check({ requires_approval: false });
      expect(fine.exit).toBe(0);
      expect(fine.err).toContain('사람에게 묻는 할 일: "기다리기"\n');
      expect((await check({ requires_approval: true })).err).not.toContain("사람에게 묻는 할 일");
      const wrong = await check({ approval: { on_timeout: "approve" } });
      expect(wrong.exit).toBe(1);
      expect(wrong.out).toContain(
        "/todos/0/approval/on_timeout  ‘wait’은 사람의 승인이 꼭 필요한 도구",
      );
    },
  );

  test("a number that would lose digits has its line, and starts no plan", LONG, async () => {
    const id = "12345678901234567890";
    const args = `{ url: "https://a.example", body: { id: ${id} } }`;
    const todo = `  - { title: 보내기, tool_name: http_request, tool_params: ${args} }`;
    const file = await fileOf(`title: 출시\ntodos:\n${todo}\n`);
    const { exit, out } = await typeLine(["plan", "check", file], NOBODY);
    expect([exit, out]).toEqual([
      1,
      expect.stringMatching(/plan\.yaml:3:\d+ .*read as 1234567890123456\d000:/),
    ]);
    expect(out).toContain(`${id} would be read as`);
    const started = await typeLine(["plan", "new", file], NOBODY);
    expect([started.exit, started.out]).toEqual([2, ""]);
    expect(started.err).toContain(`${id} would be read as`);
  });

  test("nothing is left to be checked later", LONG, async () => {
    const cwd = createFolder();
    await writeFile(join(cwd, "holdpoint.config.mjs"), "export default {};\n");
    await writeFile(join(cwd, "plan.yaml"), "title: t\ntodos: [{ title: a }]\n");
    const { err } = await typeLine(["plan", "check", "plan.yaml"], NOBODY, { cwd });
    expect(err).toBe("✔ plan.yaml: 1 todo, nothing wrong.\n");
  });

  test(
    "whoever writes a plan hears what gives up by itself when nobody answers",
    LONG,
    async () => {
      const cwd = createFolder();
      await writeFile(join(cwd, "holdpoint.config.mjs"), "export default {};\n");
      await writeFile(join(cwd, "plan.yaml"), ASKING);
      await writeFile(join(cwd, "said.yaml"), `approval_timeout_seconds: 3600\n${ASKING}`);
      const check = (file: string, lang: string) =>
        typeLine(["plan", "check", file, "--lang", lang], NOBODY, { cwd });
      const [english, korean, said] = await Promise.all([
        check("plan.yaml", "en"),
        check("plan.yaml", "ko"),
        check("said.yaml", "en"),
      ]);
      expect(english.err).toBe(
        `✔ plan.yaml: 5 todos, nothing wrong.
When nobody answers within 1h00m, these give up by themselves: "배포".
To change that, write \`approval: { timeout_seconds: 604800 }\` (a week) or \`approval: { on_timeout: wait }\`.
`,
      );
      expect(korean.err).toContain(
        '\n1시간 안에 아무도 답하지 않으면 저절로 끝나는 할 일: "배포"\n바꾸려면 `approval: { timeout',
      );
      expect(said.err).toBe("✔ said.yaml: 5 todos, nothing wrong.\n");
    },
  );

  test("of a plan that asks before every todo, agents and milestones give up, too", () => {
    const todos = [
      { title: "검색", agent_name: "search_team" },
      { title: "발송", tool_name: "wait", tool_params: { seconds: 1 } },
      { title: "출시", kind: "milestone" },
      { title: "회고" },
      { title: "장소", input_request: { question: "어디?", input_type: "text" } },
      { title: "결제", tool_name: "wait", approval: { escalate_to: ["lee"] } },
    ];
    const [note = ""] = deadlineNote({ title: "출시", approval: "every_todo", todos });
    expect(note).toContain('"검색", "발송", "출시"');
    expect(note).not.toContain("회고");
    expect(note).not.toContain("장소");
    // Whoever says whom to ask next knows that time passes.
    expect(note).not.toContain("결제");
    expect(deadlineNote({ title: "출시", todos })).toEqual([]);
  });
});

describe.each(["docs/plan-file.md", "docs/plan-file.ko.md"])("%s", (page) => {
  test("has every field that a plan file may have", async () => {
    const text = await readFile(page, "utf8");
    const { $defs } = planFileSchema() as { $defs: Record<string, { properties?: object }> };
    const names = ["NewPlan", "NewTodo", "ApprovalSettings", "InputRequest"];
    const fields = names.flatMap((name) => Object.keys($defs[name]?.properties ?? {}));
    expect(fields.length).toBeGreaterThan(50);
    expect(fields.filter((field) => !text.includes(`\`${field}\``))).toEqual([]);
  });

  test("has an example without a mistake", async () => {
    const [, example = ""] = /```yaml\n([^]*?)```/.exec(await readFile(page, "utf8")) ?? [];
    expect((await readPlanFile(await fileOf(example))).mistakes).toEqual([]);
    const schema = planFileSchema() as Schema;
    expect(new Validator(schema, "2020-12").validate(parse(example))).toMatchObject({
      valid: true,
    });
  });
});

test("the schema in the repository is that of the contract, and refuses unknown fields", async () => {
  const kept = JSON.parse(await readFile("docs/plan.schema.json", "utf8")) as Schema;
  expect(kept).toEqual(JSON.parse(JSON.stringify(planFileSchema())));
  const wrong = { title: "t", todos: [{ title: "a", tool: "echo" }] };
  expect(new Validator(kept, "2020-12").validate(wrong).valid).toBe(false);
});
