import { expect, test } from "vitest";
import { createEventWriter } from "../../src/cli/live/watch-lines.ts";
import type { Session } from "../../src/cli/session/session.ts";
import { clock } from "../../src/cli/terminal/time.ts";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";

/** What is written about todos that started at these moments. */
function written(moments: readonly Date[]): string[] {
  const lines: string[] = [];
  const session = {
    json: false,
    show: (_: unknown, told: () => string[]) => lines.push(...told()),
  };
  const write = createEventWriter(session as unknown as Session, new Map([["boil", "Boil"]]));
  for (const at of moments) {
    const event = { type: "todo.started", by: "holdpoint", todo_id: "boil", at: at.toISOString() };
    write({ ...event, data: {} } as unknown as LoggedEvent);
  }
  return lines;
}

test("what happened on other days stands below its day, which is told once where it begins", () => {
  const [late, later] = [new Date(2026, 0, 5, 23, 58), new Date(2026, 0, 5, 23, 59)];
  const next = new Date(2026, 0, 6, 0, 1);
  expect(written([late, later, next])).toEqual([
    "2026-01-05",
    "23:58:00  ▶ Boil",
    "23:59:00  ▶ Boil",
    "2026-01-06",
    "00:01:00  ▶ Boil",
  ]);
});

test("today is told only after another day", () => {
  const now = new Date();
  const line = `${clock(now.toISOString())}  ▶ Boil`;
  expect(written([now])).toEqual([line]);
  expect(written([new Date(2026, 0, 5, 23, 58), now]).slice(2)).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    line,
  ]);
});
