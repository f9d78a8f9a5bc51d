import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "../../../src/client/client.ts";
import type { LoggedEvent } from "../../../src/contract/plan/event.ts";
import type { PlanView } from "../../../src/contract/plan/plan.ts";
import type { LedgerEntry } from "../support/ledger-file.ts";
import { RETRIES, type Record, type Told } from "./story.ts";

/** What must not be; each a list of sentences about where it is. */
export interface Findings {
  readonly lost: string[];
  readonly twice: string[];
  readonly stuck: string[];
  readonly extra: string[];
}

/** How long plans have to end after the last fault. */
const HEAL_MS = 120_000;
const COMMANDS = [
  "hold.decided",
  "plan.edited",
  "plan.paused",
  "plan.resumed",
  "plan.cancel_requested",
] as const satisfies readonly LoggedEvent["type"][];

/** Waits for the plans' ends, and holds what they, their logs and the ledger say against what the clients were told. */
export async function check(
  client: Client,
  record: Record,
  readEntries: () => readonly LedgerEntry[],
): Promise<Findings> {
  const found: Findings = { lost: [], twice: [], stuck: [], extra: [] };
  const until = performance.now() + HEAL_MS;
  const plans: PlanView[] = [];
  for (const told of record.told) plans.push(await untilEnded(client, told.plan, until));
  const ledger = readEntries();
  for (const [place, told] of record.told.entries()) {
    const plan = plans[place]!;
    checkEnd(told, plan, ledger, found);
    const { events } = await client.plans.events(told.plan, { limit: 1_000 });
    checkCommands(told, events, record, found);
  }
  checkEffects(ledger, found);
  return found;
}

async function untilEnded(client: Client, id: string, until: number): Promise<PlanView> {
  for (;;) {
    const plan = await client.plans.get(id, { limit: 100 });
    if (plan.completed_at !== null || performance.now() > until) return plan;
    await delay(200);
  }
}

/** Every todo ends as the story says, and has had its effect if and only if it is completed. */
function checkEnd(
  told: Told,
  plan: PlanView,
  ledger: readonly LedgerEntry[],
  { stuck, extra, lost }: Findings,
): void {
  const wanted = told.cancelled ? "cancelled" : "completed";
  if (plan.status !== wanted) stuck.push(`${told.plan} is ${plan.status}, not ${wanted}`);
  const ids = plan.todos.map(({ id }) => id);
  for (const id of told.added) if (!ids.includes(id)) lost.push(`${told.plan}/${id} was put in`);
  const rejected = told.approved === false ? ["held", "after-held"] : [];
  for (const { id, status, tool_name, error_type } of plan.todos) {
    const at = `${told.plan}/${id}`;
    // Of a worker that died just before the cancel nobody knows how far it came, and the plan says so.
    const isUnknown = status === "failed" && error_type === "timeout";
    const fits = told.cancelled
      ? isUnknown || ["completed", "cancelled", "skipped"].includes(status)
      : status === (rejected.includes(id) ? "skipped" : "completed");
    if (!fits) stuck.push(`${at} is ${status}`);
    if (tool_name === null) continue;
    const effects = ledger.filter(({ key }) => key.startsWith(`${at}/`)).length;
    if (status === "completed" && effects === 0) lost.push(`${at} is completed without its effect`);
    if (rejected.includes(id) && effects > 0) extra.push(`${at} ran although it was rejected`);
  }
}

/** The log has each acknowledged command where its receipt says, and no command that nobody gave. */
function checkCommands(
  { plan }: Told,
  events: readonly LoggedEvent[],
  record: Record,
  { lost, twice }: Findings,
): void {
  if (events.some(({ seq }, place) => seq !== place + 1)) lost.push(`${plan}: a gap in the log`);
  const given = record.acknowledged.filter((one) => one.plan === plan);
  for (const { seq, event } of given) {
    const logged = events.find((one) => one.seq === seq)?.type;
    if (logged !== event) lost.push(`${plan}: ${event} at ${seq}, where the log has ${logged}`);
  }
  for (const command of COMMANDS) {
    const logged = events.filter(({ type }) => type === command).length;
    const acknowledged = given.filter(({ event }) => event === command).length;
    if (logged > acknowledged)
      twice.push(`${plan}: ${command} ${logged} times, acknowledged ${acknowledged}`);
  }
}

/**
 * A repeated effect is another attempt under the same key. A pause that interrupts makes another run of a
 * todo, with a key of its own; quick todos are repeated from their segment's last checkpoint on.
 */
function checkEffects(ledger: readonly LedgerEntry[], { extra }: Findings): void {
  const attempts = new Map<string, number[]>();
  for (const { what, key, attempt, todo_id } of ledger) {
    if (what !== "effect" || /^q\d$/.test(todo_id)) continue;
    attempts.set(key, [...(attempts.get(key) ?? []), attempt]);
  }
  for (const [key, made] of attempts) {
    if (new Set(made).size !== made.length) extra.push(`${key}: attempts ${made.join(", ")}`);
    if (made.length > RETRIES + 1) extra.push(`${key}: ${made.length} attempts`);
  }
}
