import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();

/** What has the focus: its kind, and what a screen reader calls it. */
const FOCUSED = `(() => {
  const one = document.activeElement;
  if (one === document.body) return "nothing";
  const said = one.ariaLabel ?? (one.labels?.[0]?.innerText || one.innerText) ?? "";
  return (one.role ?? one.tagName.toLowerCase()) + ": " + said.trim().split("\\n")[0];
})()`;
const focused = (page: Page) => () => page.evaluate<string>(FOCUSED);

const ask = (id: string, title: string) => ({
  id,
  title,
  tool_name: "echo",
  tool_params: { text: title },
  requires_approval: true,
});

test("whoever has no pointer is at the title of the page that they come to, and stays where they are when what they pressed is gone", async () => {
  const { api, serve, open } = screen();
  const { temporal } = api.deps.system;
  const { url } = await serve({ system: { grace_seconds: 60, temporal } });
  const { id } = await api.create({
    id: "focus-story",
    title: "Tea party",
    todos: [
      ask("bake", "Bake bread"),
      ask("invite", "Invite guests"),
      { id: "wash", title: "Wash up", assignee: "kim", depends_on: ["bake"] },
    ],
  });
  await api.untilHolds(id, 2);
  const page = await open(`${url}/plans`);
  const { keyboard } = page;
  const focus = focused(page);
  // A page that is opened by its address is read from its beginning.
  const plan = page.getByRole("link", { name: /Tea party/ });
  await plan.waitFor();
  await expect.poll(focus).toBe("nothing");
  await plan.focus();
  await keyboard.press("Enter");
  await expect.poll(focus).toBe("h1: Tea party");

  // Into a todo by its row, which says how it stands, and back to the row.
  const row = page.getByRole("row", { name: "Wash up, Blocked" });
  await row.focus();
  await keyboard.press("Enter");
  await expect.poll(focus).toBe("h2: Wash up");
  await keyboard.press("Escape");
  await expect.poll(focus).toBe("row: Wash up, Blocked");

  // What pauses a plan becomes what resumes it.
  await page.getByRole("button", { name: "Pause", exact: true }).focus();
  await keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Pause this plan?" }).waitFor();
  await keyboard.press("Control+Enter");
  await expect.poll(focus).toBe("button: Resume");
  await keyboard.press("Enter");
  await expect.poll(focus).toBe("button: Pause");

  // From one request to the next: each is read, and so is what became of it.
  await keyboard.press("g");
  await keyboard.press("i");
  await expect.poll(focus).toBe("h1: Inbox");
  const row1 = page.getByRole("list", { name: "Inbox" }).getByRole("link", { name: /Bake bread/ });
  await row1.focus();
  await keyboard.press("Enter");
  await expect.poll(focus).toBe("h1: Bake bread");

  // How much more time is chosen where it was asked for, or not at all.
  await page.getByRole("button", { name: "More time" }).focus();
  await keyboard.press("Enter");
  await expect.poll(focus).toBe("button: 10 min more");
  await page.getByRole("button", { name: "Cancel", exact: true }).focus();
  await keyboard.press("Enter");
  await expect.poll(focus).toBe("button: More time");
  await keyboard.press("Enter");
  await expect.poll(focus).toBe("button: 10 min more");
  await keyboard.press("Escape");
  await expect.poll(focus).toBe("button: More time");

  // Into what a button opens, and back to it.
  for (const [opens, field] of [
    ["Ask somebody else", "input: Who should decide?"],
    ["Approve and remember", "input: 1 hour"],
  ] as const) {
    await page.getByRole("button", { name: opens }).focus();
    await keyboard.press("Enter");
    await expect.poll(focus).toBe(field);
    await keyboard.press("Escape");
    await expect.poll(focus).toBe(`button: ${opens}`);
  }
  await page.getByRole("button", { name: "Approve", exact: true }).focus();
  await keyboard.press("Enter");
  await page.getByText("local-operator approved this").waitFor();
  await expect.poll(focus).toBe("h1: Bake bread");
  await keyboard.press("Tab");
  await expect.poll(focus).toBe("button: Undo");
  await keyboard.press("Enter");
  await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
  await expect.poll(focus).toBe("h1: Bake bread");
  await keyboard.press("j");
  await expect.poll(focus).toBe("h1: Invite guests");

  // Somebody else decides what one is about to decide.
  await page.getByRole("button", { name: "Approve", exact: true }).focus();
  const [, second] = await api.holds(id);
  await api.post(`/v1/holds/${second!.id}/decision`, { decision: "reject", then: "skip" });
  await page.getByText(/rejected this/).waitFor();
  await expect.poll(focus).toBe("h1: Invite guests");
  await page.goBack();
  await expect.poll(focus).toBe("h1: Bake bread");
  await api.post(`/v1/plans/${id}/cancel`);
}, 120_000);

