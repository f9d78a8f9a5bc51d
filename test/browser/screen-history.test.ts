import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createGateways } from "../../src/api/gateway/gateways.ts";
import { verifyLog } from "../../src/client/index.ts";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import type { LogHead } from "../../src/contract/plan/log-file.ts";
import { PICTURED } from "./pictured-plans.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen(PICTURED);

test("everything that happened to a plan is saved as a file: who decided what, when, and on which arguments", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "screen2-history",
    title: "History",
    todos: [
      {
        id: "send",
        title: "Send",
        tool_name: "echo",
        tool_params: { text: "hi" },
        requires_approval: true,
      },
    ],
  });
  const [hold] = await api.untilHolds(id);
  await api.post(`/v1/holds/${hold!.id}/decision`, { decision: "approve", comment: "Looks right" });
  await api.untilEnded(id);
  const page = await open(`${url}/plans/${id}/versions`);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the signed log" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe("screen2-history.log.jsonl");
  const log = await readFile((await file.path())!, "utf8");
  const { seq, digest, signatures } = await api.get<LogHead>(`/v1/plans/${id}/log/head`);
  const known = { keys: [signatures[0]!.public_key], heads: [{ seq, digest }] };
  expect(verifyLog(log, known)).toMatchObject({
    log: { plan_id: id, decisions: [{ by: "local-operator", count: 1 }] },
  });
  const lines = log.trimEnd().split("\n").slice(1, -1);
  const events = lines.map((line) => {
    const { digest: _, ...event } = JSON.parse(line) as LoggedEvent & { digest: string };
    return event;
  });
  expect(events).toEqual(await api.events(id));
  expect(events.find(({ type }) => type === "hold.decided")).toMatchObject({
    by: "local-operator",
    data: { decision: "approve", digest: hold!.digest, comment: "Looks right" },
  });
});

test("all of a large result is downloaded from its todo, and so is a file that somebody gave", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "screen2-results",
    title: "Results",
    todos: [
      { id: "write", title: "Write", tool_name: "big_text", tool_params: { length: 100_000 } },
      {
        id: "figures",
        title: "Figures",
        input_request: { question: "Which?", input_type: "file" },
      },
    ],
  });
  const [hold] = await api.untilHolds(id);
  const page = await open(`${url}/inbox/${hold!.id}`);
  await page.getByLabel("Choose a file").setInputFiles({
    name: "figures.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("1,2,3"),
  });
  await page.getByRole("button", { name: "Send answer", exact: true }).click();
  await api.untilEnded(id);
  const download = async (todo: string, name: string): Promise<[name: string, text: string]> => {
    await page.goto(`${url}/plans/${id}/todos/${todo}`);
    await page.getByRole("tab", { name: "Input and output" }).click();
    const saved = page.waitForEvent("download");
    await page.getByRole("tabpanel").getByRole("button", { name }).click();
    const file = await saved;
    return [file.suggestedFilename(), await readFile((await file.path())!, "utf8")];
  };
  expect(await download("figures", "Download figures.txt")).toEqual(["figures.txt", "1,2,3"]);
  const [name, text] = await download("write", "Download all of it");
  // It is told by its size and its beginning, in no words of ours that stand for it.
  await page.getByRole("tabpanel").getByText("300 kB").waitFor();
  expect(await page.getByRole("tabpanel").innerText()).not.toContain("$artifact");
  expect([name, JSON.parse(text)]).toEqual([
    "write.json",
    { long: "가".repeat(100_000), short: "짧은 글" },
  ]);
});

test("a todo's attempts, log and history are whole, also where the plan has thousands of events", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const before = Array.from({ length: 1_200 }, (_, place) => ({
    id: `m${place}`,
    title: `Step ${place}`,
    kind: "milestone" as const,
  }));
  const { id } = await api.create({
    id: "screen2-attempts",
    title: "Attempts",
    failure: { api_error: { action: "RETRY", max_retries: 1, retry_delay: 1, fallback: "FAIL" } },
    todos: [
      ...before,
      { id: "call", title: "Call", tool_name: "busy_once", depends_on: ["m1199"] },
    ],
  });
  expect((await api.untilEnded(id)).status).toBe("completed");
  const page = await open(`${url}/plans/${id}/todos/call`);
  await page.getByRole("tab", { name: "Attempts" }).click();
  const attempts = page.getByRole("tabpanel").getByRole("listitem");
  await expect.poll(() => attempts.count()).toBe(2);
  expect(await attempts.nth(0).innerText()).toMatch(/Attempt 2 of run 1.*Done/s);
  expect(await attempts.nth(1).innerText()).toMatch(
    /Attempt 1 of run 1.*The line is busy.*Tried again from/s,
  );
  await page.getByRole("tab", { name: "Log" }).click();
  const log = page.getByRole("region", { name: "Log" }).getByRole("listitem");
  await expect.poll(() => log.count()).toBe(4);
  expect(await log.nth(1).innerText()).toContain("Calling the bank, attempt 2.");
  await page.getByRole("searchbox", { name: "Search the log" }).fill("attempt 1");
  await expect.poll(() => log.count()).toBe(1);
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByRole("tabpanel").getByText("An attempt failed: The line is busy.").waitFor();
});

