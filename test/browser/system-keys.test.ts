import { expect, test } from "vitest";
import { createKeyStore } from "../../src/api/auth/key-store.ts";
import type { FoundCheck, SystemCheck } from "../../src/contract/service/checks.ts";
import { notice } from "../../src/contract/service/notices.ts";
import { assertAccessible } from "./assert-accessible.ts";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();
const keysOf = (name: string) => createKeyStore(`${screen().api.folder}/${name}.json`);

test("the first key is made after it was said what that switches on, and its browser stays in", async () => {
  const keys = keysOf("first");
  const { url } = await screen().serve({ keys });
  const page = await screen().open(`${url}/system`);
  const second = await page.context().newPage();
  await second.goto(`${url}/plans`);
  await second.getByText("Live", { exact: true }).waitFor();
  await page.getByText(/^There are no keys/).waitFor();
  await button(page, "New key").click();
  const form = page.getByRole("dialog", { name: "New key" });
  await form.getByText(/every request needs a key/).waitFor();
  await form.getByRole("button", { name: "Make key" }).click();
  await form.getByText("Choose at least one.").waitFor();
  await form.getByRole("checkbox", { name: /^operator / }).check();
  await form.getByText(/Unless this key has the role admin/).waitFor();
  await form.getByRole("checkbox", { name: /^operator / }).uncheck();
  await form.getByRole("checkbox", { name: /^admin / }).check();
  await form.getByLabel("Name").fill("local-operator");
  await form.getByRole("button", { name: "Make key" }).click();
  await form.getByText("is a name that Holdpoint uses itself").first().waitFor();
  await assertAccessible(page);
  await form.getByLabel("Name").fill("boss");
  await form.getByRole("button", { name: "Make key" }).click();
  const written = await form.getByRole("note", { name: "Key" }).innerText();
  expect(written).toMatch(/^hp_/);
  await assertAccessible(page);
  // Nothing shows it again: neither a slip of the hand nor a browser that copies nothing loses it.
  await page.keyboard.press("Escape");
  await page.mouse.click(4, 4);
  await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error())");
  await form.getByRole("button", { name: "Copy" }).click();
  await page.getByText("The browser does not let this page copy.").waitFor();
  expect(await form.getByRole("note", { name: "Key" }).innerText()).toBe(written);
  await form.getByRole("button", { name: "Close" }).click();
  await page
    .getByText(`You are signed in as boss, with the key ending in ${written.slice(-4)}.`)
    .waitFor();
  expect(await page.locator("body").innerText()).not.toContain(written);
  const readable = "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])";
  expect(await page.evaluate<string>(readable)).not.toContain(written);
  // The other tab goes on as the same person.
  await second.reload();
  await second.getByText("Live", { exact: true }).waitFor();
  expect((await fetch(`${url}/v1/plans`)).status).toBe(401);
});

