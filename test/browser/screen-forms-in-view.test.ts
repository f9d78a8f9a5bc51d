import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();
const LETTER = Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of the letter`).join("\n");

/** The edges of what has the focus, and whether it is what is seen there. */
const focused = (page: Page) =>
  page.evaluate<{ tag: string; top: number; bottom: number; isOnTop: boolean }>(`(() => {
    const field = document.activeElement;
    const { top, bottom, left } = field.getBoundingClientRect();
    return { tag: field.tagName, top, bottom, isOnTop: document.elementFromPoint(left + 9, top + 9) === field };
  })()`);

for (const [where, width, height] of [
  ["a screen", 1440, 900],
  ["a phone", 390, 844],
] as const) {
  test(`on ${where}, the form of a rejection or a change comes into view below what is long`, async () => {
    const { api, serve, open } = screen();
    const { url } = await serve();
    const { id } = await api.create({
      id: `form-view-${width}`,
      title: "Newsletter",
      todos: [
        {
          id: "send",
          title: "Send the letter",
          tool_name: "echo",
          tool_params: { text: LETTER },
          requires_approval: true,
        },
        { id: "count", title: "Count", depends_on: ["send"], assignee: "minji" },
      ],
    });
    const [hold] = await api.untilHolds(id);
    const page = await open(`${url}/inbox/${hold!.id}`, {
      width,
      height,
      touch: where === "a phone",
    });
    for (const [opens, field] of [
      ["Reject", "Reason"],
      ["Edit", "text"],
    ] as const) {
      await button(page, opens).click();
      await page.getByLabel(field).first().waitFor();
      await expect.poll(async () => (await focused(page)).isOnTop).toBe(true);
      const { tag, top, bottom } = await focused(page);
      expect(["INPUT", "TEXTAREA"]).toContain(tag);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(bottom).toBeLessThanOrEqual(height);
      await button(page, "Cancel").click();
      await button(page, opens).waitFor();
    }
    await api.post(`/v1/plans/${id}/cancel`, {});
  });
}
