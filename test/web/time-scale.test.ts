import { expect, test } from "vitest";
import type { Language } from "../../src/contract/sentences/catalog.ts";
import { labelsOf, ticksOf } from "../../src/web/boards/timeline/time-scale.ts";

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
const at = (hour: number): number => new Date(2026, 10, 18, hour).getTime();

/** The ticks of a stretch, read at another moment, with the day before those that begin one. */
function told(from: number, to: number, now: number, language: Language): string[] {
  const { at: ticks, step } = ticksOf({ from, to }, 5);
  // Some versions of the Unicode data have narrow spaces in times.
  return labelsOf(ticks, step, language, now).map(({ day, text }) =>
    [day, text]
      .filter((part) => part !== null)
      .join(" | ")
      .replaceAll("\u202F", " "),
  );
}

test("the scale of a plan that is read a week later says the day once, where it begins", () => {
  expect(told(at(9), at(13), at(9) + WEEK, "en")).toEqual([
    "Nov 18 | 9:00 AM",
    "10:00 AM",
    "11:00 AM",
    "12:00 PM",
    "1:00 PM",
  ]);
  expect(told(at(9), at(10), at(9) + WEEK, "ko")[0]).toMatch(/^11월 18일 \| .*9:00$/);
});

test("today needs no word, another day after it does, and another year is told", () => {
  expect(told(at(9), at(10), at(11), "en")[0]).toBe("9:00 AM");
  expect(told(at(22), at(26), at(22), "en")).toEqual([
    "10:00 PM",
    "11:00 PM",
    "Nov 19 | 12:00 AM",
    "1:00 AM",
    "2:00 AM",
  ]);
  expect(told(at(9), at(10), at(9) + 52 * WEEK, "en")[0]).toBe("Nov 18, 2026 | 9:00 AM");
});

test("a scale of days says each with its tick", () => {
  const [first, second] = told(at(0), at(0) + WEEK / 2, at(0) + WEEK, "en");
  expect([first, second]).toEqual(["Nov 18", "Nov 19"]);
});
