import { describe, expect, test } from "vitest";
import { temporalUnavailable } from "../../../src/api/gateway/asking/temporal-refusal.ts";
import type { ActivePlans, PlanLists } from "../../../src/api/gateway/lists/plan-lists.ts";
import { createListFeed } from "../../../src/api/stream/feed/list-feed.ts";
import { ListBoard } from "../../../src/api/stream/feed/live-list.ts";
import type { InboxRow, PlanRow } from "../../../src/contract/list.ts";
import { Refusal } from "../../../src/contract/problems/problem-error.ts";

const AT = "2026-11-21T00:00:00.000Z";
const row = (id: string, more: Partial<PlanRow> = {}): PlanRow => ({
  id,
  title: id,
  status: "running",
  mode: "running",
  owner: null,
  tags: [],
  version: 1,
  todo_count: 1,
  progress: null,
  step: null,
  left: null,
  cost_usd: null,
  open_holds: 0,
  open_work: 0,
  next_deadline: null,
  created_at: AT,
  ended_at: null,
  archived: false,
  stuck: false,
  as_of: AT,
  ...more,
});
const hold = (plan_id: string, more: Partial<InboxRow> = {}): InboxRow => ({
  id: `${plan_id}.h1`,
  kind: "approval",
  agent: null,
  todo_id: "a",
  title: "a",
  message: null,
  opened_at: AT,
  deadline_at: null,
  on_timeout: "wait",
  assignee: null,
  deciding: null,
  plan_id,
  plan_title: plan_id,
  plan_owner: null,
  plan_tags: [],
  overdue: false,
  as_of: AT,
  ...more,
});

/** Lists that show what the test says, and what they were asked. */
function shownLists() {
  let shown: ActivePlans["plans"] = [];
  let complete = true;
  const asked: (string | null)[] = [];
  const lists: Pick<PlanLists, "activePlans" | "newestEnd"> = {
    newestEnd: () => Promise.resolve(null),
    activePlans(endsFrom) {
      asked.push(endsFrom);
      return Promise.resolve({ plans: shown, complete, read_at: AT });
    },
  };
  const board = new ListBoard(lists);
  const show = (plans: { row: PlanRow; holds?: InboxRow[] }[], isComplete = true) => {
    shown = plans.map(({ row: one, holds = [] }) => ({ row: one, holds }));
    complete = isComplete;
    return board.read();
  };
  return { lists, board, asked, show };
}

