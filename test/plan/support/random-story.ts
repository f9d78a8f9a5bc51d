import fc from "fast-check";
import type { NewPlanInput } from "../../../src/contract/plan/plan.ts";
import type { Json } from "../../../src/contract/text.ts";
import type { HoldState } from "../../../src/plan/model/state/hold.ts";
import { Drive, newState, type Watcher } from "./drive.ts";

/**
 * One thing that happens to a plan. `pick` chooses among what is there at that moment, so that every
 * story makes sense for every plan and shrinks well.
 */
export type Happening =
  | { readonly does: "complete"; readonly pick: number; readonly result: Json }
  | { readonly does: "fail"; readonly pick: number; readonly critical: boolean }
  | { readonly does: "stop"; readonly pick: number }
  | { readonly does: "fail an attempt" | "requeue"; readonly pick: number }
  | { readonly does: "late report"; readonly pick: number }
  | {
      readonly does: "decide";
      readonly pick: number;
      readonly how: "approve" | "reject" | "edit";
      readonly then: "skip" | "go_on" | "fail" | null;
      readonly digest: "none" | "right" | "wrong";
      readonly grace_seconds: number;
    }
  | { readonly does: "take back"; readonly pick: number }
  | { readonly does: "decide again"; readonly pick: number; readonly how: "approve" | "reject" }
  | { readonly does: "pause" | "resume" | "cancel" | "repeat" | "reuse id" | "junk" }
  | { readonly does: "wait" | "wait unnoticed"; readonly seconds: number }
  | { readonly does: "drain"; readonly on: boolean }
  | { readonly does: "continue as new" };

const pick = fc.nat(39);
const word = <Word extends string>(does: Word) => fc.constant({ does } as const);
const seconds = fc.oneof(fc.constantFrom(0.001, 1, 5, 30, 60, 3_600), fc.nat(100));

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record({
      does: fc.constant("complete" as const),
      pick,
      result: fc.constantFrom<Json>(null, { n: 1 }, { n: "둘" }, { other: true }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant("fail" as const),
      pick,
      critical: fc.nat(7).map((n) => n === 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("stop" as const), pick }) },
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constantFrom("fail an attempt", "requeue"), pick }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("late report" as const), pick }) },
  {
    weight: 14,
    arbitrary: fc.record({
      does: fc.constant("decide" as const),
      pick,
      how: fc.constantFrom("approve", "approve", "reject", "edit"),
      then: fc.constantFrom(null, "go_on" as const, "skip" as const, "fail" as const),
      digest: fc.constantFrom("none", "right", "right", "wrong"),
      grace_seconds: fc.constantFrom(0, 0, 0, 5),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("take back" as const), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant("decide again" as const),
      pick,
      how: fc.constantFrom("approve", "reject"),
    }),
  },
  { weight: 3, arbitrary: word("pause") },
  { weight: 4, arbitrary: word("resume") },
  { weight: 1, arbitrary: fc.oneof(word("cancel"), word("junk")) },
  { weight: 2, arbitrary: fc.oneof(word("repeat"), word("reuse id")) },
  { weight: 4, arbitrary: fc.record({ does: fc.constantFrom("wait", "wait unnoticed"), seconds }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("drain" as const), on: fc.boolean() }) },
  { weight: 1, arbitrary: word("continue as new") },
);

const PEOPLE = ["kim", "lee", "bo", "cho"] as const;

export const randomStory = (maxLength = 60) => fc.array(happening, { maxLength, size: "max" });

/** A plan, driven through a story. Every answer to a message is kept. */
export function live(input: NewPlanInput, story: readonly Happening[], watcher?: Watcher): Drive {
  const drive = new Drive(newState(input), watcher);
  for (const one of story) happen(drive, one);
  return drive;
}

