import { describe, expect, test } from "vitest";
import { rangeOf } from "../../src/web/words/times.ts";
import { createSpeech } from "../../src/web/words/words.ts";

const { words } = createSpeech("en");
const said = (least: number, most: number): string => rangeOf(least * 1_000, most * 1_000, words);

describe("how long something takes", () => {
  test.each([
    [40, 40, "about 40 s"],
    // Nobody decides anything by a second of forty.
    [39, 40, "about 40 s"],
    [600, 640, "about 10 min"],
    [20, 40, "20 s to 40 s"],
    [540, 660, "9 min to 11 min"],
    [0, 0, "about 0 s"],
  ])("from %i to %i seconds is %s", (least, most, text) => {
    expect(said(least, most)).toBe(text);
  });
});
