import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { button, settled } from "./boards-plan.ts";
import { hiddenOnTheWay, lowButtons, lowLinks, sideways } from "./phone-checks.ts";
import { PICTURED, startPictured, startPicturedWebhook } from "./pictured-plans.ts";
import { useScreen, type TestScreen, type Viewer } from "./use-screen.ts";

type Way = Parameters<typeof hiddenOnTheWay>[1];
const screen = useScreen(PICTURED);
const PHONE = { touch: true, width: 320, height: 640 };
/** WCAG 2.5.5 for fingers, 2.5.8 for everybody. */
const FINGER_PX = 44;
const LEAST_PX = 24;

const party = (id: string) => ({
  id,
  title: "Tea party",
  plan_review: true,
  todos: [
    { id: "bake", title: "Bake", tool_name: "echo", tool_params: { text: "bread" } },
    { id: "ask", title: "Guests", input_request: { question: "How many guests?" } },
    {
      id: "eat",
      title: "Serve the cake",
      tool_name: "echo",
      tool_params: { text: "cake" },
      requires_approval: true,
      depends_on: ["bake", "ask"],
    },
    { id: "wash", title: "Wash up", depends_on: ["eat"] },
    { id: "thank", title: "Thank everybody", depends_on: ["eat"] },
  ],
});

async function fitsPhone(page: Page, where: string): Promise<void> {
  expect(await sideways(page), where).toEqual([]);
  expect(await lowButtons(page, FINGER_PX), where).toEqual([]);
}

test("a plan is followed from the inbox to its end on a phone, by finger alone", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(party("screen-phone"));
  await api.untilHolds(id);
  const page = await open(`${url}/inbox`, PHONE);
  const article = page.getByRole("article");
  await page
    .getByRole("list", { name: "Inbox" })
    .getByRole("link", { name: /Tea party/ })
    .waitFor();
  await fitsPhone(page, "inbox");
  await page.getByRole("link", { name: /Tea party/ }).tap();
  await button(page, "Approve and start").waitFor();
  await fitsPhone(page, "review");
  await button(page, "Approve and start").tap();
  await page.getByRole("link", { name: /Next: How many guests/ }).tap();
  await article.getByLabel("Your answer").last().fill("12");
  await fitsPhone(page, "question");
  await button(page, "Send answer").tap();
  await page.getByRole("link", { name: /Next: Serve the cake/ }).tap();
  await button(page, "Approve").waitFor();
  await fitsPhone(page, "approval");
  await article.getByRole("link", { name: "Tea party" }).tap();
  await page.getByRole("row", { name: "Wash up" }).waitFor();
  await fitsPhone(page, "board");
  await page
    .getByRole("row", { name: "Wash up" })
    .getByRole("link", { name: /Wash up/ })
    .tap();
  await article.getByRole("heading", { name: "Wash up" }).waitFor();
  await button(page, "Move").waitFor();
  await fitsPhone(page, "drawer");
  for (const tab of ["Input and output", "History", "Overview"]) {
    await page.getByRole("tab", { name: tab }).tap();
    await fitsPhone(page, tab);
  }
  await button(page, "Move").tap();
  await fitsPhone(page, "move");
  await button(page, "To the end").tap();
  const order = async () => (await api.plan(id)).todos.map((todo) => todo.id).join(" ");
  await expect.poll(order).toBe("bake ask eat thank wash");
  await button(page, "Close").first().tap();
  await page.getByRole("definition").getByRole("link", { name: "Serve the cake" }).tap();
  await button(page, "Approve").tap();
  await page.getByText("local-operator approved this").waitFor();
  for (const title of ["Wash up", "Thank everybody"]) {
    await page.getByRole("link", { name: "Inbox" }).first().tap();
    await page.getByRole("list", { name: "Inbox" }).getByRole("link", { name: title }).tap();
    await button(page, "Done").tap();
    await article.getByRole("form").waitFor();
    await fitsPhone(page, title);
    await button(page, "Done").tap();
    await page.getByText(`Done: ${title}`).waitFor();
  }
  await page.getByRole("link", { name: "Plans" }).tap();
  await page.getByRole("link", { name: /Tea party/ }).tap();
  await page.getByText("100%, 5 of 5 done").waitFor();
  await fitsPhone(page, "end");
  expect((await api.untilEnded(id)).status).toBe("completed");
});

