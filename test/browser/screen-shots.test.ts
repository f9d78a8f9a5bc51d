import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { createKeyStore } from "../../src/api/auth/key-store.ts";
import { PICTURED, startPictured } from "./pictured-plans.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { useScreen, type Viewer } from "./use-screen.ts";

/*
 * A picture of every screen and state, for people to look at: `PICTURES=docs npm run test:browser --
 * screen-shots`. They stay in the repository and go into no package.
 */
const screen = useScreen(PICTURED);
const IMAGES = fileURLToPath(new URL("../../docs/images/screens", import.meta.url));
const MOST_BYTES_OF_ALL = 3_000_000;
const WIDE: Viewer = { width: 1120, height: 700 };
const NARROW: Viewer = { width: 320, height: 640 };

const THREE_FRAMES = `new Promise((done) => {
  let left = 3;
  const next = () => (left-- === 0 ? done() : requestAnimationFrame(next));
  next();
})`;

/** What is looked at, and what is done there before the picture. */
type Shot = readonly [name: string, path: string, act?: (page: Page) => Promise<unknown>];

test("a picture of every screen and state is taken from real plans", async () => {
  const { api, serve, open } = screen();
  await mkdir(IMAGES, { recursive: true });
  const { url } = await serve();
  let bytes = 0;
  const take = async (page: Page, name: string): Promise<void> => {
    const path = join(IMAGES, `${name}.jpg`);
    await page.screenshot({ path, type: "jpeg", quality: 50 });
    bytes += (await stat(path)).size;
  };
  const settled = async (page: Page): Promise<void> => {
    await page.locator("h1, h2, [role=alert]").filter({ visible: true }).first().waitFor();
    await expect
      .poll(() => page.getByRole("status", { name: /^(Loading|불러오는)/ }).count())
      .toBe(0);
    // What can be done with a request has its place before it is known.
    const unknown = page.locator("article header button").filter({ visible: false });
    await expect.poll(() => unknown.count()).toBe(0);
    // What a list has yet to measure comes with the next frames.
    await page.evaluate(THREE_FRAMES);
  };
  const takeAll = async (look: Viewer, suffix: string, shots: readonly Shot[], base = url) => {
    const page = await open(base, look);
    for (const [name, path, act] of shots) {
      await page.goto(base + path);
      await settled(page);
      await act?.(page);
      if (act !== undefined) await settled(page);
      await take(page, `${name}${suffix}`);
    }
    await page.close();
  };

  await takeAll(WIDE, "", [
    ["inbox-empty", "/inbox"],
    ["plans-empty", "/plans"],
    ["templates-empty", "/templates"],
  ]);
  const holds = await startPictured(api);
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const hook = await api.post("/v1/webhooks", { url: receiver.url, description: "Tells Slack" });
  const { id: webhook } = (await hook.json()) as { id: string };
  await api.post(`/v1/webhooks/${webhook}/test`, {});
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  const inbox = (hold: string): string => `/inbox/${hold}`;
  const all: readonly Shot[] = [
    ["inbox", "/inbox"],
    ["hold-approval", inbox(holds.approval)],
    [
      "hold-reject",
      inbox(holds.approval),
      (page) =>
        page
          .getByRole("button", { name: /^(Reject|거절)/ })
          .first()
          .click(),
    ],
    ["hold-input", inbox(holds.input)],
    ["hold-question", inbox(holds.question)],
    ["hold-review", inbox(holds.review)],
    ["hold-proposal", inbox(holds.proposal)],
    ["hold-budget", inbox(holds.budget)],
    ["hold-failure", inbox(holds.failure)],
    ["hold-large", inbox(holds.large)],
    ["work", "/inbox/work/survey/market"],
    ["notice", "/inbox/failed/backup"],
    ["plans", "/plans"],
    ["board", "/plans/survey"],
    [
      "drawer",
      "/plans/survey/todos/send",
      (page) => page.getByRole("button", { name: /^(Dependencies|선행 관계)/ }).waitFor(),
    ],
    ["drawer-failed", "/plans/backup/todos/store"],
    [
      "drawer-log",
      "/plans/rates/todos/fetch",
      (page) => page.getByRole("tab", { name: "Log" }).click(),
    ],
    [
      "drawer-attempts",
      "/plans/rates/todos/fetch",
      (page) => page.getByRole("tab", { name: "Attempts" }).click(),
    ],
    [
      "drawer-conversation",
      "/plans/notes/todos/draft",
      (page) => page.getByRole("tab", { name: "Conversation" }).click(),
    ],
    ["graph", "/plans/survey?view=graph"],
    ["kanban", "/plans/survey?view=kanban"],
    ["timeline", "/plans/survey?view=timeline"],
    ["ended", "/plans/tea"],
    ["chat", "/plans/notes/chat"],
    ["versions", "/plans/survey/versions"],
    ["activity", "/plans/survey/activity"],
    ["new-goal", "/plans/new"],
    ["new-outline", "/plans/new?as=outline"],
    ["new-template", "/plans/new?as=template"],
    [
      "new-text-problems",
      "/plans/new?as=text",
      (page) =>
        page
          .getByRole("textbox")
          .first()
          .fill(
            "title: Tea party\ntodos:\n  - id: bake\n    title: Bake\n    tool: echo\n  - id: eat\n    title: Eat\n    depends_on: [bread]\n",
          ),
    ],
    ["templates", "/templates"],
    ["agents", "/agents"],
    ["webhooks", "/webhooks"],
    [
      "webhook",
      `/webhooks/${webhook}`,
      (page) =>
        page
          .getByRole("button", { name: /^Show all/ })
          .first()
          .click(),
    ],
    ["system", "/system"],
    ["not-found", "/plans/no-such-plan"],
    ["no-page", "/system/nowhere"],
    [
      "menu",
      "/plans",
      async (page) => {
        await page.keyboard.press("Control+KeyK");
        await page.getByRole("dialog").waitFor();
      },
    ],
    ["shortcuts", "/plans", (page) => page.keyboard.press("Shift+Slash")],
    [
      "settings",
      "/plans",
      (page) => page.getByRole("button", { name: /^(Settings|설정)$/ }).click(),
    ],
  ];
  await takeAll(WIDE, "", all);
  const some = new Set([
    "inbox",
    "hold-approval",
    "hold-question",
    "hold-review",
    "plans",
    "drawer",
    "graph",
    "kanban",
    "timeline",
    "new-text-problems",
    "webhooks",
    "system",
  ]);
  const chosen = all.filter(([name]) => some.has(name));
  await takeAll({ ...WIDE, theme: "dark" }, ".dark", chosen);
  await takeAll({ ...WIDE, language: "ko" }, ".ko", chosen);
  await takeAll(NARROW, ".320", chosen);

  const keys = createKeyStore(`${api.folder}/screen-keys.json`);
  const created_at = new Date().toISOString();
  const viewer = { name: "kim", roles: ["viewer"] as const, created_at, expires_at: null };
  const { written } = await keys.add({ ...viewer, roles: [...viewer.roles] });
  const guarded = await serve({ keys });
  const page = await open(`${guarded.url}/webhooks`, WIDE);
  await settled(page);
  await take(page, "key");
  await page.getByRole("textbox", { name: "Key" }).fill(written);
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  await take(page, "forbidden");
  await page.goto(`${guarded.url}${inbox(holds.approval)}`);
  await page.getByText("your key needs the role approver").waitFor();
  await take(page, "forbidden-decision");
  await page.close();

  const slow = await open(`${url}/plans`, WIDE);
  await slow.route("**/v1/**", () => undefined);
  await slow.goto(`${url}/inbox`);
  await slow.getByRole("status", { name: "Loading" }).first().waitFor();
  await take(slow, "loading");
  await slow.close();

  await api.stopWorker();
  const down = await open(`${url}${inbox(holds.approval)}`, WIDE);
  await down.getByText("No worker is running").waitFor({ timeout: 120_000 });
  await take(down, "worker-down");
  await down.close();
  await api.startWorker();

  const gone = await serve();
  const lost = await open(`${gone.url}${inbox(holds.approval)}`, WIDE);
  await settled(lost);
  await gone.stop();
  await lost.getByText("No answer from the server").waitFor({ timeout: 60_000 });
  await take(lost, "offline");
  await lost.close();
  expect(bytes).toBeLessThan(MOST_BYTES_OF_ALL);
  api.tools.openAll();
}, 900_000);