test("the timeline marks when a try failed, when people acted and when their time ran out", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "screen2-marks",
    title: "Marks",
    failure: { api_error: { action: "RETRY", max_retries: 1, retry_delay: 1, fallback: "FAIL" } },
    todos: [
      { id: "call", title: "Call", tool_name: "busy_once" },
      {
        id: "ask",
        title: "Ask",
        input_request: { question: "Green tea?" },
        approval: { timeout_seconds: 1, on_timeout: "skip" },
      },
      {
        id: "send",
        title: "Send",
        tool_name: "echo",
        tool_params: { text: "hi" },
        requires_approval: true,
      },
    ],
  });
  await expect
    .poll(async () => (await api.holds(id)).map(({ todo_id }) => todo_id))
    .toEqual(["send"]);
  const page = await open(`${url}/plans/${id}?view=timeline`);
  const row = (name: string) =>
    page.getByRole("list", { name: "Timeline" }).getByRole("link", { name: new RegExp(name) });
  await row("Call")
    .getByText(/: An attempt failed: The line is busy\./)
    .waitFor();
  await row("Ask")
    .getByText(/: Timed out: /)
    .waitFor();
  await row("Send")
    .getByText(/: Waiting for a decision/)
    .waitFor();
  expect(
    await row("Send")
      .getByText(/approved/)
      .count(),
  ).toBe(0);
  // What happens while one looks is marked, too.
  const [hold] = await api.holds(id);
  await api.post(`/v1/holds/${hold!.id}/decision`, { decision: "approve" });
  await row("Send")
    .getByText(/: local-operator approved/)
    .waitFor();
  await api.untilEnded(id);
  const legend = page.getByRole("region", { name: "Todos" }).getByRole("listitem");
  for (const sign of ["Attempt failed, retrying", "Time ran out", "A person acted"])
    await legend.filter({ hasText: new RegExp(`^${sign}$`) }).waitFor();
});

test("the link that Temporal's own page shows with a plan opens the plan here", async () => {
  const { api, serve, open } = screen();
  let address = "";
  const screenUrl = (): string => address;
  address = (await serve(createGateways(api.client, api.taskQueue, { screenUrl }))).url;
  const answer = await fetch(`${address}/v1/plans`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ id: "screen2-back", title: "Way back", todos: [{ title: "Call" }] }),
  });
  expect(answer.status).toBe(201);
  const described = await api.client.workflow.getHandle("plan-screen2-back").describe();
  const link = /\[Open in Holdpoint\]\((.*)\)/.exec((await described.staticDetails()) ?? "")?.[1];
  const page = await open(link!);
  await page.getByRole("heading", { name: "Way back" }).waitFor();
  await api.post("/v1/plans/screen2-back/cancel");
});

test("before a checkpoint is restored, it says what runs again and what stays as it is outside", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "screen2-restore",
    title: "Letters",
    todos: [
      { id: "send", title: "Send the letter", tool_name: "echo", tool_params: { text: "hi" } },
      { id: "wash", title: "Wash up", depends_on: ["send"] },
    ],
  });
  const sent = async () => (await api.plan(id)).todos.find((todo) => todo.id === "send")!;
  await expect.poll(async () => (await sent()).status).toBe("completed");
  const page = await open(`${url}/plans/${id}/versions`);
  const created = page.getByRole("listitem").filter({ hasText: "Plan created" });
  // Each of many of the same name is told apart by what is read with it.
  for (const name of ["Restore", "Start anew from here"]) {
    const beside = await created.getByRole("button", { name }).getAttribute("aria-describedby");
    expect(await page.locator(`[id="${beside}"]`).innerText()).toMatch(/^Plan created/);
  }
  await created.getByRole("button", { name: "Restore" }).click();
  const dialog = page.getByRole("dialog", { name: "Restore this checkpoint?" });
  await dialog.getByText("Runs again: “Send the letter”").waitFor();
  await dialog.getByText("What it did outside stays as it is: “Send the letter”").waitFor();
  // The structure is the same, and that is not nothing.
  await dialog.getByText("only its progress goes back to that moment").waitFor();
  expect(await dialog.getByText("The plan is like that already.").count()).toBe(0);
  expect((await sent()).run).toBe(1);
  await dialog.getByRole("button", { name: "Restore" }).click();
  await page.getByText("The checkpoint is restored.").waitFor();
  await expect.poll(async () => (await sent()).run).toBe(2);
  await api.post(`/v1/plans/${id}/cancel`);
});
