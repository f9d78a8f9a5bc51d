import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROBLEMS } from "../../src/contract/problem.ts";
import { useCliStack } from "./support/cli-stack.ts";
import { createFolder } from "./support/folders.ts";

const stack = useCliStack({ ownTemporal: true });
const LONG = { timeout: 300_000 };

/** Names of products, formats and keys, and units. */
const NAMES = /\b(?:Holdpoint|Temporal|UI|API|ID|JSON|YAML|MB|Ctrl|Enter|v\d+|true|false)\b/g;

/** What a line says besides ids, names, code, and what is to be typed. */
function prose(output: string, ids: readonly string[]): string {
  const lines = output
    .split("\n")
    .filter((line) => !/^ *(?:다음:|지금 가능한 것:|holdpoint |sha256)/.test(line));
  const text = lines
    .join("\n")
    .replaceAll(/`[^`]*`|"[^"]*"|https?:\S+|--[a-z-]+|<[^>]*>|\/[\w.~/-]+|sha256:\S+/g, "")
    .replaceAll(
      /holdpoint (?:\w+ ?)+|\b\w+\.h\d+\b|\b(?:h|cp_)\d+\b|\b\d+[smhd](?:\d+[smh])?\b/g,
      "",
    )
    .replaceAll(/^ {2}(?:approve|reject|answer|withdraw)(?: +\w+)? /gm, "")
    .replaceAll(NAMES, "");
  return ids.reduce((rest, id) => rest.replaceAll(new RegExp(`\\b${id}\\b`, "g"), ""), text);
}

test("nothing English is left in Korean, for any command, state and error", LONG, async () => {
  const folder = createFolder();
  const file = join(folder, "plan.yaml");
  await writeFile(file, "title: 차\ntodos:\n  - titel: 물\n    priority: 20\n");
  const ops = join(folder, "ops.yaml");
  await writeFile(ops, "- { edit_type: remove_todo, target_id: nobody }\n");
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
  const pour = holds.find(({ todo_id }) => todo_id === "pour")!.id;
  const cup = holds.find(({ todo_id }) => todo_id === "cup")!.id;
  const tools = ["big_text", "data_collector", "echo", "gate", "refuse"];
  const ids = ["tea", "boil", "pour", "cup", "drink", "nobody", "text", "local-operator", ...tools];
  const typed: (readonly string[])[] = [
    ["inbox"],
    ["plan", "list"],
    ["plan", "list", "--plain"],
    ["plan", "show", "tea"],
    ["plan", "show", "tea", "--plain"],
    ["plan", "show", "nobody"],
    ["plan", "graph", "tea"],
    ["next", "tea"],
    ["why", "tea", "drink"],
    ["why", "tea", "nobody"],
    ["todo", "show", "tea", "boil"],
    ["todo", "show", "tea", "drink"],
    ["show", pour],
    ["show", cup],
    ["show", "tea.h99"],
    ["answer", cup, "많이"],
    ["answer", pour, "네"],
    ["approve", cup],
    ["todo", "retry", "tea", "boil"],
    ["todo", "set", "tea", "boil", "--priority", "3"],
    ["todo", "set", "tea", "drink", "--priority", "30"],
    ["todo", "set", "tea", "drink", "--needs", "nobody"],
    ["todo", "set", "tea", "pour", "--needs", "drink"],
    ["todo", "add", "tea", "우유", "--tool", "nobody"],
    ["todo", "remove", "tea", "nobody"],
    ["edit", "tea", "--file", ops],
    ["undo", "tea"],
    ["rollback", "tea", "--version", "9", "--yes"],
    ["rollback", "tea", "--checkpoint", "cp_9", "--yes"],
    ["resume", "tea"],
    ["pause", "tea"],
    ["pause", "tea"],
    ["plan", "show", "tea"],
    ["resume", "tea"],
    ["approve", pour],
    ["approve", pour],
    ["reject", cup, "--reason", "없음", "--yes"],
    ["checkpoint", "list", "tea"],
    ["history", "tea"],
    ["logs", "tea"],
    ["template", "list"],
    ["template", "show", "nobody"],
    ["schedule", "list"],
    ["schedule", "show", "nobody"],
    ["plan", "check", file],
    ["plan", "new", file],
    ["cancel", "tea", "--yes"],
    ["plan", "show", "tea"],
    ["watch", "tea"],
    ["edit", "tea", "--title", "차"],
  ];
  const left: string[] = [];
  for (const args of typed) {
    const { out, err } = await stack().run(args, { env: { HOLDPOINT_LANG: "ko" } });
    const said = prose(`${out}\n${err}`.replaceAll(file, "").replaceAll(ops, ""), ids);
    const words = said.match(/[A-Za-z]{2,}/g);
    if (words !== null) left.push(`${args.join(" ")}: ${words.join(" ")}\n${out}${err}`);
  }
  expect(left.join("\n")).toBe("");
});

test("every problem has a Korean title", () => {
  for (const { title } of Object.values(PROBLEMS)) expect(title.ko).toMatch(/\p{Script=Hangul}/u);
});
