import fc from "fast-check";
import {
  HOLD_ACTION_NAMES,
  HOLD_ACTIONS,
  type HoldAction,
} from "../../../src/contract/plan/holds/hold-actions.ts";
import type { NewPlanInput } from "../../../src/contract/plan/plan.ts";
import {
  ERROR_TYPES,
  TODO_ACTIONS,
  WORK_ACTIONS,
  type WorkAction,
} from "../../../src/contract/tables/vocabulary.ts";
import type { Json } from "../../../src/contract/text.ts";
import { checkpointsOf } from "../../../src/plan/edits/checkpoints.ts";
import type { HoldState } from "../../../src/plan/model/state/hold.ts";
import { Drive, newState, type Watcher } from "./drive.ts";
import { toOp, wishes, type Wish } from "./random-edits.ts";
import { randomPlan } from "./random-plan.ts";
import { freeApprover, happen, randomStory, type Happening } from "./random-story.ts";

/** What people do to a plan while it runs, besides all that happens to any plan. */
export type LivingHappening =
  | Happening
  | { readonly does: "edit"; readonly wishes: readonly Wish[]; readonly behind: number }
  | { readonly does: "undo" | "interrupt" }
  | { readonly does: "roll back" | "restore"; readonly pick: number }
  | {
      readonly does: "control";
      readonly pick: number;
      readonly action: (typeof TODO_ACTIONS)[number];
    }
  | {
      readonly does: "control hold";
      readonly pick: number;
      readonly action: HoldAction;
    }
  | { readonly does: "work"; readonly pick: number; readonly action: WorkAction }
  | { readonly does: "answer"; readonly pick: number; readonly value: Json }
  | { readonly does: "fail with"; readonly pick: number; readonly type: number }
  | {
      readonly does: "recover";
      readonly pick: number;
      readonly how: "again" | "with" | "skip" | "go_on" | "fail" | "abort";
    };

const pick = fc.nat(19);
const one = <Word extends string>(...words: Word[]) => fc.constantFrom(...words);

const living: fc.Arbitrary<LivingHappening> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      does: one("edit"),
      wishes,
      behind: fc.constantFrom(0, 0, 0, 1, 2),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: one("undo", "undo", "interrupt") }) },
  { weight: 2, arbitrary: fc.record({ does: one("stop"), pick }) },
  { weight: 2, arbitrary: fc.record({ does: one("roll back", "restore"), pick }) },
  { weight: 4, arbitrary: fc.record({ does: one("control"), pick, action: one(...TODO_ACTIONS) }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: one("control hold"), pick, action: one(...HOLD_ACTION_NAMES) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: one("answer"),
      pick,
      value: fc.constantFrom<Json>({ n: "yes" }, "yes", null, 7),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: one("work"), pick, action: one(...WORK_ACTIONS) }) },
  { weight: 3, arbitrary: fc.record({ does: one("fail with"), pick, type: fc.nat(11) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: one("recover"),
      pick,
      how: one("again", "with", "skip", "fail", "again", "with", "go_on", "fail", "abort"),
    }),
  },
);

/** Stories in which about half of what happens is about todos that run, and half is people's. */
export const livingStory = (maxLength = 30): fc.Arbitrary<LivingHappening[]> =>
  fc.array(
    fc.oneof(
      { weight: 1, arbitrary: living },
      {
        weight: 1,
        arbitrary: randomStory(1).map(([first]): LivingHappening => first ?? { does: "resume" }),
      },
    ),
    { maxLength, size: "max" },
  );

/** Plans with questions, todos that a person does, optional ones, and S0's strategies for failures or others. */
export function livingPlan(maxTodos = 9): fc.Arbitrary<NewPlanInput> {
  return fc
    .record({
      plan: randomPlan({ maxTodos, references: true }),
      humans: fc.array(pick, { maxLength: 2 }),
      hands: fc.array(pick, { maxLength: 2 }),
      optional: fc.array(pick, { maxLength: 2 }),
      api_error: fc.constantFrom("RETRY", "RETRY", "SKIP", "MANUAL", "FAIL", "REPLAN", "ABORT"),
      input: fc.constantFrom("MANUAL", "MANUAL", "SKIP", "FAIL", "ABORT"),
    })
    .map(({ plan, humans, hands, optional, api_error, input }): NewPlanInput => ({
      ...plan,
      failure: { api_error: { action: api_error }, validation_error: { action: input } },
      todos: plan.todos.map((todo, place) => {
        const marked = { ...todo, optional: optional.includes(place) };
        if (hands.includes(place)) {
          const due_in = place % 2 === 0 ? "1m" : null;
          return { ...marked, tool_name: null, kind: "manual" as const, due_in };
        }
        if (!humans.includes(place)) return marked;
        const { min_approvals: _, prevent_self_approval: __, ...approval } = todo.approval ?? {};
        return {
          ...marked,
          approval,
          tool_name: null,
          kind: "question" as const,
          input_request: {
            question: "Go on?",
            input_type: "form" as const,
            schema: { type: "object" },
            ...(place % 2 === 0 && { default: { n: "yes" } }),
          },
        };
      }),
    }));
}

