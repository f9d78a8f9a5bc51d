import { expect, test } from "vitest";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();

test("while a Hangul syllable is composed, Enter sends no form and no key is a shortcut", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "keys-hangul",
    title: "한글",
    todos: [
      {
        id: "q",
        title: "물어보기",
        input_request: { question: "어느 기간인가요?", input_type: "text" },
      },
      { id: "w", title: "쓰기", tool_name: "echo", tool_params: { text: "x" }, depends_on: ["q"] },
    ],
  });
  const [hold] = await api.untilHolds(id, 1);
  const page = await open(`${url}/inbox/${hold!.id}`, { language: "ko" });
  const own = page.getByLabel("답", { exact: true }).last();
  await own.focus();
  const keys = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    keys.send("Input.imeSetComposition", {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  const whileComposing = (key: string, code: string, more: object = {}) =>
    page.evaluate(
      `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", ${JSON.stringify({ key, code, isComposing: true, keyCode: 229, bubbles: true, cancelable: true, ...more })}))`,
    );
  for (const text of ["ㅅ", "사", "상"]) await compose(text);
  await whileComposing("Enter", "Enter");
  await whileComposing("Enter", "Enter", { ctrlKey: true });
  // Each of these is a shortcut of this page, or of every page.
  for (const [key, code] of [
    ["ㅓ", "KeyJ"],
    ["ㅁ", "KeyA"],
    ["ㄱ", "KeyR"],
    ["ㅜ", "KeyN"],
    ["?", "Slash"],
  ] as const)
    await whileComposing(key, code);
  await whileComposing("k", "KeyK", { ctrlKey: true });
  await whileComposing("Escape", "Escape");
  expect(page.url()).toContain(`/inbox/${hold!.id}`);
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await api.holds(id)).toMatchObject([{ status: "open" }]);
  expect(await own.inputValue()).toBe("상");
  await keys.send("Input.insertText", { text: "상" });
  await keys.send("Input.insertText", { text: "반기" });
  await page.keyboard.press("Control+Enter");
  const ended = await api.untilEnded(id);
  expect(ended.todos[0]).toMatchObject({ id: "q", result_data: "상반기" });
});
