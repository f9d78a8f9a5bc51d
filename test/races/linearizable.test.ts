import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { always } from "../plan/support/properties.ts";
import {
  createHistoryRecorder,
  findOrder,
  type Recorded,
  type SequentialModel,
} from "./support/linearizable.ts";

/** A thing that is decided once: the first to claim it wins, the others are told who did. */
type Claim = { readonly by: string; readonly told: string } | { readonly saw: string | null };
const claims: SequentialModel<string | null, Claim> = {
  start: null,
  next(winner, op) {
    if ("saw" in op) return op.saw === winner ? [winner] : [];
    return op.told === (winner ?? op.by) ? [op.told] : [];
  },
};

const claim = (by: string, told: string, invoked: number, responded: number): Recorded<Claim> => ({
  op: { by, told },
  invoked,
  responded,
});
const saw = (who: string | null, invoked: number, responded: number): Recorded<Claim> => ({
  op: { saw: who },
  invoked,
  responded,
});

describe("a history is explained", () => {
  test.each<[string, Recorded<Claim>[]]>([
    ["when nothing happened", []],
    [
      "when one won and those beside it were told",
      [claim("a", "b", 1, 6), claim("b", "b", 2, 5), claim("c", "b", 3, 4)],
    ],
    ["when the winner was answered last", [claim("a", "a", 1, 9), claim("b", "a", 2, 3)]],
    [
      "when looks beside the claim saw it open and then claimed",
      [claim("a", "a", 1, 8), saw(null, 2, 3), saw("a", 4, 5)],
    ],
    ["when what nobody saw ending had won", [claim("b", "a", 3, 4), claim("a", "a", 1, Infinity)]],
    [
      "when what nobody saw ending came after all",
      [claim("b", "b", 3, 4), claim("a", "b", 1, Infinity)],
    ],
  ])("%s", (_, history) => {
    expect(findOrder(history, claims)).toHaveLength(history.length);
  });

  test("in the order in which it happened", () => {
    const history = [claim("late", "b", 5, 6), claim("b", "b", 1, 4), claim("a", "b", 2, 3)];
    const order = findOrder(history, claims)!;
    expect(order.map((op) => "by" in op && op.by)).toEqual(["b", "a", "late"]);
  });
});

describe("a history is refused", () => {
  test.each<[string, Recorded<Claim>[]]>([
    ["with two winners", [claim("a", "a", 1, 4), claim("b", "b", 2, 3)]],
    ["with losers and no winner", [claim("a", "b", 1, 4), claim("b", "a", 2, 3)]],
    [
      "when a loser is told a wrong winner",
      [claim("a", "a", 1, 6), claim("b", "a", 2, 5), claim("c", "b", 3, 4)],
    ],
    [
      "when one lost to what was sent only after its answer",
      [claim("a", "b", 1, 2), claim("b", "b", 3, 4)],
    ],
    [
      "when one won after another had won and was answered",
      [claim("a", "a", 1, 2), claim("b", "b", 3, 4)],
    ],
    [
      "when a look sees nothing after the winner was answered",
      [claim("a", "a", 1, 2), saw(null, 3, 4)],
    ],
    [
      "when a later look sees less than an earlier one",
      [claim("a", "a", 1, 8), saw("a", 2, 3), saw(null, 4, 5)],
    ],
    ["when a look sees what nobody claimed", [claim("a", "a", 1, 4), saw("b", 2, 3)]],
  ])("%s", (_, history) => {
    expect(findOrder(history, claims)).toBeNull();
  });
});

test("a recorder counts what is sent and answered in the order in which it happened", async () => {
  const recorder = createHistoryRecorder<string>();
  let answerFirst = (): void => {};
  const first = recorder.record(
    () => new Promise<string>((resolve) => (answerFirst = () => resolve("first"))),
    (found) => found,
  );
  await recorder.record(
    () => Promise.resolve("second"),
    (found) => found,
  );
  answerFirst();
  await first;
  await recorder.record(
    () => Promise.resolve("third"),
    (found) => found,
  );
  expect(recorder.history).toEqual([
    { op: "second", invoked: 2, responded: 3 },
    { op: "first", invoked: 1, responded: 4 },
    { op: "third", invoked: 5, responded: 6 },
  ]);
});

/** Every order, one by one, judged by the definition alone. */
function isExplainedByAny(history: readonly Recorded<Claim>[]): boolean {
  return permutations([...history]).some((order) => {
    const keepsTime = order.every((entry, place) =>
      order.slice(place + 1).every((later) => later.responded > entry.invoked),
    );
    let states: readonly (string | null)[] = [claims.start];
    for (const { op } of order) states = states.flatMap((state) => claims.next(state, op));
    return keepsTime && states.length > 0;
  });
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, place) =>
    permutations(items.filter((_, other) => other !== place)).map((rest) => [item, ...rest]),
  );
}

const name = fc.constantFrom("a", "b");
/** Histories of at most five operations, with every kind of overlap. */
const histories = fc
  .array(
    fc.oneof(fc.record({ by: name, told: name }), fc.record({ saw: fc.option(name, { freq: 2 }) })),
    { minLength: 1, maxLength: 5 },
  )
  .chain((ops) =>
    fc
      .shuffledSubarray([...ops.keys(), ...ops.keys()], { minLength: ops.length * 2 })
      .map((moments) =>
        ops.map((op, place): Recorded<Claim> => ({
          op,
          invoked: moments.indexOf(place),
          responded: moments.lastIndexOf(place),
        })),
      ),
  );

always("the search agrees with trying every order", histories, (history) => {
  expect(findOrder(history, claims) !== null).toBe(isExplainedByAny(history));
});
