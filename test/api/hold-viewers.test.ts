import { describe, expect, test } from "vitest";
import { createHoldViewers } from "../../src/api/stream/hold-viewers.ts";

const START = Date.parse("2026-02-05T10:00:00Z");

/** Viewers whose clock the test sets. */
function watched() {
  let at = START;
  const viewers = createHoldViewers(() => at);
  const names = (hold: string, who: string) => viewers.look(hold, who).map(({ name }) => name);
  return { viewers, names, pass: (seconds: number) => void (at += seconds * 1_000) };
}

describe("people at one hold", () => {
  test("see each other, since when, and not themselves", () => {
    const { viewers, names, pass } = watched();
    expect(names("p.h1", "kim")).toEqual([]);
    pass(5);
    expect(viewers.look("p.h1", "lee")).toEqual([
      { name: "kim", since: "2026-02-05T10:00:00.000Z" },
    ]);
    pass(5);
    expect(viewers.look("p.h1", "kim")).toEqual([
      { name: "lee", since: "2026-02-05T10:00:05.000Z" },
    ]);
    expect(names("p.h2", "kim")).toEqual([]);
  });

  test("are gone when nothing was heard of them for 15 seconds", () => {
    const { names, pass } = watched();
    names("p.h1", "kim");
    pass(15);
    expect(names("p.h1", "lee")).toEqual(["kim"]);
    pass(1);
    expect(names("p.h1", "lee")).toEqual([]);
  });

  test("are bounded: the longest unseen is forgotten, of people and of holds", () => {
    const { names } = watched();
    for (let person = 0; person < 30; person += 1) names("p.h1", `person ${person}`);
    const seen = names("p.h1", "kim");
    expect(seen).toHaveLength(19);
    expect(seen).not.toContain("person 0");
    expect(seen).toContain("person 29");
    for (let hold = 2; hold < 5_003; hold += 1) names(`p.h${hold}`, "lee");
    expect(names("p.h1", "lee")).toEqual([]);
    expect(names("p.h5000", "kim")).toEqual(["lee"]);
  });
});