test("whoever skips to the content is at what the address leads to, past the list or the plan that stands beside it", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "focus-skip",
    title: "Tea party",
    todos: [ask("bake", "Bake bread"), ask("invite", "Invite guests")],
  });
  const [hold] = await api.untilHolds(id, 2);
  for (const [path, title] of [
    [`/inbox/${hold!.id}`, `h1: ${hold!.title}`],
    [`/plans/${id}/todos/invite`, "h2: Invite guests"],
    ["/inbox", "h1: Inbox"],
  ] as const) {
    const page = await open(url + path);
    const focus = focused(page);
    await page
      .getByRole("heading", { name: title.slice(4) })
      .first()
      .waitFor();
    await page.keyboard.press("Tab");
    await expect.poll(focus).toBe("a: Skip to content");
    await page.keyboard.press("Enter");
    await expect.poll(focus, { message: path }).toBe(title);
    expect(new URL(page.url()).pathname).toBe(path);
  }
  await api.post(`/v1/plans/${id}/cancel`);
});

test("whoever has no pointer stays at what they work on when it closes, ends, or can go no further", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "focus-near",
    title: "Garden party",
    todos: [
      ask("bake", "Bake bread"),
      ask("invite", "Invite guests"),
      { id: "wash", title: "Wash up" },
      { id: "dry", title: "Dry up", depends_on: ["wash"], priority: 9 },
    ],
  });
  await api.untilHolds(id, 2);
  const page = await open(`${url}/inbox/work/${id}/wash`);
  const { keyboard } = page;
  const focus = focused(page);
  const press = async (name: string): Promise<void> => {
    await page.getByRole("button", { name, exact: true }).focus();
    await keyboard.press("Enter");
  };
  await press("Cannot be done");
  await expect.poll(focus).toMatch(/^textarea: /);
  await keyboard.press("Escape");
  await expect.poll(focus).toBe("button: Cannot be done");

  // A selection outlives a look at what it would do.
  await page.goto(`${url}/inbox`);
  await page.getByRole("checkbox", { name: "Select “Bake bread”" }).focus();
  await keyboard.press("Space");
  await press("Decide together");
  await page.getByRole("dialog").getByRole("region").waitFor();
  await keyboard.press("Escape");
  await expect.poll(focus).toBe("button: Decide together");

  // What is opened beside a todo is entered, and Escape leaves it alone.
  await page.goto(`${url}/plans/${id}/todos/dry`);
  for (const [opens, first] of [
    ["Dependencies", "button: No longer wait for “Wash up”"],
    ["Move", "button: One up"],
  ] as const) {
    await press(opens);
    await expect.poll(focus).toBe(first);
    await keyboard.press("Escape");
    await expect.poll(focus).toBe(`button: ${opens}`);
  }
  await press("Raise priority");
  await page.getByText("Priority 10").first().waitFor();
  await keyboard.press("Enter");
  await expect.poll(focus).toBe("button: Raise priority");

  await page.goto(`${url}/plans/${id}/todos/invite`);
  await press("Skip");
  await page.getByRole("dialog", { name: "Skip this todo?" }).waitFor();
  await expect.poll(focus).toBe("button: Skip");
  await keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(focus).toBe("h2: Invite guests");

  await page.goto(`${url}/plans/${id}?view=graph`);
  await press("As text");
  await expect.poll(focus).toBe("button: As picture");
  await keyboard.press("Enter");
  await expect.poll(focus).toBe("button: As text");
  await page.goto(`${url}/plans/${id}?view=timeline`);
  await press("Zoom in");
  await press("All");
  await expect
    .poll(() => page.getByRole("button", { name: "All", exact: true }).isDisabled())
    .toBe(true);
  expect(await focus()).toBe("button: All");

  await page.goto(`${url}/plans/${id}/chat`);
  await page.getByRole("textbox", { name: "Your words" }).fill("Add a todo called Sweep");
  await keyboard.press("Enter");
  await page.getByRole("button", { name: "Apply", exact: true }).waitFor();
  await press("Apply");
  await page.getByText("Applied as version").first().waitFor();
  await expect.poll(focus).toBe("h3: Plan");
  await keyboard.press("Tab");
  expect(await focus()).toBe("button: Undo");
  await api.post(`/v1/plans/${id}/cancel`);
}, 120_000);
