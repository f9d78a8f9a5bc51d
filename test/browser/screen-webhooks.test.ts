import { expect, onTestFinished, test } from "vitest";
import { createKeyStore } from "../../src/api/auth/key-store.ts";
import type { Webhook } from "../../src/contract/service/webhook.ts";
import { assertSigned, startReceiver } from "../support/webhook-receiver.ts";
import { assertAccessible } from "./assert-accessible.ts";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen({ config: { webhooks: { allow: ["127.0.0.1"] } } });

async function receive() {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  return receiver;
}

test("a webhook is made with its secret shown once, tested, replayed, turned off and removed", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const receiver = await receive();
  const page = await open(`${url}/system`);
  await page.getByRole("main").getByRole("link", { name: "Webhooks" }).click();
  await page.getByText("Nobody outside is told anything yet").waitFor();
  await assertAccessible(page);
  await button(page, "New webhook").click();
  const form = page.getByRole("dialog", { name: "New webhook" });
  await form.getByLabel("Address").fill("http://10.0.0.1/told");
  await form.getByRole("button", { name: "Make webhook" }).click();
  // What the API refuses is told at the form.
  await form.getByRole("alert").waitFor();
  await assertAccessible(page);
  await form.getByLabel("Address").fill(receiver.url);
  const slip = async (): Promise<void> => {
    await page.keyboard.press("Escape");
    await page.mouse.click(4, 4);
  };
  // What is written is not lost by it.
  await slip();
  expect(await form.getByLabel("Address").inputValue()).toBe(receiver.url);
  // The names of events are the API's: each says what it is.
  await form.getByRole("checkbox", { name: /work.overdue.*a person's todo is overdue/ }).uncheck();
  await form.getByRole("button", { name: "Make webhook" }).click();
  const secret = await form.getByRole("note", { name: "Secret" }).innerText();
  expect(secret).toMatch(/^whsec_/);
  await assertAccessible(page);
  await slip();
  await form.getByRole("button", { name: "Close" }).click();
  expect(await page.locator("body").innerText()).not.toContain(secret);
  const [made] = (await api.get<{ webhooks: Webhook[] }>("/v1/webhooks")).webhooks;
  expect(made!.events).toHaveLength(10);

  await page.getByRole("link", { name: receiver.url }).click();
  await page.getByText("Send a test to see whether it arrives.").waitFor();
  await button(page, `Send a test: ${receiver.url}`).click();
  const row = page.getByRole("list", { name: "What it was told" }).getByRole("listitem").first();
  await row.getByText("Delivered").waitFor();
  assertSigned(receiver.received[0]!, secret);
  await row.getByRole("button", { name: /^Show all/ }).click();
  await row.getByText('"specversion": "1.0"').waitFor();
  await assertAccessible(page);
  await row.getByRole("button", { name: /^Send again/ }).click();
  await row.getByText("2 attempts").waitFor();
  expect(receiver.received.map(({ event }) => event.id)).toEqual([
    receiver.received[0]!.event.id,
    receiver.received[0]!.event.id,
  ]);

  await button(page, `New secret: ${receiver.url}`).click();
  const rotating = page.getByRole("dialog", { name: "Replace the secret?" });
  await rotating.getByText("for a day, with the old one as well").waitFor();
  await assertAccessible(page);
  await rotating.getByRole("button", { name: "New secret" }).click();
  const fresh = await rotating.getByRole("note", { name: "Secret" }).innerText();
  await assertAccessible(page);
  await slip();
  await rotating.getByRole("button", { name: "Close" }).click();
  expect(await page.locator("body").innerText()).not.toContain(fresh);
  await row.getByRole("button", { name: /^Send again/ }).click();
  await row.getByText("3 attempts").waitFor();
  for (const each of [secret, fresh]) assertSigned(receiver.received[2]!, each);

  await button(page, `Turn off: ${receiver.url}`).click();
  await button(page, `Turn on: ${receiver.url}`).waitFor();
  await row.getByRole("button", { name: /^Send again/ }).click();
  await row.getByRole("alert").waitFor();
  await button(page, `Turn on: ${receiver.url}`).click();
  await button(page, `Turn off: ${receiver.url}`).waitFor();
  await button(page, `Remove: ${receiver.url}`).click();
  const sure = page.getByRole("dialog", { name: "Remove this webhook?" });
  await sure.getByRole("button", { name: "Remove" }).click();
  await page.getByText("Nobody outside is told anything yet").waitFor();
  expect((await api.get<{ webhooks: Webhook[] }>("/v1/webhooks")).webhooks).toEqual([]);
});

test("a receiver that refuses is told so in the log of its deliveries, in Korean and at 320 px", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const receiver = await receive();
  receiver.answer = () => 500;
  const made = (await (
    await api.post("/v1/webhooks", { url: receiver.url, events: ["plan.ended"] })
  ).json()) as Webhook;
  await api.post(`/v1/webhooks/${made.id}/test`, {});
  const page = await open(`${url}/webhooks/${made.id}`, {
    language: "ko",
    theme: "dark",
    width: 320,
    height: 640,
  });
  const row = page.getByRole("list", { name: "알린 기록" }).getByRole("listitem").first();
  await row.getByText(/500으로 답함/).waitFor();
  await row.getByText(/다음 시도|보내는 중/).waitFor();
  await assertAccessible(page);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320);
  // The list of webhooks says it, too: there people look whether all is well.
  await page.getByRole("link", { name: "웹훅", exact: true }).first().click();
  const listed = page.getByRole("list", { name: "웹훅" });
  await listed.getByText("가장 최근 알림이 전달되지 않았습니다.").waitFor();
  receiver.answer = () => 204;
  await listed.getByRole("button", { name: /^시험 전송/ }).click();
  await listed.getByText("가장 최근 알림이 전달되지 않았습니다.").waitFor({ state: "detached" });
  await api.request("DELETE", `/v1/webhooks/${made.id}`);
});

