import { describe, expect, test } from "vitest";
import { chatCommands, helpLines } from "../../src/cli/chat/chat-commands.ts";
import { allNames, parseLine } from "../../src/cli/chat/parse-line.ts";
import { statusChange } from "../../src/cli/chat/todo-status.ts";
import { speak } from "../../src/cli/messages/i18n.ts";
import { spokenStatus } from "../../src/cli/messages/spoken-status.ts";
import { widthOf } from "../../src/cli/terminal/width.ts";
import { TODO_STATUSES, WORK_KINDS } from "../../src/contract/tables/vocabulary.ts";
import { canMove } from "../../src/plan/model/transitions.ts";
import { useEnglish } from "./support/use-english.ts";

useEnglish();

describe("a line of a conversation", () => {
  test("calls every command by each of its names, in both languages", () => {
    for (const command of chatCommands) {
      for (const name of allNames(command)) {
        const args = command.args === "" ? [] : ["x", "y"];
        expect(parseLine([name, ...args].join(" "), chatCommands), name).toEqual({
          kind: "command",
          command,
          args,
          rest: args.join(" "),
        });
      }
    }
  });

  test("has names that call one command only", () => {
    const names = chatCommands.flatMap(allNames);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each([
    ["/tdos", "/todos"],
    ["/todo aprove x", "/todo approve"],
    ["/todos aprove", "/todo approve"],
    ["/checkpoint lsit", "/checkpoint list"],
    ["/할일 승안", "/할일 승인"],
    ["/pasue", "/pause"],
  ])("%s is not known, and %s is near", (line, nearest) => {
    expect(parseLine(line, chatCommands)).toMatchObject({ kind: "unknown", nearest });
  });

  test("far from everything has nothing near", () => {
    expect(parseLine("/xyzzyqqq", chatCommands)).toMatchObject({
      kind: "unknown",
      nearest: undefined,
    });
  });

  test("without a slash is an answer, and Hangul in parts is put together", () => {
    expect(parseLine("  7월부터 9월까지 ", chatCommands)).toEqual({
      kind: "text",
      text: "7월부터 9월까지",
    });
    const taken = parseLine("/할일".normalize("NFD"), chatCommands);
    expect(taken).toMatchObject({ kind: "command" });
    expect(parseLine("   ", chatCommands)).toEqual({ kind: "nothing" });
  });
});

describe("another status by a person's word", () => {
  test.each(
    TODO_STATUSES.flatMap((from) =>
      TODO_STATUSES.flatMap((to) => WORK_KINDS.map((kind) => [kind, from, to] as const)),
    ),
  )("of a %s from %s to %s never goes where the plan's table does not", (kind, from, to) => {
    const change = statusChange(from, to, kind);
    const isLegal = change.kind === "move" || change.kind === "by_itself";
    // What nobody has claimed is claimed on the way.
    const isTwoSteps = kind === "manual" && from === "pending" && to === "completed";
    expect(isLegal).toBe(canMove(from, to) || isTwoSteps);
    const allowed = "allowed" in change ? change.allowed : [];
    expect(allowed.filter((status) => statusChange(from, status, kind).kind !== "move")).toEqual(
      [],
    );
  });

  test("completes and fails what people do, and nothing else", () => {
    const byWord = WORK_KINDS.filter((kind) =>
      (["pending", "in_progress"] as const).every((from) =>
        (["completed", "failed"] as const).every(
          (to) => statusChange(from, to, kind).kind === "move",
        ),
      ),
    );
    expect(byWord).toEqual(["manual"]);
  });

  test("is named by its code, or by the word on the board", () => {
    const named = ["failed", "Skipped", "완료", "done", "no"].map((word) =>
      spokenStatus("todo", word, TODO_STATUSES),
    );
    expect(named).toEqual(["failed", "skipped", "completed", "completed", undefined]);
  });
});

test("what stands behind a command's name is Korean in Korean", () => {
  speak("ko");
  const help = helpLines().slice(0, -1).join("\n");
  expect(help).toMatch(/\/할일 추가 <에이전트> \[이름=값\] \[제목\] /);
  expect(help).toMatch(/\/할일 변경 <ID> <상태> /);
  expect(help).toMatch(/\/단계 켜기\|끄기 /);
  expect(help.match(/[a-z]{2,}/g)).toEqual(null);
});

test.each(["en", "ko"] as const)("help in %s is aligned and fits 80 columns", (language) => {
  speak(language);
  const lines = helpLines();
  expect(lines).toHaveLength(chatCommands.length + 1);
  expect(lines.at(-1)).toContain("Ctrl-G");
  expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(80);
});
