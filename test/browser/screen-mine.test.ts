import { expect, test } from "vitest";
import { createKeyStore } from "../../src/api/auth/key-store.ts";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import { echo } from "../support/echo-todo.ts";
import { button } from "./boards-plan.ts";
import { sideways } from "./phone-checks.ts";
import { useScreen, type Viewer } from "./use-screen.ts";

const screen = useScreen();
const PHONE = { width: 390, height: 780, touch: true } as const;

/** The screen at an address as somebody with a key. */
async function openAs(name: string, address: string, viewer: Viewer = {}) {
  const { api, serve, open } = screen();
  const keys = createKeyStore(`${api.folder}/${name}-keys.json`);
  const created_at = new Date().toISOString();
  const made = await keys.add({ name, roles: ["operator"], created_at, expires_at: null });
  const { url } = await serve({ keys });
  const page = await open(url + address, viewer);
  const field = page.getByRole("textbox", { name: viewer.language === "ko" ? "키" : "Key" });
  await field.fill(made.written);
  await field.press("Enter");
  const plan = async (title: string, todos: object[]) => {
    const answer = await fetch(`${url}/v1/plans`, {
      method: "POST",
      headers: { authorization: `Bearer ${made.written}`, "content-type": "application/json" },
      body: JSON.stringify({ title, todos }),
    });
    expect(answer.status).toBe(201);
  };
  return { page, plan };
}

test("who is asked for nothing reads so in the inbox, and how much waits for others", async () => {
  const { page, plan } = await openAs("kim", "/inbox?for=me");
  await page.getByText("Nothing is waiting for you").waitFor();
  await plan("Survey", [
    { title: "Call the customers", assignee: "lee" },
    { title: "Write to them", assignee: "park" },
  ]);
  await page.getByText("2 wait for others.").waitFor();
  await page.getByText("0 wait", { exact: true }).waitFor();
  // What waits for anybody waits for kim, too.
  await plan("Colours", [{ title: "Pick", input_request: { question: "Which colour?" } }]);
  await page.getByRole("link", { name: /Which colour/ }).click();
  await page.getByRole("heading", { name: "Which colour?" }).waitFor();
  expect(new URL(page.url()).searchParams.get("for")).toBe("me");
  expect(await page.getByRole("list", { name: "Inbox" }).getByRole("link").count()).toBe(1);
  await page.getByRole("checkbox", { name: "For me" }).uncheck();
  await expect
    .poll(() => page.getByRole("list", { name: "Inbox" }).getByRole("link").count())
    .toBe(3);
});

test("who goes through a part of the inbox on a phone is led to the next of that part, and back to it", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const send = (id: string, timeout_seconds: number, more: object = {}) =>
    echo(id, {
      title: `Send ${id}`,
      requires_approval: true,
      approval: { timeout_seconds },
      ...more,
    });
  const { id } = await api.create({
    id: "mine-part",
    title: "Letters",
    todos: [
      send("first", 900),
      send("last", 1_200),
      // More urgent, and not of that part.
      send("others", 700, { assignee: "x".repeat(LIMITS.tag) }),
      {
        id: "ask",
        title: "Ask",
        input_request: { question: "Which colour?" },
        approval: { timeout_seconds: 800 },
      },
    ],
  });
  await api.untilHolds(id, 4);
  const page = await open(`${url}/inbox?for=me&kind=approval`, PHONE);
  const list = page.getByRole("list", { name: "Inbox" });
  await list.getByRole("link", { name: /Send first/ }).tap();
  await button(page, "Approve").tap();
  await page.getByRole("link", { name: "Next: Send last" }).tap();
  await page.getByRole("heading", { name: "Send last" }).waitFor();
  await page.getByRole("main").getByRole("link", { name: "Inbox" }).tap();
  await page.waitForURL(`${url}/inbox?for=me&kind=approval`);
  // However long a name is, a list is as wide as the phone.
  await page.goto(`${url}/inbox`);
  await list.getByText("x".repeat(LIMITS.tag)).waitFor();
  expect(await sideways(page)).toEqual([]);
  await api.post(`/v1/plans/${id}/cancel`);
});

test("plans are shown by their owner, and the address says whose", async () => {
  const { api } = screen();
  const { page, plan } = await openAs("mina", "/plans");
  await plan("Plan of Mina", [{ title: "Pick", input_request: { question: "Which?" } }]);
  await api.create({ title: "Plan of another", todos: [{ title: "Call", assignee: "lee" }] });
  const list = page.getByRole("list", { name: "Plans" });
  await page.goto(page.url());
  await list.getByRole("link", { name: /Plan of another/ }).waitFor();
  await page.getByRole("combobox", { name: "Owner" }).selectOption("mina");
  await expect.poll(() => list.getByRole("link").count()).toBe(1);
  expect(await list.innerText()).toContain("Plan of Mina");
  expect(new URL(page.url()).searchParams.get("owner")).toBe("mina");
  // The other filters keep it, and so does a new look at the address.
  await page.getByRole("link", { name: "Waiting for people", exact: true }).click();
  await page.getByText("1 plan", { exact: true }).waitFor();
  await page.reload();
  await page.getByText("1 plan", { exact: true }).waitFor();
  await page.getByRole("combobox", { name: "Owner" }).selectOption({ label: "Any owner" });
  await expect.poll(() => new URL(page.url()).search).toBe("?show=waiting");
  expect(await button(page, /new$/).count()).toBe(0);
});