test("from a request's page, a finger decides in at most three taps", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "screen-taps",
    title: "Newsletter",
    todos: ["one", "two", "three"].map((name) => ({
      id: name,
      title: `Send ${name}`,
      ...(name === "three"
        ? { input_request: { question: "When?", input_type: "choice", options: ["Now", "Later"] } }
        : { tool_name: "echo", tool_params: { text: name }, requires_approval: true }),
    })),
  });
  const holds = await api.untilHolds(id, 3);
  const page = await open(`${url}/inbox`, PHONE);
  const reject = button(page, "Reject");
  const taps: readonly (readonly [became: string, todo: string, taps: readonly Locator[]])[] = [
    ["approved", "one", [button(page, "Approve")]],
    ["rejected", "two", [reject, reject]],
    ["answered", "three", [page.getByRole("radio", { name: "Now" }), button(page, "Send answer")]],
  ];
  for (const [became, todo, these] of taps) {
    expect(these.length).toBeLessThanOrEqual(3);
    await page.goto(`${url}/inbox/${holds.find(({ todo_id }) => todo_id === todo)!.id}`);
    for (const one of these) await one.tap();
    await page.getByText(`local-operator ${became} this`).waitFor();
  }
  await api.untilEnded(id);
});

test("with letters of twice the size, the page stays as wide as the phone and what is decided can be seen", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "screen-large-letters",
    title: "Newsletter",
    todos: [
      {
        id: "send",
        title: "Send it",
        tool_name: "echo",
        tool_params: { text: "Dear all" },
        requires_approval: true,
      },
    ],
  });
  const [hold] = await api.untilHolds(id);
  const page = await open(`${url}/inbox/${hold!.id}`, { ...PHONE, width: 390, height: 844 });
  await button(page, "Approve").waitFor();
  const positionOf = (): Promise<string> =>
    page.evaluate<string>("getComputedStyle(document.querySelector('.sticky-bar')).position");
  await expect.poll(positionOf).toBe("sticky");
  await page.evaluate("void (document.documentElement.style.fontSize = '200%')");
  await button(page, "Reject").tap();
  await expect.poll(positionOf).toBe("static");
  expect(await sideways(page)).toEqual([]);
  const seen = await page.evaluate<number[]>(
    "[...document.querySelectorAll('nav > :is(a, button)')].map((one) => one.getBoundingClientRect().right)",
  );
  expect(seen.length).toBeGreaterThanOrEqual(3);
  expect(Math.max(...seen)).toBeLessThanOrEqual(390);
  await api.post(`/v1/plans/${id}/cancel`);
});

test("on a narrow tablet, a plan's title in the list is read as a whole", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const title = "Customer survey of the third quarter";
  const { id } = await api.create({
    id: "screen-tablet",
    title,
    todos: [{ id: "call", title: "Call everybody who did not answer" }],
  });
  for (const language of ["en", "ko"] as const) {
    const page = await open(`${url}/plans`, { touch: true, width: 768, height: 1024, language });
    const shown = page.getByRole("link", { name: title }).getByText(title);
    await shown.waitFor();
    const cut = await page.evaluate<string[]>(
      "[...document.querySelectorAll('a .truncate')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)",
    );
    expect(cut).not.toContain(title);
    expect(await sideways(page)).toEqual([]);
  }
  await api.post(`/v1/plans/${id}/cancel`);
});

