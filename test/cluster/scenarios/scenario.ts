import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "../../../src/client/client.ts";
import { watch } from "../../../src/client/watch.ts";
import type { LoggedEvent } from "../../../src/contract/plan/event.ts";
import type { Hold } from "../../../src/contract/plan/holds/hold.ts";
import type { PlanView } from "../../../src/contract/plan/plan.ts";
import type { NewTodoInput } from "../../../src/contract/plan/todo.ts";
import { readLedger, type LedgerEntry } from "../../chaos/support/ledger-file.ts";
import type { Cluster } from "../parts/cluster.ts";
import type { Api } from "../parts/holdpoint.ts";

/** Something that an operator wants to have seen before relying on it. */
export interface Scenario {
  readonly shows: string;
  /** @returns its figures. @throws Error with what was otherwise. */
  readonly run: (cluster: Cluster) => Promise<string>;
}

const UNTIL_MS = 120_000;

/** What a look finds, once it finds something. @throws Error naming it, after two minutes. */
export async function until<Found>(
  what: string,
  look: () => Promise<Found | false | undefined> | Found | false | undefined,
): Promise<Found> {
  const last = performance.now() + UNTIL_MS;
  for (;;) {
    const found = await look();
    if (found !== false && found !== undefined) return found;
    if (performance.now() > last) throw new Error(`Two minutes without ${what}.`);
    await delay(50);
  }
}

/** A todo that writes into the ledger. */
export const effect = (id: string, more: Partial<NewTodoInput> = {}): NewTodoInput =>
  ({ id, title: `Todo ${id}`, tool_name: "effect", ...more }) as NewTodoInput;
/** One that waits until its gate is opened, and then writes. */
export const gate = (id: string, more: Partial<NewTodoInput> = {}): NewTodoInput =>
  effect(id, { tool_name: "gate", ...more } as Partial<NewTodoInput>);
/** One that a person has to approve. */
export const asking = (id: string, more: Partial<NewTodoInput> = {}): NewTodoInput =>
  effect(id, { requires_approval: true, ...more });

export function openGates({ holdpoint }: Cluster, ids: readonly string[]): void {
  for (const id of ids) writeFileSync(join(holdpoint.folder, `open-${id}`), "");
}

/** What was written about a todo: that it began, or its effect. */
export function ledgerOf(
  { holdpoint }: Cluster,
  todoId: string,
  what: LedgerEntry["what"] = "effect",
): LedgerEntry[] {
  return readLedger(holdpoint.folder).filter(
    (entry) => entry.todo_id === todoId && entry.what === what,
  );
}

/** Waits until each of the todos runs on a worker. */
export async function untilBegun(cluster: Cluster, ids: readonly string[]): Promise<void> {
  await until(`a begin of ${ids.join(", ")}`, () =>
    ids.every((id) => ledgerOf(cluster, id, "begun").length > 0),
  );
}

/** The hold that is open about a todo, once it is. */
export const untilHold = (client: Client, planId: string, todoId: string): Promise<Hold> =>
  until(`an open hold about ${todoId} of ${planId}`, async () =>
    (await client.plans.holds(planId)).holds.find(({ todo_id }) => todo_id === todoId),
  );

export const untilEnded = (client: Client, planId: string): Promise<PlanView> =>
  until(`the end of ${planId}`, async () => {
    const plan = await client.plans.get(planId);
    return plan.completed_at !== null && plan;
  });

/** Follows a plan live at an API up to its end, or until `isEnough`; reconnects to the same API. */
export async function follow(
  { url, key }: Api,
  planId: string,
  options: { after?: number; isEnough?: (event: LoggedEvent) => boolean } = {},
): Promise<LoggedEvent[]> {
  const { after = 0, isEnough = () => false } = options;
  const seen: LoggedEvent[] = [];
  for await (const item of watch(url, planId, { after, key })) {
    if (item.type === "snapshot") throw new Error("A snapshot stands for lost events.");
    seen.push(item.event);
    if (isEnough(item.event)) break;
  }
  return seen;
}

export const eventsOf = async (client: Client, planId: string): Promise<LoggedEvent[]> =>
  (await client.plans.events(planId, { limit: 1_000 })).events;

/** Seconds since a moment, for people. */
export const secondsSince = (began: number): string =>
  `${((performance.now() - began) / 1_000).toFixed(1)} s`;
