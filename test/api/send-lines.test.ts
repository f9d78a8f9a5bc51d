import { setTimeout as pause } from "node:timers/promises";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { sendLines } from "../../src/api/http/send-lines.ts";

/** An answer of 20 lines, of which the one at `breaksAt` cannot be made. */
function answering(breaksAt?: number) {
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
  const sending = {
    file: "lines.jsonl",
    onError: (error: unknown) => seen.errors.push(error),
  };
  const app = new Hono().get("/", (c) => sendLines(c, lines(), sending));
  return { app, seen };
}

describe("lines that are made as they are read", () => {
  test("all come, in order", async () => {
    const { app, seen } = answering();
    const text = await (await app.request("/")).text();
    expect(text.trimEnd().split("\n").map(Number)).toEqual(
      Array.from({ length: 20 }, (_, place) => place + 1),
    );
    expect(seen.errors).toEqual([]);
  });

  test("nobody makes more of them for whoever stopped reading, and that is no error", async () => {
    const { app, seen } = answering();
    const reader = (await app.request("/")).body!.getReader();
    await reader.read();
    const waiting = reader.read();
    await reader.cancel();
    await waiting;
    expect(seen).toMatchObject({ isOver: true, errors: [] });
    expect(seen.made).toBeLessThan(5);
  });

  test("of an answer to HEAD, no more are made than the first", async () => {
    const { app, seen } = answering();
    const answer = await app.request("/", { method: "HEAD" });
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
    await pause(50);
    expect(seen).toMatchObject({ made: 1, errors: [] });
  });

  test("that break off end the answer with an error, which is told once", async () => {
    const { app, seen } = answering(7);
    await expect((await app.request("/")).text()).rejects.toThrow("The store is gone.");
    expect(seen.errors).toHaveLength(1);
  });
});
