import { expect, test } from "vitest";
import type { Notice } from "../../src/contract/list.ts";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();

/** A plan that has failed, and is listed as a notice. */
async function startFailed(id: string) {
  const { api, serve, open } = screen();
  const { url } = await serve();
  await api.create({
    id,
    title: "Weekly backup",
    todos: [
      {
        id: "store",
        title: "Store the archive",
        tool_name: "refuse",
        tool_params: { sentence: "The archive is larger than the disk." },
        failure: { validation_error: { action: "ABORT" } },
      },
    ],
  });
  expect((await api.untilEnded(id)).status).toBe("failed");
  const listed = async () =>
    (await api.get<{ notices: Notice[] }>("/v1/notices")).notices.map(({ plan_id }) => plan_id);
  await expect.poll(listed).toContain(id);
  return { url, open, listed };
}

test("a plan that failed stands in the inbox with its todo and error until somebody acknowledges it", async () => {
  const { url, open, listed } = await startFailed("shots-failed");
  const page = await open(`${url}/inbox`);
  const row = page.getByRole("list", { name: "Inbox" }).getByRole("link", { name: /Plan failed/ });
  expect(await row.innerText()).toContain("Store the archive");
  await row.click();
  const article = page.getByRole("article");
  await article.getByRole("heading", { name: "Store the archive" }).waitFor();
  const shown = await article.innerText();
  expect(shown).toContain("The archive is larger than the disk.");
  expect(shown).toContain("Weekly backup");
  await button(page, "Acknowledge").click();
  await page.getByText("Nothing is left to read here").waitFor();
  await page.getByText("Nothing is waiting for you").waitFor();
  await expect.poll(listed).not.toContain("shots-failed");
  await page.reload();
  await page.getByText("Nothing is left to read here").waitFor();
});

test("a notice is read by keyboard alone, in Korean, and filtered by its kind", async () => {
  const { url, open, listed } = await startFailed("shots-failed-keys");
  const page = await open(`${url}/inbox?kind=failed`, { language: "ko" });
  await page.getByRole("link", { name: /Store the archive.*계획 실패/s }).waitFor();
  await page.keyboard.press("KeyJ");
  await page.getByRole("heading", { name: "Store the archive" }).waitFor();
  await page.keyboard.press("KeyA");
  // The key alone says nothing for everybody: it leads to the button, and Enter presses it.
  await page.locator(":focus").getByText("확인했음").waitFor();
  expect(await listed()).toContain("shots-failed-keys");
  await page.keyboard.press("Enter");
  await page.getByText("확인할 내용이 없습니다").waitFor();
  await expect.poll(listed).not.toContain("shots-failed-keys");
});

test("what failed is told once, however long, and by the title of its todo", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const sentence = `The archive is larger than the disk: ${"9 GB, ".repeat(30)}and there is no other.`;
  await api.create({
    id: "shots-failed-long",
    title: "Yearly backup",
    todos: [
      {
        id: "store",
        title: "Store the archive",
        tool_name: "refuse",
        tool_params: { sentence },
        failure: { validation_error: { action: "ABORT" } },
      },
    ],
  });
  await api.untilEnded("shots-failed-long");
  const page = await open(`${url}/inbox/failed/shots-failed-long`);
  const article = page.getByRole("article");
  await article.getByRole("heading", { name: "Store the archive" }).waitFor();
  // Lists are told its beginning, and whoever reads it the whole.
  await article.getByText(sentence).waitFor();
  expect((await article.innerText()).match(/larger than the disk/g)).toHaveLength(1);
  await article.getByRole("link", { name: "Yearly backup" }).click();
  await page.getByText(`"Store the archive" failed critically: ${sentence}`).waitFor();
});
