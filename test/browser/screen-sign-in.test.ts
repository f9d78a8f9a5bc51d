import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createKeyStore } from "../../src/api/auth/key-store.ts";
import type { Role } from "../../src/contract/tables/vocabulary.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();

/** Everything that a script of a page could read. */
const READABLE =
  "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, document.documentElement.outerHTML])";

/** A server that wants keys, and one of them. */
async function setUp(name: string) {
  const { api, serve } = screen();
  const keys = createKeyStore(`${api.folder}/${name}.json`);
  const add = (person: string, roles: Role[] = ["viewer"]) =>
    keys.add({ name: person, roles, created_at: api.deps.now(), expires_at: null });
  const made = await add("kim");
  const { url } = await serve({ keys });
  return { url, keys, add, ...made };
}

async function giveKey(page: Page, written: string): Promise<void> {
  await page.getByRole("textbox", { name: "Key" }).fill(written);
  await page.keyboard.press("Enter");
}

async function signIn(page: Page, written: string): Promise<void> {
  await giveKey(page, written);
  await page.getByRole("heading", { name: "Inbox" }).waitFor();
}

const asksForKey = (page: Page) => page.getByText("This server asks for a key").waitFor();

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await asksForKey(page);
}

test("who gives the screen a key is signed in, in every tab and after a reload, and no script can read by what", async () => {
  const { url, written } = await setUp("sign-in");
  const page = await screen().open(`${url}/inbox`);
  const field = page.getByRole("textbox", { name: "Key" });
  await field.fill("hp_wrong_wrong");
  await field.press("Enter");
  await page.getByText("There is no such key.").waitFor();
  await signIn(page, written);
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/" });
  for (const secret of [written, cookie!.value]) {
    expect(await page.evaluate<string>(READABLE)).not.toContain(secret);
  }
  await page.reload();
  await page.getByRole("heading", { name: "Inbox" }).waitFor();
  const second = await page.context().newPage();
  await second.goto(`${url}/plans`);
  await second.getByRole("heading", { name: "Plans" }).waitFor();
  await second.getByText("Live", { exact: true }).waitFor();
});

test("signing out ends it in all tabs, and signing in again begins all of them anew", async () => {
  const { url, written } = await setUp("sign-out");
  const page = await screen().open(`${url}/inbox`);
  await signIn(page, written);
  const second = await page.context().newPage();
  await second.goto(`${url}/inbox`);
  await second.getByRole("heading", { name: "Inbox" }).waitFor();
  await signOut(second);
  await asksForKey(page);
  expect(await page.context().cookies()).toEqual([]);
  await signIn(page, written);
  await second.getByRole("heading", { name: "Inbox" }).waitFor();
});

test("a key that is revoked signs its browser out, which is told why", async () => {
  const { url, written, keys, key } = await setUp("revoked");
  const page = await screen().open(`${url}/inbox`);
  await signIn(page, written);
  await keys.revoke(key.id, new Date().toISOString());
  await page.reload();
  await asksForKey(page);
  expect(await page.getByRole("alert").innerText()).toContain(`The key ${key.id} of kim was`);
});

test("what somebody was writing is not there for who signs in after them, and is for themselves when their time was over", async () => {
  const { url, add } = await setUp("written");
  const lee = await add("lee", ["approver"]);
  const park = await add("park", ["approver"]);
  const { api } = screen();
  await api.create({
    id: "written",
    title: "Write",
    todos: [{ id: "ask", title: "Ask", input_request: { question: "Where?" } }],
  });
  const [hold] = await api.untilHolds("written");
  const page = await screen().open(`${url}/inbox/${hold!.id}`);
  const answer = page.getByRole("textbox", { name: "Your answer" });
  const enter = async (key: string): Promise<void> => {
    await giveKey(page, key);
    await answer.waitFor();
  };
  await enter(lee.written);
  await answer.fill("At home");
  await page.context().clearCookies();
  await page.reload();
  await asksForKey(page);
  await enter(lee.written);
  expect(await answer.inputValue()).toBe("At home");
  await signOut(page);
  expect(await page.evaluate<string>(READABLE)).not.toContain("At home");
  await enter(park.written);
  expect(await answer.inputValue()).toBe("");
});

test("what somebody said to a plan, and what they could undo, is not there for who signs in after them", async () => {
  const { url, add } = await setUp("said");
  const roles: Role[] = ["operator", "approver"];
  const lee = await add("lee", roles);
  const park = await add("park", roles);
  const { api } = screen();
  await api.create({ id: "said", title: "Say", todos: [{ id: "ask", title: "Wash up" }] });
  const page = await screen().open(`${url}/plans/said/chat`);
  const words = page.getByRole("textbox", { name: "Your words" });
  const enter = async (key: string): Promise<void> => {
    await giveKey(page, key);
    await words.waitFor();
  };
  await enter(lee.written);
  await words.fill("Add a todo called Sweep");
  await words.press("Enter");
  await page.getByRole("button", { name: "Apply", exact: true }).waitFor();
  await page.getByRole("checkbox", { name: "Ask before each todo" }).click();
  await page.getByRole("button", { name: "Undo" }).waitFor();
  await signOut(page);
  await enter(park.written);
  await page.getByRole("checkbox", { name: "Ask before each todo" }).waitFor();
  expect(await page.getByText("Add a todo called Sweep").count()).toBe(0);
  expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
});

test("a reason that was being written as the sign-in ended is there again, until it is left", async () => {
  const { url, add } = await setUp("reason");
  const lee = await add("lee", ["operator"]);
  const { api } = screen();
  await api.create({ id: "reason", title: "Why", todos: [{ id: "ask", title: "Wash up" }] });
  const page = await screen().open(`${url}/plans/reason`);
  const reason = page.getByRole("dialog").getByRole("textbox", { name: /^Reason/ });
  const ask = () => page.getByRole("button", { name: "Cancel plan" }).click();
  await giveKey(page, lee.written);
  await ask();
  await reason.fill("The guests are ill");
  await page.context().clearCookies();
  await page.keyboard.press("Control+Enter");
  await asksForKey(page);
  await giveKey(page, lee.written);
  await ask();
  expect(await reason.inputValue()).toBe("The guests are ill");
  await page.getByRole("button", { name: "Keep it" }).click();
  await ask();
  expect(await reason.inputValue()).toBe("");
});
