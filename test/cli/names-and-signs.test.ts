import { beforeEach, expect, test } from "vitest";
import { speak } from "../../src/cli/messages/i18n.ts";
import { renderBoard } from "../../src/cli/render/board.ts";
import { inboxLines } from "../../src/cli/render/lists.ts";
import { oneLine, printable } from "../../src/cli/terminal/printable.ts";
import { cut, widthOf, wrap } from "../../src/cli/terminal/width.ts";
import type { Inbox } from "../../src/contract/list.ts";
import type { Board } from "../../src/contract/plan/board.ts";
import { useEnglish } from "./support/use-english.ts";

useEnglish();

const FAMILY = "👨‍👩‍👧‍👦";

test.each([FAMILY, "🏳️‍🌈", "👩🏽‍🚀", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "❤️‍🔥", "1️⃣"])(
  "an emoji that is joined of several signs stays one: %s",
  (emoji) => {
    expect(oneLine(`가족 ${emoji} 사진`)).toBe(`가족 ${emoji} 사진`);
  },
);

test("a line break of Windows is one, and a lone return is written out", () => {
  expect(printable("one\r\ntwo\r\n")).toBe("one\r\ntwo\r\n");
  expect(printable("rm -rf /\rls\n\r")).toBe("rm -rf /\\u{d}ls\n\\u{d}");
});

test("what joins no emoji is written out, also beside one", () => {
  expect(oneLine(`${FAMILY}\u200da\u202eb`)).toBe(`${FAMILY}\\u{200d}a\\u{202e}b`);
  expect(oneLine("\u{e0041}태그")).toBe("\\u{e0041}태그");
});

test("a sign that is written out is shown whole or not at all", () => {
  const title = oneLine("ab\u202ecd\u0007ef");
  for (let columns = 1; columns <= widthOf(title); columns++) {
    const written = cut(title, columns).replaceAll(/\\u\{[0-9a-f]+\}/g, "");
    expect(written).not.toMatch(/[\\{}]/);
    for (const line of wrap(title, Math.max(8, columns))) {
      expect(line.replaceAll(/\\u\{[0-9a-f]+\}/g, "")).not.toMatch(/[\\{}]/);
    }
  }
  expect(widthOf(cut(`${FAMILY}${FAMILY}`, 3))).toBe(3);
});

beforeEach(() => speak("ko"));

const shape = { columns: 100, now: Date.parse("2026-11-20T12:00:00Z"), plain: false };

test("the inbox shows what is asked, not only which todo asks", () => {
  const hold = {
    id: "tea.h2",
    kind: "input",
    title: "장소 정하기",
    message: "어느 행사장으로 할까요?",
    plan_title: "출시",
    deadline_at: null,
    deciding: null,
    overdue: false,
  };
  const lines = inboxLines({ holds: [hold] } as unknown as Inbox, shape);
  expect(lines.join("\n")).toContain("어느 행사장으로 할까요?");
});

test("a board shows the id that commands take for each todo", () => {
  const todos = ["시장 조사", "보도자료"].map((title, place) => ({
    id: `t${place + 1}`,
    title,
    status: "pending",
    progress_percentage: 0,
  }));
  const board = {
    plan: {
      id: "launch",
      title: "출시",
      status: "running",
      mode: "running",
      version: 1,
      open_holds: 0,
      paused: null,
      goal_phase: null,
      ended_because: null,
      progress: { percentage: 0, total: 2, counts: {} },
      todo_count: 2,
    },
    todos,
    schedule: { running: [], next: [], waiting: [] },
    holds: [],
  } as unknown as Board;
  const lines = renderBoard(board, shape);
  expect(lines).toContainEqual(expect.stringMatching(/ t1 +시장 조사/));
  expect(lines).toContainEqual(expect.stringMatching(/ t2 +보도자료/));
});