test("of many deliveries the newest hundred are shown, and that there are older ones", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const receiver = await receive();
  const made = (await (
    await api.post("/v1/webhooks", { url: receiver.url, events: ["plan.ended"] })
  ).json()) as Webhook;
  const tell = async (times: number): Promise<void> => {
    const told = Array.from({ length: times }, () => api.post(`/v1/webhooks/${made.id}/test`, {}));
    await Promise.all(told);
  };
  for (let ten = 0; ten < 10; ten += 1) await tell(10);
  const page = await open(`${url}/webhooks/${made.id}`);
  const rows = page.getByRole("list", { name: "What it was told" }).getByRole("listitem");
  await rows.nth(99).waitFor();
  const older = page.getByText("These are the newest 100; there are older ones.");
  expect(await older.count()).toBe(0);
  await tell(1);
  await older.waitFor();
  expect(await rows.count()).toBe(100);
  await api.request("DELETE", `/v1/webhooks/${made.id}`);
});

test("a link to a webhook that is not there says so, and leads to those that are", async () => {
  const { serve, open } = screen();
  const { url } = await serve();
  const page = await open("about:blank");
  for (const id of ["nope", "wh_0123456789abcdef"]) {
    await page.goto(`${url}/webhooks/${id}`);
    await page.getByRole("heading", { name: "Webhook not found" }).waitFor();
    expect(await page.locator("main").innerText()).not.toMatch(/\/param|\/v1|What it was told/);
    await page.getByRole("main").getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("heading", { name: "Webhooks" }).waitFor();
  }
});

test("who is no admin is told that webhooks are not for them", async () => {
  const { api, serve, open } = screen();
  const keys = createKeyStore(`${api.folder}/webhook-keys.json`);
  const created_at = new Date().toISOString();
  const { written } = await keys.add({
    name: "kim",
    roles: ["operator"],
    created_at,
    expires_at: null,
  });
  const { url } = await serve({ keys });
  const page = await open(`${url}/webhooks`);
  await page.getByRole("textbox", { name: "Key" }).fill(written);
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText(/admin/).first().waitFor();
  expect(await button(page, "New webhook").count()).toBe(0);
});
