import { describe, expect, onTestFinished, test, vi } from "vitest";
import { waitTool } from "../../src/tools/builtin/wait.ts";
import { createToolContext, failureOf, runTool } from "../support/tool-context.ts";

function fakeClock(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Whether a promise is settled once everything that is due has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol("pending");
  await vi.advanceTimersByTimeAsync(0);
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

describe("wait", () => {
  test("ends after its seconds and not before", async () => {
    fakeClock();
    const waiting = runTool(waitTool, { seconds: 86_400 });
    await vi.advanceTimersByTimeAsync(86_399_999);
    expect(await isSettled(waiting)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await expect(waiting).resolves.toEqual({ seconds: 86_400 });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("reports progress every second", async () => {
    fakeClock();
    const ctx = createToolContext();
    const waiting = runTool(waitTool, { seconds: 4 }, ctx);
    await vi.advanceTimersByTimeAsync(4_000);
    await waiting;
    expect(ctx.reported).toEqual([
      { percent: 0, message: "0 of 4 s" },
      { percent: 25, message: "1 of 4 s" },
      { percent: 50, message: "2 of 4 s" },
      { percent: 75, message: "3 of 4 s" },
      { percent: 100, message: undefined },
    ]);
  });

  test.each([0, 0.25, 2.5])("waits %s seconds", async (seconds) => {
    fakeClock();
    const waiting = runTool(waitTool, { seconds });
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
    await expect(waiting).resolves.toEqual({ seconds });
  });

  test("ends at once with the reason when the todo is cancelled", async () => {
    fakeClock();
    const controller = new AbortController();
    const reason = new Error("cancelled");
    const waiting = failureOf(
      runTool(waitTool, { seconds: 60 }, createToolContext({ signal: controller.signal })),
    );
    await vi.advanceTimersByTimeAsync(1_500);
    controller.abort(reason);
    expect(await waiting).toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("does not begin for a cancelled todo", async () => {
    const reason = new Error("cancelled");
    const ctx = createToolContext({ signal: AbortSignal.abort(reason) });
    expect(await failureOf(runTool(waitTool, { seconds: 60 }, ctx))).toBe(reason);
    expect(await failureOf(runTool(waitTool, { seconds: 0 }, ctx))).toBe(reason);
  });

  test.each([{}, { seconds: -1 }, { seconds: 86_401 }, { seconds: "5" }, { seconds: 5, x: 1 }])(
    "refuses the arguments %j",
    async (args) => {
      expect(await failureOf(runTool(waitTool, args))).toHaveProperty("issues");
    },
  );
});
