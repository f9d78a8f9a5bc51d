import { expect, test } from "vitest";
import { say, spelled } from "../../src/contract/sentences/sentence.ts";
import { reasonText } from "../../src/web/boards/reason-text.ts";
import { createSpeech } from "../../src/web/words/words.ts";

const board = {
  todos: [
    { id: "dig", title: "Dig, and look" },
    { id: "fill", title: "Fill it" },
  ],
} as never as Parameters<typeof reasonText>[1];

test("each todo that is waited for stands between quotation marks, whatever is in its title", () => {
  const reason = {
    code: "dependency" as const,
    text: "",
    ...spelled("text", say("waits_for_todos", { todos: "dig, fill" })),
    todo_ids: ["dig", "fill"],
  };
  const read = (language: "en" | "ko") => reasonText(reason, board, createSpeech(language));
  expect(read("en")).toBe("Waits for “Dig, and look”, “Fill it”.");
  expect(read("ko")).toBe("대기: ‘Dig, and look’, ‘Fill it’");
});
