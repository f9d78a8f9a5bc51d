import { z } from "zod";
import { defineTool } from "../define-tool.ts";

/** The tool `wait`: lets time pass. A repeated attempt waits the whole time again. */
export const waitTool = defineTool({
  name: "wait",
  description: "Waits a number of seconds.",
  repeatable: true,
  read_only: true,
  input: z.strictObject({ seconds: z.number().min(0).max(86_400) }),
  output: z.object({ seconds: z.number() }),
  async run({ seconds }, ctx) {
    const startedAt = performance.now();
    for (;;) {
      const waited = (performance.now() - startedAt) / 1_000;
      const left = seconds - waited;
      if (left <= 0) break;
      ctx.progress((waited / seconds) * 100, `${Math.floor(waited)} of ${seconds} s`);
      await pause(Math.min(left, 1) * 1_000, ctx.signal);
    }
    ctx.signal.throwIfAborted();
    ctx.progress(100);
    return { seconds };
  },
});

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", stop, { once: true });
  });
}
