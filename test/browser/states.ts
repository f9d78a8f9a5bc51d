import type { Page } from "playwright-core";
import { createKeyStore } from "../../src/api/auth/key-store.ts";
import { echo } from "../support/echo-todo.ts";
import { settled } from "./boards-plan.ts";
import type { ScreenPage } from "./pages.ts";
import { speak } from "./speak.ts";
import type { TestScreen, Viewer } from "./use-screen.ts";

/** Looks at what a page shows now. */
export type Visit = (page: Page, name: string) => Promise<unknown>;

/** Opens each page, does there what its row says, and visits it. */
export async function visitPages(
  page: Page,
  base: string,
  language: "en" | "ko",
  pages: readonly ScreenPage[],
  visit: Visit,
): Promise<void> {
  const words = speak(language);
  for (const { name, path, act } of pages) {
    await page.goto(base + path);
    await settled(page);
    await act?.(page, words);
    if (act !== undefined) await settled(page);
    await visit(page, name);
  }
}

const asking = (id: string) => echo(id, { title: `Send ${id}`, requires_approval: true });

/**
 * Visits what a page shows when there is not all, not yet, nothing for this key, not now, or not any more.
 * @param hold one that waits for an approval.
 */
export async function visitStates(
  { api, serve, open }: TestScreen,
  hold: string,
  viewer: Viewer,
  visit: Visit,
): Promise<void> {
  const { url } = await serve();
  const address = `/inbox/${hold}`;
  await visitKeys({ api, serve, open }, address, viewer, visit);
  const page = await open("about:blank", viewer);
  await page.route("**/v1/**", () => undefined);
  await page.goto(`${url}/inbox`);
  await page.getByRole("status", { name: "Loading" }).first().waitFor();
  await visit(page, "loading");
  await page.unrouteAll();

  const many = Array.from({ length: 25 }, (_, place) => asking(`part${place}`));
  await api.create({ id: "much", title: "Much to send", todos: many });
  const [first] = await api.untilHolds("much", 25);
  await page.goto(`${url}/inbox`);
  await page.getByRole("link", { name: "5 more in much" }).waitFor();
  await visit(page, "partial");

  await api.post(`/v1/holds/${first!.id}/decision`, { decision: "approve", grace_seconds: 60 });
  await page.goto(`${url}/inbox/${first!.id}`);
  await page.getByText(/Takes effect in/).waitFor();
  await visit(page, "hold-in-grace");
  await api.post("/v1/plans/much/cancel");

  const { lists } = api.deps;
  const broken = await serve({
    lists: { ...lists, plans: () => Promise.reject(new Error("The disk of the index is gone")) },
  });
  await page.goto(`${broken.url}/plans`);
  await page.getByRole("alert").first().waitFor();
  await visit(page, "error");
  await page.close();
  api.errors.splice(0);

  await api.stopWorker();
  const down = await open(url + address, viewer);
  await down.getByText("No worker is running").waitFor({ timeout: 120_000 });
  await visit(down, "worker-down");
  await down.close();
  await api.startWorker();

  const gone = await serve();
  const lost = await open(gone.url + address, viewer);
  await settled(lost);
  await gone.stop();
  await lost.getByText("No answer from the server").waitFor({ timeout: 60_000 });
  await visit(lost, "offline");
  await lost.close();
}

async function visitKeys(
  { api, serve, open }: TestScreen,
  address: string,
  viewer: Viewer,
  visit: Visit,
): Promise<void> {
  const keys = createKeyStore(`${api.folder}/screen-keys.json`);
  const created_at = new Date().toISOString();
  const made = await keys.add({ name: "kim", roles: ["viewer"], created_at, expires_at: null });
  const { url } = await serve({ keys });
  const page = await open(`${url}/webhooks`, viewer);
  await settled(page);
  await visit(page, "key");
  await page.getByRole("textbox", { name: "Key" }).fill(made.written);
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  await visit(page, "forbidden");
  await page.goto(url + address);
  await page.getByText("your key needs the role approver").waitFor();
  await visit(page, "forbidden-decision");
  await page.close();
}
