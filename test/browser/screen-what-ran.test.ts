import { expect, test } from "vitest";
import type { System } from "../../src/contract/service/system.ts";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();
const BINDS = "Exactly these bytes run.";

test("what was approved with changes is what the page says runs, at once and afterwards", async () => {
  const { api, serve, open } = screen();
  const temporal: System["temporal"] = { namespace: "default", ui_url: null };
  const { url } = await serve({ system: { grace_seconds: 8, temporal } });
  const id = "screen-what-edited";
  await api.create({
    id,
    title: "Newsletter",
    todos: [
      {
        id: "send",
        title: "Send it",
        tool_name: "echo",
        tool_params: { text: "Helo", times: 2 },
        requires_approval: true,
      },
    ],
  });
  const [hold] = await api.untilHolds(id);
  const page = await open(`${url}/inbox/${hold!.id}`);
  const other = await open(`${url}/inbox/${hold!.id}`);
  await button(page, "Edit").click();
  const form = page.getByRole("form", { name: "Change the arguments" });
  await form.getByLabel("text").fill("Hello");
  await form.getByRole("button", { name: "Approve with these changes" }).click();
  for (const seen of [page, other]) {
    await seen.getByText(/Takes effect in \d+ s/).waitFor();
    const section = seen.getByRole("region", { name: "What will happen" });
    const changed = section.getByRole("region", { name: "Changed from what was asked" });
    expect(await changed.getByRole("deletion").innerText()).toBe("Helo");
    expect(await changed.getByRole("insertion").innerText()).toBe("Hello");
    expect(await section.locator("dd", { hasText: /^Hello$/ }).count()).toBe(1);
    expect(await section.locator("dd", { hasText: /^Helo$/ }).count()).toBe(0);
    expect(await section.innerText()).not.toContain(BINDS);
  }
  await api.untilEnded(id);
  const section = page.getByRole("region", { name: "What was approved" });
  await section.getByText("Of what was asked, before the changes.").waitFor();
  expect(await section.locator("dd", { hasText: /^Hello$/ }).count()).toBe(1);
  expect(await page.getByText(BINDS).count()).toBe(0);
});

test("a request whose time is over says what became of it, and not that it will run", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const id = "screen-what-late";
  const ask = (name: string, on_timeout: "fail" | "skip" | "approve") => ({
    id: name,
    title: `Send ${name}`,
    tool_name: "echo",
    tool_params: { text: name },
    requires_approval: true,
    approval: { timeout_seconds: 1, on_timeout },
  });
  const todos = [ask("a", "fail"), ask("b", "skip"), ask("c", "approve")];
  await api.create({ id, title: "Late", todos });
  await api.untilEnded(id);
  const holds = await api.holds(id, "all");
  const page = await open(url);
  const look = async (todo: string, language: "en" | "ko", says: string, title: string) => {
    const { id: hold } = holds.find(({ todo_id }) => todo_id === todo)!;
    const seen = language === "en" ? page : await open(url, { language });
    await seen.goto(`${url}/h/${hold}`);
    await seen.getByRole("status").getByText(says).waitFor();
    await seen.getByRole("region", { name: title }).waitFor();
    return seen.getByRole("article").innerText();
  };
  expect(await look("a", "en", "Timed out: marked as failed", "What was asked")).not.toMatch(
    /Exactly these bytes/,
  );
  expect(await look("b", "en", "Timed out: skipped", "What was asked")).not.toMatch(
    /Exactly these bytes/,
  );
  expect(await look("c", "en", "Timed out: approved automatically", "What was approved")).toContain(
    "Exactly these bytes were approved.",
  );
  await look("a", "ko", "기한이 지남: 실패로 처리함", "요청한 내용");
});

test("what is rejected will not run, and the page says so before it takes effect", async () => {
  const { api, serve, open } = screen();
  const temporal: System["temporal"] = { namespace: "default", ui_url: null };
  const { url } = await serve({ system: { grace_seconds: 60, temporal } });
  const id = "screen-what-rejected";
  const todo = { id: "send", title: "Send it", tool_name: "echo", tool_params: { text: "Hi" } };
  await api.create({ id, title: "Newsletter", todos: [{ ...todo, requires_approval: true }] });
  const [hold] = await api.untilHolds(id);
  const page = await open(`${url}/inbox/${hold!.id}`);
  await page.getByRole("region", { name: "What will happen" }).getByText(BINDS).waitFor();
  await button(page, "Reject").click();
  await page.getByRole("form", { name: "Reject" }).getByRole("button", { name: "Reject" }).click();
  await page.getByRole("region", { name: "What was asked" }).waitFor();
  expect(await page.getByText(BINDS).count()).toBe(0);
  await api.post(`/v1/plans/${id}/cancel`, {});
});