describe("a reader of the lists", () => {
  test("gets the newest row of each, however many changes it slept through", async () => {
    const { board, show } = shownLists();
    await show([{ row: row("p"), holds: [hold("p")] }]);
    const seen = board.round;
    for (const version of [2, 3, 4]) {
      await show([{ row: row("p", { version }), holds: [hold("p", { assignee: `k${version}` })] }]);
    }
    await show([{ row: row("p", { version: 5 }) }]);
    expect(board.newsSince(seen)).toEqual({
      kind: "changes",
      changes: [
        { type: "hold.unlisted", data: { id: "p.h1", plan_id: "p" } },
        { type: "plan.listed", data: row("p", { version: 5 }) },
      ],
    });
    expect(board.newsSince(board.round)).toBeNull();
  });

  test("hears nothing when nothing but the age of a hold's row has changed", async () => {
    const { show } = shownLists();
    await show([{ row: row("p"), holds: [hold("p")] }]);
    expect(await show([{ row: row("p"), holds: [hold("p", { as_of: "later" })] }])).toBe(false);
    expect(await show([{ row: row("p"), holds: [hold("p", { overdue: true })] }])).toBe(true);
  });

  test("hears of a hold that comes back that it went and came", async () => {
    const { board, show } = shownLists();
    await show([{ row: row("p"), holds: [hold("p")] }]);
    const seen = board.round;
    await show([{ row: row("p") }]);
    await show([{ row: row("p"), holds: [hold("p")] }]);
    expect(board.newsSince(seen)).toMatchObject({
      changes: [{ type: "hold.unlisted" }, { type: "hold.listed" }],
    });
  });

  test("hears of a plan's end once, also when the plan is not shown any more", async () => {
    const { asked, board, show } = shownLists();
    const ended = row("p", { status: "completed", ended_at: "2026-11-21T01:00:00.000Z" });
    await show([{ row: row("p"), holds: [hold("p")] }]);
    const before = board.round;
    await show([{ row: ended }]);
    const { round } = board;
    expect(board.newsSince(before)).toMatchObject({
      changes: [{ type: "hold.unlisted" }, { type: "plan.listed", data: { status: "completed" } }],
    });
    expect(await show([])).toBe(false);
    expect(board.newsSince(round)).toBeNull();
    // Who has not heard of it begins anew, without the plan.
    await show([{ row: row("q") }]);
    expect(board.newsSince(before)).toMatchObject({ snapshot: { plans: [{ id: "q" }] } });
    expect(asked).toEqual([null, null, "2026-11-21T00:59:50.000Z", "2026-11-21T00:59:50.000Z"]);
  });

  test("is not told that a plan is gone which is missing only for a moment", async () => {
    const { board, show } = shownLists();
    const all = [{ row: row("p"), holds: [hold("p")] }];
    await show(all);
    const seen = board.round;
    for (let read = 0; read < 9; read += 1) expect(await show([])).toBe(false);
    expect(await show(all)).toBe(false);
    // More plans than lists look at: this one may be among those that are not shown.
    for (let read = 0; read < 20; read += 1) expect(await show([], false)).toBe(false);
    for (let read = 0; read < 9; read += 1) expect(await show([])).toBe(false);
    expect(await show([])).toBe(true);
    expect(board.newsSince(seen)).toEqual({
      kind: "changes",
      changes: [
        { type: "plan.unlisted", data: { id: "p" } },
        { type: "hold.unlisted", data: { id: "p.h1", plan_id: "p" } },
      ],
    });
  });

  test("keeps no more than ten thousand plans, however many come and go unseen", async () => {
    const { board, show } = shownLists();
    for (let first = 0; first < 30_000; first += 1_000) {
      const ids = Array.from({ length: 5_000 }, (_, place) => `p${first + place}`);
      await show(
        ids.map((id) => ({ row: row(id), holds: [hold(id)] })),
        false,
      );
    }
    const news = board.newsSince(null);
    if (news?.kind !== "snapshot") throw new Error("A new reader gets everything.");
    const { plans, holds } = news.snapshot;
    expect([plans.length, holds.length]).toEqual([10_000, 10_000]);
    expect(plans.map(({ id }) => id)).toContain("p33999");
  });

  test("begins anew when more was unlisted than is remembered", async () => {
    const { board, show } = shownLists();
    const ids = Array.from({ length: 1_001 }, (_, place) => `p.h${place}`);
    await show([{ row: row("p"), holds: ids.map((id) => hold("p", { id })) }]);
    const seen = board.round;
    await show([{ row: row("p") }]);
    expect(board.newsSince(seen)).toMatchObject({ kind: "snapshot", snapshot: { holds: [] } });
    expect(board.newsSince(board.round)).toBeNull();
  });

  test("goes on when Temporal answers again, and is refused when it never did", async () => {
    const { lists } = shownLists();
    let reads = 0;
    const activePlans: PlanLists["activePlans"] = async () => {
      reads += 1;
      if (reads % 2 === 0) throw temporalUnavailable();
      const plans = [{ row: row("p", { version: reads }), holds: [] }];
      return { plans, complete: true, read_at: AT };
    };
    const feed = createListFeed({ ...lists, activePlans }, { everyMs: 1 });
    const reader = await feed.subscribe();
    expect(await reader.next()).toMatchObject({ kind: "snapshot" });
    expect(await reader.next()).toMatchObject({ changes: [{ data: { version: 3 } }] });
    reader.close();

    const down = createListFeed({
      ...lists,
      activePlans: () => Promise.reject(temporalUnavailable()),
    });
    await expect(down.subscribe()).rejects.toBeInstanceOf(Refusal);
    await expect(down.subscribe()).rejects.toMatchObject({
      problem: { code: "temporal_unavailable" },
    });
  });
});
