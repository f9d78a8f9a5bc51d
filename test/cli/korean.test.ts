import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadCommands } from "../../src/cli/root.ts";
import { PROBLEMS } from "../../src/contract/tables/problems.ts";
import { useCliStack } from "./support/cli-stack.ts";
import { commandsOf } from "./support/commands-of.ts";
import { createFolder } from "./support/folders.ts";
import { ELSE, WAITING } from "./support/korean-walk.ts";
import { startLines, type Lines } from "./support/lines.ts";

const stack = useCliStack({ ownTemporal: true });
const LONG = { timeout: 600_000 };

/** Names of products, formats and keys, codes, and units. */
const NAMES =
  /\b(?:HOLDPOINT_\w+|local-operator|validation_error|viewer|operator|approver|admin|bash|zsh|fish|Holdpoint|Temporal|Node|URL|UI|API|ID|JSON|YAML|MB|Ctrl|Enter|v\d+|true|false)\b/g;

/** What a line says besides ids, names, code, and what is to be typed. */
function prose(output: string, ids: readonly string[]): string {
  const lines = output
    .split("\n")
    .filter((line) => !/^ *(?:다음:|지금 가능한 것:|holdpoint |sha256)/.test(line));
  const text = lines
    .join("\n")
    .replaceAll(
      /\b[\w.-]+\.(?:yaml|json|ts)\b|`[^`]*`|"[^"]*"|https?:\S+|--[a-z-]+|<[^>]*>|\/[\w.~/-]+|sha256:\S+/g,
      "",
    )
    .replaceAll(
      /holdpoint (?:\w+ ?)+|\b\w+\.h\d+\b|\b(?:h|cp_)\d+\b|\b\d+[smhd](?:\d+[smh])?\b/g,
      "",
    )
    .replaceAll(/^ {2}(?:approve|reject|answer|withdraw)(?: +\w+)? /gm, "")
    .replaceAll(NAMES, "");
  return ids.reduce((rest, id) => rest.replaceAll(new RegExp(`\\b${id}\\b`, "g"), ""), text);
}

/** Those that go on until they are stopped, or write for programs; their sentences are in the catalogs, in both languages. */
const RUNNING = ["init", "demo", "start", "worker", "api", "setup", "promote", "mcp"];

test("nothing English is left in Korean, for any command, state and error", LONG, async () => {
  const folder = createFolder();
  await writeFile(
    join(folder, "plan.yaml"),
    "title: 차\ntodos:\n  - titel: 물\n    priority: 20\n",
  );
  await writeFile(join(folder, "ops.yaml"), "- { edit_type: remove_todo, target_id: nobody }\n");
  await stack().api.create({
    id: "tea",
    title: "차 한 잔",
    todos: [
      { id: "boil", title: "물 끓이기", tool_name: "echo", tool_params: { text: "물" } },
      {
        id: "pour",
        title: "따르기",
        tool_name: "echo",
        tool_params: { text: "컵" },
        requires_approval: true,
        depends_on: ["boil"],
      },
      {
        id: "cup",
        title: "컵 고르기",
        input_request: { question: "어느 컵?", input_type: "number" },
      },
      { id: "drink", title: "마시기", depends_on: ["pour", "cup"] },
    ],
  });
  await stack().api.untilHolds("tea", 2);
  const holds = await stack().api.holds("tea");
  const hold = (todo: string) => holds.find(({ todo_id }) => todo_id === todo)!.id;
  const tools = ["big_text", "data_collector", "echo", "gate", "refuse"];
  const ids = ["tea", "boil", "pour", "cup", "drink", "nobody", "text", "local-operator", ...tools];
  const left: string[] = [];
  const lines = inKorean(folder);
  for (const args of WAITING) {
    const named = args.map((arg) =>
      arg.replace("tea.POUR", hold("pour")).replace("tea.CUP", hold("cup")),
    );
    left.push(...(await english(lines, named, ids)));
  }
  expect(left.join("\n")).toBe("");
});

test(
  "nor of plans that ended, failed or wait for work, and of what stands beside plans",
  LONG,
  async () => {
    const folder = createFolder();
    const files = {
      "s2.json": '{"raw_query":"시세","steps":[{"agent_name":"echo","priority":1}]}',
      "template.yaml": `title: 차
parameters: [{ name: cups, type: number }]
plan: { title: 차, todos: [{ title: 물, tool_name: echo, tool_params: { text: "{{param.cups}}" } }] }
`,
      "agent.yaml": "instructions: 읽습니다.\ntools: [nobody]\n",
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const echo = (id: string) => ({
      id,
      title: "물",
      tool_name: "echo",
      tool_params: { text: "물" },
    });
    const broken = { tool_name: "refuse", tool_params: { sentence: "안 됩니다" } };
    const { api } = stack();
    await api.create({
      id: "work",
      title: "인쇄",
      todos: [
        { id: "press", title: "인쇄소", assignee: "kim", due_in: "1h" },
        { id: "poster", title: "포스터" },
        { ...echo("print"), depends_on: ["press", "poster"] },
      ],
    } as never);
    await api.create({ id: "review", title: "검토", plan_review: true, todos: [echo("a")] });
    await api.create({
      id: "late",
      title: "지각",
      todos: [
        { id: "a", title: "실패", ...broken },
        { ...echo("b"), depends_on: ["a"] },
      ],
    });
    await api.create({ id: "done", title: "끝난 계획", todos: [echo("a")] });
    await api.untilEnded("done");
    await api.untilHolds("late");
    await api.untilHolds("review");
    const ids = [
      ...["work", "press", "poster", "print", "review", "late", "done", "again", "tea", "daily"],
      ...["nobody", "kim", "local-operator", "echo", "refuse", "reader", "cups", "a", "b", "text"],
      ...["big_text", "data_collector", "gate", "nohook", "noevent", "Asia", "sentence"],
      ...["ehco", "times"],
    ];
    const left: string[] = [];
    const walk = async (typed: readonly string[]): Promise<void> => {
      const lines = inKorean(folder);
      for (const line of typed) {
        const args = line.split(" ").map((word) => word.replaceAll("+", " "));
        left.push(...(await english(lines, args, ids)));
      }
    };
    await Promise.all(ELSE.map(walk));
    expect(left.join("\n")).toBe("");
  },
);

test("every command is among them", async () => {
  const walked = [...WAITING.map((args) => args.join(" ")), ...ELSE.flat()];
  const commands = commandsOf(await loadCommands());
  expect(commands.length).toBeGreaterThan(60);
  const silent = commands.filter(
    (command) =>
      !RUNNING.includes(command) && !walked.some((line) => `${line} `.startsWith(`${command} `)),
  );
  expect(silent).toEqual([]);
});

function inKorean(cwd: string): Lines {
  const lines = startLines(cwd, { HOLDPOINT_LANG: "ko" });
  onTestFinished(() => lines.stop());
  return lines;
}

/** The command with its output when words or times are left that are foreign: no ids, names or code. */
async function english(
  lines: Lines,
  args: readonly string[],
  ids: readonly string[],
): Promise<string[]> {
  const { out, err } = await lines.run(args, stack().url);
  // What a tool says of itself is in the language of whoever wrote it.
  const own = stack().api.tools.list.map(({ description }) => description);
  const told = own.reduce((rest, text) => rest.replaceAll(text, ""), `${out}\n${err}`);
  const said = prose(told, ids);
  // A time of another zone is as foreign as a word.
  const words = said.match(/[A-Za-z]{2,}|\d{4}-\d\d-\d\dT[\d:.]+Z/g);
  return words === null ? [] : [`${args.join(" ")}: ${words.join(" ")}\n${out}${err}`];
}

test("every problem has a Korean title", () => {
  for (const { title } of Object.values(PROBLEMS)) expect(title.ko).toMatch(/\p{Script=Hangul}/u);
});
