import { setTimeout as pause } from "node:timers/promises";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { sendBytes } from "../../src/api/http/send-bytes.ts";
import { sendLines } from "../../src/api/http/send-bytes.ts";

/** An answer of 20 lines, as text or as bytes, of which the one at `breaksAt` cannot be made. */
function answering(as: "lines" | "bytes", breaksAt?: number) {
  const seen = { made: 0, isOver: false, errors: [] as unknown[] };
  async function* lines(): AsyncGenerator<string, void> {
    try {
      for (let line = 1; line <= 20; line += 1) {
        await pause(1);
        if (line === breaksAt) throw new Error("The store is gone.");
        seen.made = line;
        yield `${line}\n`;
      }
    } finally {
      seen.isOver = true;
    }
  }
  async function* pieces(): AsyncGenerator<Uint8Array, void> {
    for await (const line of lines()) yield new TextEncoder().encode(line);
  }
  const onError = (error: unknown): unknown => seen.errors.push(error);
  const bytes = TEXT.length;
  const app = new Hono().get("/", (c) =>
    as === "lines"
      ? sendLines(c, lines(), { file: "lines.jsonl", onError })
      : sendBytes(c, { bytes, digest: "sha256:0", read: pieces }, onError),
  );
  return { app, seen };
}

const LINES = Array.from({ length: 20 }, (_, place) => `${place + 1}\n`);
const TEXT = LINES.join("");

describe.each(["lines", "bytes"] as const)("%s that are made as they are read", (as) => {
  test("all come, in order", async () => {
    const { app, seen } = answering(as);
    expect(await (await app.request("/")).text()).toBe(TEXT);
    expect(seen.errors).toEqual([]);
  });

  test("nobody makes more of them for whoever stopped reading, and that is no error", async () => {
    const { app, seen } = answering(as);
    const reader = (await app.request("/")).body!.getReader();
    await reader.read();
    const waiting = reader.read();
    await reader.cancel();
    await waiting;
    expect(seen).toMatchObject({ isOver: true, errors: [] });
    expect(seen.made).toBeLessThan(5);
  });

  test("of an answer to HEAD, no more are made than the first", async () => {
    const { app, seen } = answering(as);
    const answer = await app.request("/", { method: "HEAD" });
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
    await pause(50);
    expect(seen).toMatchObject({ made: as === "lines" ? 1 : 0, errors: [] });
  });

  test("that break off end the answer with an error, which is told once", async () => {
    const { app, seen } = answering(as, 7);
    await expect((await app.request("/")).text()).rejects.toThrow("The store is gone.");
    expect(seen.errors).toHaveLength(1);
  });
});
