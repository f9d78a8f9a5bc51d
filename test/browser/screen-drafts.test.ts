import { expect, test } from "vitest";
import type { System } from "../../src/contract/service/system.ts";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();
const TEMPORAL: System["temporal"] = { namespace: "default", ui_url: null };

/** Two plans with the same todos, as of one template: what they ask has the same fingerprints. */
async function startTwins(id: string, grace_seconds = 0) {
  const { api, serve, open } = screen();
  const { url } = await serve({ system: { grace_seconds, temporal: TEMPORAL } });
  const todos = [
    { id: "city", title: "Ask the city", input_request: { question: "Which city?" } },
    {
      id: "figures",
      title: "Ask for figures",
      input_request: { question: "Which figures?", input_type: "file" as const },
    },
    {
      id: "send",
      title: "Send it",
      tool_name: "echo",
      tool_params: { text: "Dear all" },
      requires_approval: true,
    },
  ];
  const twins = [];
  for (const title of ["Monday", "Tuesday"]) {
    const made = await api.create({ id: `${id}-${title.toLowerCase()}`, title, todos });
    const holds = await api.untilHolds(made.id, todos.length);
    const addressOf = (todo: string): string =>
      `${url}/inbox/${holds.find(({ todo_id }) => todo_id === todo)!.id}`;
    twins.push({ id: made.id, addressOf });
  }
  const [monday, tuesday] = twins as [(typeof twins)[number], (typeof twins)[number]];
  expect(new Set((await api.holds(monday.id)).map(({ digest }) => digest))).toEqual(
    new Set((await api.holds(tuesday.id)).map(({ digest }) => digest)),
  );
  return { api, open, monday, tuesday };
}

const FIGURES = { name: "figures.txt", mimeType: "text/plain", buffer: Buffer.from("1,2,3") };

test("what is written for one plan is not there for another plan that asks the same", async () => {
  const { api, open, monday, tuesday } = await startTwins("drafts");
  const page = await open(monday.addressOf("city"));
  const answer = page.getByRole("textbox", { name: "Your answer" });
  await answer.fill("Seoul");
  await page.goto(monday.addressOf("figures"));
  await page.getByLabel("Choose a file").setInputFiles(FIGURES);
  await page.getByText("figures.txt 5 bytes, text/plain").waitFor();
  await page.goto(monday.addressOf("send"));
  await button(page, "Reject").click();
  const reason = page.getByRole("textbox", { name: /^Reason/ });
  await reason.fill("Too early");

  await page.goto(tuesday.addressOf("city"));
  expect(await answer.inputValue()).toBe("");
  await page.goto(tuesday.addressOf("figures"));
  await page.getByLabel("Choose a file").waitFor();
  expect(await page.getByText("figures.txt").count()).toBe(0);
  await page.goto(tuesday.addressOf("send"));
  await button(page, "Reject").click();
  expect(await reason.inputValue()).toBe("");

  // It waits where it was written, until it is sent: then the tab knows nothing of it any more.
  await page.goto(monday.addressOf("city"));
  expect(await answer.inputValue()).toBe("Seoul");
  await button(page, "Send answer").click();
  await page.getByText("local-operator answered this").waitFor();
  const kept = () => page.evaluate<string>("JSON.stringify({ ...sessionStorage })");
  await expect.poll(kept).not.toContain("Seoul");
  expect(await kept()).toContain("figures.txt");
  for (const { id } of [monday, tuesday]) await api.post(`/v1/plans/${id}/cancel`);
});

test("an answer that is taken back stands in its field again", async () => {
  const { api, open, monday, tuesday } = await startTwins("drafts-undo", 60);
  const page = await open(monday.addressOf("city"));
  const answer = page.getByRole("textbox", { name: "Your answer" });
  await answer.fill("Seul");
  await button(page, "Send answer").click();
  await page.getByText("local-operator answered this").waitFor();
  await page.getByRole("article").getByRole("button", { name: "Undo" }).click();
  await answer.waitFor();
  expect(await answer.inputValue()).toBe("Seul");
  for (const { id } of [monday, tuesday]) await api.post(`/v1/plans/${id}/cancel`);
});

test("a file that could not be sent leaves no earlier one behind that would be answered with", async () => {
  const { api, open, monday, tuesday } = await startTwins("drafts-file");
  const page = await open(monday.addressOf("figures"));
  const field = page.getByLabel("Choose a file");
  await field.setInputFiles(FIGURES);
  await page.getByText("figures.txt 5 bytes, text/plain").waitFor();
  const refusal = { type: "about:blank", title: "Too large", status: 413, code: "too_large" };
  await page.route("**/files?**", (route) =>
    route.fulfill({
      status: 413,
      contentType: "application/problem+json",
      headers: { "holdpoint-instance": "any" },
      body: JSON.stringify({ ...refusal, detail: "It is too large.", hint: "", request_id: "r-1" }),
    }),
  );
  await field.setInputFiles({ ...FIGURES, name: "larger.txt" });
  await page.getByRole("alert").getByText("It is too large.").waitFor();
  expect(await page.getByText("figures.txt").count()).toBe(0);
  await button(page, "Send answer").click();
  await page.getByText("An answer is needed.").waitFor();
  for (const { id } of [monday, tuesday]) await api.post(`/v1/plans/${id}/cancel`);
});

test("a text that is larger than the browser keeps is in its field, and leaves no earlier one behind", async () => {
  const { api, open, monday, tuesday } = await startTwins("drafts-large");
  const page = await open(monday.addressOf("send"));
  const reason = page.getByRole("textbox", { name: /^Reason/ });
  await button(page, "Reject").click();
  await reason.fill("Too early");
  // A browser keeps five million signs for a tab.
  await reason.fill("x".repeat(5_500_000));
  expect((await reason.inputValue()).length).toBe(5_500_000);
  await page.reload();
  await button(page, "Reject").click();
  expect(await reason.inputValue()).toBe("");
  for (const { id } of [monday, tuesday]) await api.post(`/v1/plans/${id}/cancel`);
});
