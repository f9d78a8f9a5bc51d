import type { InboxRow, PlanRow } from "../../../contract/list.ts";
import type { ListChange, ListSnapshot } from "../../../contract/service/stream.ts";
import type { PlanLists } from "../../gateway/lists/plan-lists.ts";

/** Ends that Temporal's Visibility shows later than others are looked for once more, for so long. */
const LATE_ENDS_MS = 10_000;
/** A plan between two of its runs may be missing for a moment; after so many reads it is not there. */
const MISSED_READS = 10;
/** Plans beyond those that one read shows are kept up to so many. */
const MAX_PLANS = 10_000;
/** What was unlisted is remembered for so many rows, for readers that lag. */
const MAX_UNLISTED = 1_000;

/** What is new for a reader: everything, or what has changed since it looked. */
export type ListNews =
  | { readonly kind: "snapshot"; readonly snapshot: ListSnapshot }
  | { readonly kind: "changes"; readonly changes: readonly ListChange[] };

interface Kept<Row> {
  row: Row;
  /** The row as it is compared. */
  text: string;
  /** The round in which it changed. */
  at: number;
  missed: number;
}

/**
 * The plans that go on and their open holds, as Visibility showed them last. Readers ask what changed
 * since the round that they know, so that a slow one costs nothing: it gets the newest row of each.
 */
export class ListBoard {
  /** Grows with every read that found something new. */
  round = 0;
  readonly #lists: Pick<PlanLists, "activePlans" | "newestEnd">;
  readonly #plans = new Map<string, Kept<PlanRow>>();
  readonly #holds = new Map<string, Kept<InboxRow>>();
  readonly #unlisted: { change: ListChange; at: number }[] = [];
  /** What changed up to this round is not remembered as a whole. */
  #floor = 0;
  #complete = true;
  #readAt = "";
  #newestEnd: string | null = null;

  constructor(lists: Pick<PlanLists, "activePlans" | "newestEnd">) {
    this.#lists = lists;
  }

  /** Looks what is there now; whether anything is new. @throws Refusal when Temporal does not answer. */
  async read(): Promise<boolean> {
    this.#newestEnd ??= await this.#lists.newestEnd();
    const { plans, complete, read_at } = await this.#lists.activePlans(this.#endsFrom());
    const round = this.round + 1;
    const ids = new Set(plans.map(({ row }) => row.id));
    const holdIds = new Set(plans.flatMap(({ holds }) => holds.map(({ id }) => id)));
    for (const { row, holds } of plans) {
      put(this.#plans, row.id, row, JSON.stringify(row), round);
      // When a plan told about itself is no news of its holds.
      for (const hold of holds) {
        put(this.#holds, hold.id, hold, JSON.stringify({ ...hold, as_of: null }), round);
      }
      if (row.ended_at !== null && row.ended_at > (this.#newestEnd ?? "")) {
        this.#newestEnd = row.ended_at;
      }
    }
    this.#forgetPlans(ids, complete, round);
    for (const { row } of this.#holds.values()) {
      // A plan that is not shown for a moment has not lost its holds.
      if (holdIds.has(row.id) || (this.#plans.has(row.plan_id) && !ids.has(row.plan_id))) continue;
      this.#holds.delete(row.id);
      const data = { id: row.id, plan_id: row.plan_id };
      this.#unlist({ type: "hold.unlisted", data }, round);
    }
    this.#complete = complete;
    this.#readAt = read_at;
    const isNews = [...this.#plans.values(), ...this.#holds.values(), ...this.#unlisted].some(
      ({ at }) => at === round,
    );
    if (isNews) this.round = round;
    return isNews;
  }

  /** What a reader does not know yet: everything for null, nothing (null) when there is nothing new. */
  newsSince(round: number | null): ListNews | null {
    if (round === this.round) return null;
    if (round === null || round < this.#floor) return { kind: "snapshot", snapshot: this.#all() };
    const isNew = ({ at }: { at: number }): boolean => at > round;
    return {
      kind: "changes",
      changes: [
        ...this.#unlisted.filter(isNew).map(({ change }) => change),
        ...[...this.#plans.values()]
          .filter(isNew)
          .map(({ row: data }) => ({ type: "plan.listed" as const, data })),
        ...[...this.#holds.values()]
          .filter(isNew)
          .map(({ row: data }) => ({ type: "hold.listed" as const, data })),
      ],
    };
  }

  #all(): ListSnapshot {
    return {
      plans: [...this.#plans.values()].map(({ row }) => row),
      holds: [...this.#holds.values()].map(({ row }) => row),
      complete: this.#complete,
      read_at: this.#readAt,
    };
  }

  #endsFrom(): string | null {
    if (this.#newestEnd === null) return null;
    return new Date(Date.parse(this.#newestEnd) - LATE_ENDS_MS).toISOString();
  }

  #forgetPlans(found: ReadonlySet<string>, complete: boolean, round: number): void {
    for (const [id, plan] of this.#plans) {
      if (found.has(id)) continue;
      if (complete) plan.missed += 1;
      if (plan.row.ended_at !== null) {
        this.#plans.delete(id);
        this.#floor = Math.max(this.#floor, plan.at);
      } else if (plan.missed >= MISSED_READS || this.#plans.size > MAX_PLANS) {
        this.#plans.delete(id);
        this.#unlist({ type: "plan.unlisted", data: { id } }, round);
      }
    }
  }

  #unlist(change: ListChange, at: number): void {
    this.#unlisted.push({ change, at });
    if (this.#unlisted.length <= MAX_UNLISTED) return;
    this.#floor = Math.max(this.#floor, this.#unlisted.shift()!.at);
  }
}

function put<Row>(
  rows: Map<string, Kept<Row>>,
  id: string,
  row: Row,
  text: string,
  round: number,
): void {
  const known = rows.get(id);
  const at = known?.text === text ? known.at : round;
  rows.set(id, { row, text, at, missed: 0 });
}
