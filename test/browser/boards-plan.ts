import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true });

/** Waits until nothing on the page is being loaded. */
export async function settled(page: Page): Promise<void> {
  await page.locator("h1:visible, h2:visible").first().waitFor();
  await expect
    .poll(() => page.getByRole("status", { name: /^(Loading|불러오는|The graph|그래프)/ }).count())
    .toBe(0);
  if ((await page.locator("#hold-title").count()) > 0) {
    await page.locator("article header a").filter({ hasText: /./ }).first().waitFor();
  }
}

const letter = (text: string) => ({ tool_name: "echo", tool_params: { text } });

/** A plan with a todo in every state: done, failed, waiting for people in three ways, and blocked. */
export function officePlan(id: string): NewPlanInput {
  return {
    id,
    title: "Customer survey",
    todos: [
      {
        id: "collect",
        title: "Collect the reviews",
        layer: "research",
        ...letter("142 reviews"),
      },
      {
        id: "send",
        title: "Send the survey",
        layer: "research",
        ...letter("Dear customers"),
        requires_approval: true,
        approval: { message: "Goes to 142 people.", timeout_seconds: 7_200 },
        depends_on: ["collect"],
        estimated_seconds: 60,
      },
      {
        id: "period",
        title: "Choose the period",
        input_request: { question: "Which period should the report cover?" },
      },
      { id: "market", title: "Compare prices", assignee: "minji", due_in: "3d" },
      {
        id: "rates",
        title: "Read the rates",
        tool_name: "refuse",
        tool_params: { sentence: "The bank does not answer." },
        failure: { validation_error: { action: "FAIL" } },
      },
      {
        id: "write",
        title: "Write the report",
        layer: "report",
        ...letter("Report"),
        depends_on: ["send", "period"],
        estimated_seconds: 240,
        priority: 7,
      },
      {
        id: "print",
        title: "Print the report",
        layer: "report",
        ...letter("Paper"),
        depends_on: ["write"],
        estimated_seconds: 30,
      },
    ],
  };
}
