import { describe, expect, test } from "vitest";
import { momentElsewhere } from "../../src/web/words/moment.ts";

const EVENING = "2026-11-29T23:00:00Z";

describe("a moment by another clock", () => {
  test("has that clock's day and time", () => {
    const there = momentElsewhere(EVENING, "Pacific/Kiritimati", "en");
    expect(there).toMatch(/^Nov 30, 1:00\sPM$/);
  });

  test("is not told where it is the person's own, or none that is known here", () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(momentElsewhere(EVENING, timeZone, "en")).toBeNull();
    expect(momentElsewhere(EVENING, "Mars/Olympus", "en")).toBeNull();
  });
});