test("an admin makes a key for somebody and revokes it, and is told what that ends", async () => {
  const keys = keysOf("admin");
  const created_at = screen().api.deps.now();
  const boss = await keys.add({ name: "boss", roles: ["admin"], created_at, expires_at: null });
  const { url } = await screen().serve({ keys });
  const page = await screen().open(`${url}/system`);
  await page.getByRole("textbox", { name: "Key" }).fill(boss.written);
  await page.keyboard.press("Enter");
  await button(page, "New key").click();
  const form = page.getByRole("dialog", { name: "New key" });
  await form.getByLabel("Name").fill("김민지");
  await form.getByRole("checkbox", { name: /^approver / }).check();
  await form.getByRole("radio", { name: "in 30 days" }).check();
  await form.getByLabel("Groups").fill("release, @sre");
  await form.getByRole("button", { name: "Make key" }).click();
  await form
    .getByText(/must be letters, digits/)
    .first()
    .waitFor();
  await form.getByLabel("Groups").fill("release, sre");
  await form.getByRole("button", { name: "Make key" }).click();
  const written = await form.getByRole("note", { name: "Key" }).innerText();
  await form.getByRole("button", { name: "Close" }).click();
  const ask = () => fetch(`${url}/v1/plans`, { headers: { authorization: `Bearer ${written}` } });
  expect((await ask()).status).toBe(200);
  const row = page
    .getByRole("list", { name: "Keys" })
    .getByRole("listitem")
    .filter({ hasText: "김민지" });
  await row.getByText("Active").waitFor();
  await row.getByText("approver, @release, @sre").waitFor();
  await row.getByRole("button", { name: /^Revoke/ }).click();
  const sure = page.getByRole("dialog", { name: "Revoke 김민지's key?" });
  await sure.getByText(/are refused at once, and for good/).waitFor();
  expect(await sure.innerText()).not.toContain("signed in with this key");
  await assertAccessible(page);
  await sure.getByRole("button", { name: "Revoke" }).click();
  await row.getByText("Revoked", { exact: true }).waitFor();
  expect((await ask()).status).toBe(401);

  const own = page
    .getByRole("list", { name: "Keys" })
    .getByRole("listitem")
    .filter({ hasText: "boss" })
    .first();
  await own.getByRole("button", { name: /^Revoke/ }).click();
  const last = page.getByRole("dialog", { name: "Revoke boss's key?" });
  await last.getByText(/last active key with the role admin/).waitFor();
  await last.getByText(/this browser will be signed out/).waitFor();
  await last.getByRole("button", { name: "Revoke" }).click();
  await page.getByText("This server asks for a key").waitFor();
  expect((await keys.list()).every(({ revoked_at }) => revoked_at !== null)).toBe(true);
});

test("the checks say what is amiss and what mends it, in both languages, and run again", async () => {
  const node: FoundCheck = {
    name: "node",
    ok: true,
    detail: notice("node_fine", { version: "22.1.0" }),
  };
  const stopped: FoundCheck = {
    name: "worker",
    ok: false,
    detail: notice("queue_not_polled", { queue: "q", kinds: notice("plans") }),
    fix: "holdpoint worker",
  };
  const polling: FoundCheck = {
    name: "worker",
    ok: true,
    detail: notice("queue_polled", { count: 1, queue: "q" }),
  };
  let isMended = false;
  const lookAround = () => Promise.resolve([node, isMended ? polling : stopped]);
  const { url } = await screen().serve({ lookAround });
  const page = await screen().open(`${url}/system`);
  await page.getByText("1 thing needs fixing.").waitFor();
  const list = page.getByRole("list", { name: "Checks" });
  await list.getByText("holdpoint worker").waitFor();
  await assertAccessible(page);
  isMended = true;
  await button(page, "Check again").click();
  await page.getByText("Nothing needs fixing.").waitFor();
  const korean = await screen().open(`${url}/system`, { language: "ko", width: 320 });
  await korean.getByText("고칠 것이 없습니다.").waitFor();
  expect(await korean.evaluate("document.documentElement.scrollWidth")).toBe(320);
  const { checks } = (await (await fetch(`${url}/v1/system/checks`)).json()) as {
    checks: SystemCheck[];
  };
  expect(checks.map(({ code, status }) => [code, status])).toEqual([
    ["node", "ok"],
    ["worker", "ok"],
  ]);
});

test("who is no admin is told who makes keys, and sees none", async () => {
  const keys = keysOf("viewer");
  const created_at = screen().api.deps.now();
  const kim = await keys.add({ name: "kim", roles: ["viewer"], created_at, expires_at: null });
  const { url } = await screen().serve({ keys });
  const page = await screen().open(`${url}/system`);
  await page.getByRole("textbox", { name: "Key" }).fill(kim.written);
  await page.keyboard.press("Enter");
  await page.getByText("Admins make and revoke keys").waitFor();
  await page.getByText("your key needs the role operator").waitFor();
  expect(await page.getByRole("button", { name: /key/ }).count()).toBe(0);
});