test("on a phone, Tab comes to the content before the navigation that stands below it", async () => {
  const { serve, open } = screen();
  const { url } = await serve();
  const page = await open(`${url}/plans`, { width: 390, height: 800 });
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  const isAfter = await page.evaluate<boolean>(
    `(() => {
      const [content, navigation] = ["main", "nav[aria-label=Main]"].map((name) => document.querySelector(name));
      return (content.compareDocumentPosition(navigation) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    })()`,
  );
  expect(isAfter).toBe(true);
  const below = await page.evaluate<number>(
    `document.querySelector("nav[aria-label=Main]").getBoundingClientRect().top - document.querySelector("main").getBoundingClientRect().bottom`,
  );
  expect(below).toBeGreaterThanOrEqual(0);
});

test("however long the next request's title is, the page after a decision is as wide as the phone", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const long = `Approve ${"the very long name of a report ".repeat(6)}`.trim();
  const { id } = await api.create({
    id: "screen-next-long",
    title: "Reports",
    todos: ["Send", long].map((title, place) => ({
      id: `todo-${place}`,
      title,
      tool_name: "echo",
      tool_params: { text: title },
      requires_approval: true,
      // Before anything else that waits.
      approval: { timeout_seconds: 600 },
    })),
  });
  const holds = await api.untilHolds(id, 2);
  const first = holds.find(({ todo_id }) => todo_id === "todo-0")!;
  const page = await open(`${url}/inbox/${first.id}`, { ...PHONE, width: 390 });
  const width = () => page.evaluate("document.querySelector('#content').scrollWidth");
  await button(page, "Approve").tap();
  await page.getByText("local-operator approved this").waitFor();
  await page.getByRole("link", { name: `Next: ${long.slice(0, 60)}` }).waitFor();
  expect(await width()).toBe(390);
  await fitsPhone(page, "decided");
  await page.goto(`${url}/inbox/failed/nope`);
  await page.getByRole("link", { name: `Next: ${long.slice(0, 60)}` }).waitFor();
  expect(await width()).toBe(390);
  await fitsPhone(page, "nothing to read");
  await api.post(`/v1/plans/${id}/cancel`);
});

test("what has the focus is never under a bar, and every button is as tall as its pointer needs", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const holds = await startPictured(api);
  const { approval, proposal, review, question, large } = holds;
  const paths = [
    ...[approval, proposal, review, question, large].map((hold) => `/inbox/${hold}`),
    "/inbox",
    "/inbox/failed/backup",
    "/plans/notes/chat",
    "/plans/survey",
    "/plans/survey/todos/send",
    "/plans/survey/activity",
    "/plans/thanks/versions",
    "/templates",
    "/webhooks",
    `/webhooks/${await startPicturedWebhook(api)}`,
    "/system",
  ];
  // The last one is a laptop at 200 %: half as many CSS pixels, each of two.
  const looks: readonly (readonly [viewer: Viewer, least: number, keys: readonly Way[]])[] = [
    [PHONE, FINGER_PX, ["Tab", "Shift+Tab"]],
    [{ width: 1120, height: 500 }, LEAST_PX, ["Shift+Tab"]],
    [{ width: 640, height: 400, scale: 2 }, LEAST_PX, []],
  ];
  const wrong: string[] = [];
  for (const [viewer, least, keys] of looks) {
    const page = await open(url, viewer);
    for (const path of paths) {
      await page.goto(url + path);
      await settled(page);
      const found = [
        ...(await lowButtons(page, least)),
        ...(await lowLinks(page, LEAST_PX)),
        ...(await sideways(page)),
      ];
      for (const key of keys) found.push(...(await hiddenOnTheWay(page, key)));
      wrong.push(...found.map((one) => `${path} at ${viewer.width} px: ${one}`));
    }
    await page.close();
  }
  expect(wrong).toEqual([]);
  await cancelAll(api);
}, 300_000);

async function cancelAll(api: ReturnType<() => TestScreen["api"]>): Promise<void> {
  api.tools.openAll();
  const { plans } = await api.get<{ plans: { id: string; status: string }[] }>("/v1/plans");
  for (const { id } of plans) await api.post(`/v1/plans/${id}/cancel`);
}
