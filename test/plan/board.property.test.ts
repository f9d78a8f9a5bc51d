import fc from "fast-check";
import { describe, expect } from "vitest";
import type { Board, BoardEvent } from "../../src/contract/plan/board.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { boardOf, rowsBetween } from "../../src/plan/views/board/board.ts";
import { fold } from "../../src/plan/views/board/fold-board.ts";
import { scheduleOf } from "../../src/plan/views/why.ts";
import { Drive, newState } from "./support/drive.ts";
import {
  finishOn,
  happenOn,
  livingPlan,
  livingStory,
  type LivingHappening,
} from "./support/living-story.ts";
import { always } from "./support/properties.ts";

/** What a reader may have got: a board read anew, and every batch of events read after the start. */
interface Told {
  readonly boards: readonly Board[];
  readonly events: readonly BoardEvent[];
}

const copyOf = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

/** Reads the log whenever `looks` says so, in pages of `limit` events, beside a plan that lives on. */
function follow(
  input: NewPlanInput,
  story: readonly LivingHappening[],
  {
    looks,
    reloads,
    limit,
  }: { looks: readonly number[]; reloads: readonly number[]; limit: number },
): Told {
  const drive = new Drive(newState(input));
  const boards: Board[] = [];
  const events: BoardEvent[] = [];
  const look = (): void => {
    const { plan } = drive;
    boards.push(copyOf(boardOf(plan)));
    for (let seq = events.length; seq < plan.state.seq; seq = events.length) {
      const page = plan.state.events.slice(seq, seq + limit);
      const rows = rowsBetween(plan, seq, seq + limit);
      for (const event of page) {
        const own = rows[event.seq];
        events.push(copyOf({ ...event, ...(own !== undefined && { rows: own }) }));
      }
    }
  };
  look();
  story.forEach((thing, place) => {
    happenOn(drive, thing);
    if (reloads.includes(place)) drive.reload();
    if (looks.includes(place)) look();
  });
  finishOn(drive);
  look();
  return { boards, events };
}

const places = fc.uniqueArray(fc.nat(29), { maxLength: 15 });
const cases = fc.record({
  input: livingPlan(),
  story: livingStory(),
  reading: fc.record({
    looks: places,
    reloads: fc.uniqueArray(fc.nat(29), { maxLength: 2 }),
    limit: fc.constantFrom(1, 3, 1_000),
  }),
  cuts: fc.array(fc.nat(40), { maxLength: 10 }),
});

describe("a board that folds", () => {
  always("is at the end of every batch the board that is read anew", cases, (it) => {
    const { boards, events } = follow(it.input, it.story, it.reading);
    boards.forEach((first, place) => {
      let board = first;
      for (const anew of boards.slice(place)) {
        for (const event of events.slice(0, anew.plan.seq)) board = fold(board, event);
        expect(board).toEqual(anew);
      }
    });
  });

  always("is the same for who breaks off anywhere and goes on from there", cases, (it) => {
    const { boards, events } = follow(it.input, it.story, it.reading);
    let board = boards[0]!;
    let from = board.plan.seq;
    for (const cut of [...it.cuts, events.length]) {
      // The last piece is told again, as after a connection that broke in the middle.
      for (const event of events.slice(Math.max(0, from - 2), from + cut))
        board = fold(board, event);
      from = Math.min(events.length, from + cut);
    }
    expect(board).toEqual(boards.at(-1));
  });

  always("explains its todos as the plan does", cases, ({ input, story }) => {
    const drive = new Drive(newState(input));
    for (const thing of story) happenOn(drive, thing);
    const { waiting } = scheduleOf(drive.plan, Infinity);
    expect(boardOf(drive.plan).schedule.waiting).toEqual(waiting);
  });
});