/** A living plan, driven through a story. */
export function liveOn(
  input: NewPlanInput,
  story: readonly LivingHappening[],
  watcher?: Watcher,
): Drive {
  const drive = new Drive(newState(input), watcher);
  for (const thing of story) happenOn(drive, thing);
  return drive;
}

/** Lets one thing happen. */
export function happenOn(drive: Drive, thing: LivingHappening): void {
  const { state } = drive.plan;
  switch (thing.does) {
    case "edit": {
      const base_version = Math.max(1, state.version - thing.behind);
      drive.send("edit", {
        ops: thing.wishes.map((wish) => toOp(state, wish)),
        ...(thing.behind > 0 && { base_version }),
      });
      return;
    }
    case "undo":
      drive.send("undo");
      return;
    case "interrupt":
      drive.send("pause", { mode: "interrupt" });
      return;
    case "roll back":
      drive.send("rollback", { version: (thing.pick % state.version) + 1 });
      return;
    case "restore": {
      const checkpoint = chosen(checkpointsOf(state), thing.pick)!;
      drive.send("rollback", { checkpoint_id: checkpoint.checkpoint_id });
      return;
    }
    case "control": {
      const todo_id = chosen(state.todos, thing.pick)!.id;
      drive.send("control_todo", { todo_id, action: thing.action });
      return;
    }
    case "control hold": {
      const hold = chosen([...drive.plan.openHolds.values()], thing.pick);
      if (hold === undefined) return;
      const { action } = thing;
      drive.send("control_hold", { hold_id: hold.id, action, ...HOLD_ACTIONS[action].example });
      return;
    }
    case "work": {
      const todo = chosen([...drive.plan.work].toSorted(), thing.pick);
      const more = { claim: {}, release: {}, done: { result: 7 }, cannot: { reason: "no" } };
      const { action } = thing;
      if (todo !== undefined) drive.send(action, { todo_id: todo, ...more[action] });
      return;
    }
    case "answer":
    case "recover": {
      const kind = thing.does === "answer" ? "input" : "recovery";
      const asked = [...drive.plan.openHolds.values()].filter((hold) => hold.kind === kind);
      const hold = chosen(asked, thing.pick);
      if (hold === undefined) return;
      if (thing.does === "answer") drive.send("input", { hold_id: hold.id, value: thing.value });
      else drive.send("approval", { hold_id: hold.id, ...RECOVERIES[thing.how] });
      return;
    }
    case "fail with": {
      const running = state.todos.filter(({ id }) => drive.plan.running.has(id));
      const todo = chosen(running, thing.pick);
      // The critical kind, which ends the plan, comes seldom.
      if (todo !== undefined)
        drive.fail(todo.id, ERROR_TYPES[thing.type] ?? ERROR_TYPES[thing.type % 4]!);
      return;
    }
    default:
      happen(drive, thing);
  }
}

const RECOVERIES = {
  again: { decision: "approve" },
  with: { decision: "edit", args: { given: "by a person" } },
  skip: { decision: "reject", then: "skip" },
  go_on: { decision: "reject", then: "go_on" },
  fail: { decision: "reject", then: "fail" },
  abort: { decision: "reject", then: "abort" },
} as const;

/** An answer that the question takes. */
export function answerTo(hold: HoldState): Json {
  const isForm = hold.kind === "input" && hold.request.input_type === "form";
  return isForm ? { n: "done" } : "done";
}

/** Ends a story: everyone decides, answers and gives up what failed; every running todo reports. */
export function finishOn(drive: Drive): void {
  drive.mayStart = true;
  drive.settle();
  for (let step = 0; !drive.finished; step += 1) {
    if (step > 1_000) throw new Error(`The plan is stuck: ${JSON.stringify(drive.statuses())}`);
    const { paused, ending, todos } = drive.plan.state;
    const hold = drive.plan.openHolds.values().next().value;
    const running = todos.find(({ id }) => drive.plan.running.has(id));
    const [work] = drive.plan.work;
    if (paused !== null && ending === null) drive.accept("resume");
    else if (hold !== undefined && ending === null) {
      const { id: hold_id, kind } = hold;
      const decide = (decision: keyof typeof RECOVERIES) =>
        drive.send("approval", { hold_id, by: freeApprover(hold), ...RECOVERIES[decision] });
      let answer =
        kind === "input"
          ? drive.send("input", { hold_id, by: freeApprover(hold), value: answerTo(hold) })
          : decide(kind === "recovery" ? "go_on" : "again");
      // What was to be approved first is for its approvers to go on without.
      if ("problem" in answer && kind === "recovery") answer = decide("skip");
      // A hold whose time is over takes no decision: the timer that is due decides.
      if ("problem" in answer) drive.pass(hold.deciding === null ? 0 : 5);
    } else if (running?.next_attempt !== undefined) drive.pass(60);
    else if (running !== undefined) drive.complete(running.id, { n: 0 });
    else if (work !== undefined) drive.accept("done", { todo_id: work });
    else throw new Error(`Nothing is left to do: ${JSON.stringify(drive.statuses())}`);
  }
}

function chosen<Item>(items: readonly Item[], place: number): Item | undefined {
  return items[place % items.length];
}
