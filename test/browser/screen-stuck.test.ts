import type { Route } from "playwright-core";
import { expect, inject, test } from "vitest";
import { startBrokenWorker } from "../support/broken-worker.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen({ ownTemporal: false });
/** A worker that stops lets running tasks end; lists follow by seconds on a busy machine. */
const LONG = { timeout: 120_000 };

test(
  "a plan with which no worker can go on looks like none that goes on, and says what to do",
  LONG,
  async () => {
    const { api, serve, open } = screen();
    const { url } = await serve();
    const { id } = await api.create({
      id: "screen-stuck",
      title: "Survey that stands",
      todos: [{ id: "ask", title: "Ask", input_request: { question: "Shall we?" } }],
    });
    await api.untilHolds(id);
    await api.stopWorker();
    const mend = await startBrokenWorker(inject("temporalAddress"), api.taskQueue);
    // What wakes the plan.
    await api.post(`/v1/plans/${id}/pause`, {});
    for (const [language, word, hint, lost, width] of [
      [
        "en",
        "Stuck",
        "Nothing is lost: the plan goes on by itself once a worker can run it",
        "1 todo does not run any more",
        1_120,
      ],
      ["ko", "진행 불가", "아직 사라진 것은 없습니다", "할 일 1개는 실행되지 않음", 320],
    ] as const) {
      const page = await open(`${url}/plans?search=stands`, { language, width });
      const asked: Route[] = [];
      await page.route("**/terminate?validate_only=true", (route) => void asked.push(route));
      const row = page.getByRole("link", { name: /Survey that stands/ });
      await row.getByText(word, { exact: true }).waitFor({ timeout: 60_000 });
      await row.click();
      const alert = page.getByRole("alert").filter({ hasText: hint });
      await alert.waitFor();
      expect(await alert.innerText()).toContain(`holdpoint plan terminate ${id}`);
      const end = language === "en" ? "End it for good" : "강제 종료";
      await page.getByRole("button", { name: end }).click();
      const question = page.getByRole("dialog");
      await expect.poll(() => asked.length).toBeGreaterThan(0);
      // No key ends it before it was said what is lost.
      await question.getByLabel(/^(Reason|이유)/).press("Control+Enter");
      for (const route of asked) await route.continue();
      await question.getByText(lost).waitFor();
      if (language === "en") {
        await question.getByRole("button", { name: "Keep it" }).click();
        continue;
      }
      await question.getByLabel(/이유/).fill("옛 버전이 없음");
      await question.getByRole("button", { name: end }).click();
      await page.getByRole("status").getByText("강제로 종료했습니다: Survey that stands").waitFor();
    }
    await mend();
    await api.startWorker();
  },
);