/** Lets one thing happen. */
export function happen(drive: Drive, one: Happening): void {
  switch (one.does) {
    case "complete":
      return onRunning(drive, one.pick, (id) => drive.complete(id, one.result));
    case "fail":
      return onRunning(drive, one.pick, (id) =>
        drive.fail(id, one.critical ? "critical_error" : "api_error"),
      );
    case "stop":
      // A tool may stop when the plan told it to, and by itself.
      return onRunning(drive, one.pick, (id) => drive.stopped(id));
    case "fail an attempt":
      return onRunning(drive, one.pick, (id) => drive.failAttempt(id));
    case "requeue":
      return onRunning(drive, one.pick, (id) => drive.requeue(id));
    case "late report": {
      const todo = chosen(drive.plan.state.todos, one.pick)!;
      const late = { type: "todo_completed", attempt: 1, result: "late" } as const;
      drive.report({ ...late, todo_id: todo.id, run: todo.run + 1 });
      drive.report({ ...late, todo_id: "nowhere", run: 1 });
      return;
    }
    case "decide":
      return decideOpen(drive, one);
    case "decide again": {
      const closed = drive.plan.state.holds.filter((hold) => hold.status !== "open");
      const hold = chosen(closed, one.pick);
      if (hold !== undefined) drive.send("approval", { hold_id: hold.id, decision: one.how });
      return;
    }
    case "take back": {
      const waiting = [...drive.plan.openHolds.values()].filter((hold) => hold.deciding !== null);
      const hold = chosen(waiting, one.pick);
      if (hold !== undefined) drive.send("control_hold", { hold_id: hold.id, action: "undo" });
      return;
    }
    case "pause":
    case "resume":
    case "cancel":
      drive.send(one.does);
      return;
    case "repeat":
    case "reuse id": {
      const last = drive.sent.at(-1);
      if (last === undefined) return;
      const other = one.does === "repeat" ? {} : { by: "someone else" };
      drive.send(last.name, { ...last.body, ...other });
      return;
    }
    case "junk":
      drive.send("approval", { hold_id: "h99", decision: "maybe" });
      return;
    case "wait":
      return drive.pass(one.seconds);
    case "wait unnoticed":
      return drive.passUnnoticed(one.seconds);
    case "drain":
      drive.mayStart = !one.on;
      return drive.settle();
    case "continue as new":
      if (runningOf(drive).some((id) => !isBetweenAttempts(drive, id))) return;
      drive.mayStart = true;
      return drive.reload();
  }
}

/** Ends a story: the plan goes on, everyone decides, every running todo reports. */
export function finish(drive: Drive): void {
  drive.mayStart = true;
  drive.settle();
  for (let step = 0; !drive.finished; step += 1) {
    if (step > 1_000) throw new Error(`The plan is stuck: ${JSON.stringify(drive.statuses())}`);
    const hold = drive.plan.openHolds.values().next().value;
    const [running] = runningOf(drive);
    if (drive.plan.state.paused !== null && drive.plan.state.ending === null)
      drive.accept("resume");
    else if (hold !== undefined && drive.plan.state.ending === null) {
      // A hold whose time is over takes no decision: the timer that is due decides.
      const by = freeApprover(hold);
      const answer = drive.send("approval", { hold_id: hold.id, decision: "approve", by });
      if ("problem" in answer) drive.pass(hold.deciding === null ? 0 : 5);
    } else if (running !== undefined && isBetweenAttempts(drive, running)) drive.pass(60);
    else if (running !== undefined) drive.complete(running, { n: 0 });
    else throw new Error(`Nothing is left to do: ${JSON.stringify(drive.statuses())}`);
  }
}

/** Somebody whose approval the hold may still need. */
export function freeApprover({ needs }: HoldState): string {
  const without = [...(needs?.given ?? []), ...(needs?.not_by ?? [])];
  return PEOPLE.find((name) => !without.includes(name)) ?? PEOPLE[0];
}

function onRunning(drive: Drive, place: number, act: (id: string) => unknown): void {
  const id = chosen(runningOf(drive), place);
  if (id !== undefined) act(id);
}

function isBetweenAttempts({ plan }: Drive, id: string): boolean {
  return plan.todos.get(id)?.next_attempt !== undefined;
}

/** In plan order, so that the choice depends on nothing but the state. */
function runningOf(drive: Drive): string[] {
  const running = drive.plan.state.todos.filter(({ id }) => drive.plan.running.has(id));
  return running.map((todo) => todo.id);
}

function decideOpen(drive: Drive, one: Happening & { does: "decide" }): void {
  const hold = chosen([...drive.plan.openHolds.values()], one.pick);
  if (hold === undefined) return;
  const digest = one.digest === "right" ? hold.digest : `sha256:${"0".repeat(64)}`;
  drive.send("approval", {
    hold_id: hold.id,
    by: PEOPLE[one.pick % PEOPLE.length],
    decision: one.how,
    grace_seconds: one.grace_seconds,
    ...(one.digest !== "none" && { digest }),
    ...(one.how === "edit" && { args: { edited: "args" in hold ? hold.args : null } }),
    ...(one.how === "reject" && one.then !== null && { then: one.then }),
  });
}

function chosen<Item>(items: readonly Item[], place: number): Item | undefined {
  return items[place % items.length];
}
