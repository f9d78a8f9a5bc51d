import { expect, test } from "vitest";
import { createSpeech } from "../../src/web/words/words.ts";
import { brokenRules } from "./broken-rules.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();
const LOOKS = [
  { language: "en", theme: "light" },
  { language: "ko", theme: "dark" },
] as const;
const ask = (id: string, title: string) => ({
  id,
  title,
  tool_name: "echo",
  tool_params: { text: "Hello" },
  requires_approval: true,
});

test(
  "no form in which people edit, and no question before something is done, breaks a rule of accessibility",
  { timeout: 180_000 },
  async () => {
    const { api, serve, open } = screen();
    const { url } = await serve();
    const { id } = await api.create({
      id: "screen-forms",
      title: "Forms",
      todos: [
        ask("one", "Send one"),
        ask("two", "Send two"),
        { id: "last", title: "Print", assignee: "kim", depends_on: ["one", "two"] },
      ],
    });
    await api.untilHolds(id, 2);
    const broken: string[] = [];
    for (const look of LOOKS) {
      const { words } = createSpeech(look.language);
      const page = await open(`${url}/plans/${id}/todos/last`, look);
      const drawer = page.getByRole("article");
      const check = async (what: string): Promise<void> => {
        broken.push(...(await brokenRules(page, `${what} ${look.language} ${look.theme}`)));
        await page.keyboard.press("Escape");
      };
      for (const word of ["edit", "edit_move", "edit_connect"] as const) {
        await page.goto(`${url}/plans/${id}/todos/last`);
        await drawer.getByRole("button", { name: words(word), exact: true }).click();
        await drawer.getByRole("form").first().waitFor();
        await check(word);
      }
      for (const word of ["edit_remove", "cancel_plan", "edit_add"] as const) {
        await page.goto(`${url}/plans/${id}/todos/last`);
        await page
          .getByRole("button", { name: words(word), exact: true })
          .first()
          .click();
        await page.getByRole("dialog").waitFor();
        await check(word);
      }
      await page.goto(`${url}/inbox`);
      for (const title of ["Send one", "Send two"]) {
        await page.getByRole("checkbox", { name: words("together_select", { title }) }).check();
      }
      await page.getByRole("button", { name: words("together_decide"), exact: true }).click();
      await page.getByRole("dialog").getByRole("region").first().waitFor();
      await check("together");
      await page.close();
    }
    expect(broken).toEqual([]);
    await api.post(`/v1/plans/${id}/cancel`);
  },
);
