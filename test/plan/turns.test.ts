import { expect, test } from "vitest";
import type { TodoStatus } from "../../src/contract/tables/vocabulary.ts";
import { turnsOf } from "../../src/plan/views/turns.ts";

const todo = (id: string, depends_on: readonly string[] = [], status: TodoStatus = "blocked") => ({
  id,
  depends_on: [...depends_on],
  status,
});
const dinner = [
  todo("shop", [], "pending"),
  todo("cook", ["shop"]),
  todo("music", [], "pending"),
  todo("serve", ["cook"]),
];

test("a place before what a todo waits for, itself or through another, names those it starts after all the same", () => {
  const { at } = turnsOf(dinner, "serve");
  expect(at({ anchor: "shop", side: "before" }).waits_for).toEqual(["shop", "cook"]);
  expect(at({ anchor: "shop", side: "after" }).waits_for).toEqual(["cook"]);
  expect(at({ anchor: "cook", side: "before" }).waits_for).toEqual(["cook"]);
  expect(at({ anchor: "cook", side: "after" }).waits_for).toEqual([]);
});

test("a place after what waits for a todo names those that start after it all the same", () => {
  const { at, waited_for_by } = turnsOf(dinner, "shop");
  expect([...waited_for_by]).toEqual(["cook", "serve"]);
  expect(at({ anchor: "cook", side: "after" })).toEqual({ waits_for: [], waited_for_by: ["cook"] });
  expect(at({ anchor: "serve", side: "after" }).waited_for_by).toEqual(["cook", "serve"]);
  expect(at({ anchor: "cook", side: "before" }).waited_for_by).toEqual([]);
});

test("beside a todo that is not there nothing is said", () => {
  const { at } = turnsOf(dinner, "serve");
  expect(at({ anchor: "gone", side: "after" })).toEqual({ waits_for: [], waited_for_by: [] });
});

test("what is over is waited for no more, and a todo without dependencies is nowhere out of turn", () => {
  const done = [todo("shop", [], "completed"), todo("cook", ["shop"], "pending")];
  expect(turnsOf(done, "cook").at({ anchor: "shop", side: "before" }).waits_for).toEqual([]);
  expect(turnsOf(done, "shop").waited_for_by.size).toBe(0);
  const { at } = turnsOf(dinner, "music");
  expect(at({ anchor: "shop", side: "before" })).toEqual({ waits_for: [], waited_for_by: [] });
});
