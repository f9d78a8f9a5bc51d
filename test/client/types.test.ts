import { readFile } from "node:fs/promises";
import {
  createClient,
  type Added,
  type EditPreview,
  type HoldDetail,
  type Inbox,
  type LoggedEvent,
  type NewPlanInput,
  type PlanView,
  type Receipt,
  type WatchItem,
} from "holdpoint/client";
import { expect, expectTypeOf, test } from "vitest";
import type { Board } from "../../src/contract/plan/board.ts";

const client = createClient("http://127.0.0.1:1");
type Calls = typeof client;
type Answer<Call extends (...args: never) => unknown> = Awaited<ReturnType<Call>>;

test("every resource answers the contract's types", () => {
  expect(Object.keys(client)).toContain("plans");
  expectTypeOf<Answer<Calls["plans"]["get"]>>().toEqualTypeOf<PlanView>();
  expectTypeOf<Answer<Calls["holds"]["get"]>>().toEqualTypeOf<HoldDetail>();
  expectTypeOf<Answer<Calls["holds"]["list"]>>().toEqualTypeOf<Inbox>();
  expectTypeOf<Answer<Calls["holds"]["decide"]>>().toEqualTypeOf<Receipt>();
  expectTypeOf<Answer<Calls["plans"]["events"]>["events"]>().toEqualTypeOf<LoggedEvent[]>();
  expectTypeOf<Answer<Calls["templates"]["delete"]>>().toEqualTypeOf<void>();
  expectTypeOf(client.plans.watch("p")).toExtend<AsyncIterable<WatchItem>>();
  expectTypeOf(client.plans.watch("p", { as: "boards" })).toExtend<AsyncIterable<Board>>();
});

test("what a method takes or answers can be named: the package exports every type of the client's", async () => {
  const read = (file: string): Promise<string> =>
    readFile(new URL(`../../src/client/${file}`, import.meta.url), "utf8");
  const namesIn = (text: string, pattern: RegExp): string[] =>
    [...text.matchAll(pattern)].flatMap(([, names = ""]) => names.match(/\b[A-Z]\w+/g) ?? []);
  const used = namesIn(await read("client.ts"), /import type \{([^}]*)\} from "\.\.\/contract/g);
  const exported = namesIn(await read("index.ts"), /export (?:type )?\{([^}]*)\}/g);
  expect(used).toContain("PlanView");
  expect(used.filter((name) => !exported.includes(name))).toEqual([]);
});

test("an event of a hold or a todo names it, once its type is known", () => {
  const told = (event: LoggedEvent): string | undefined => {
    if (event.type === "hold.requested") expectTypeOf(event.hold_id).toEqualTypeOf<string>();
    if (event.type === "todo.started") expectTypeOf(event.todo_id).toEqualTypeOf<string>();
    return event.hold_id;
  };
  const hold = {
    seq: 1,
    type: "hold.requested",
    at: "",
    by: "holdpoint",
    hold_id: "p.h1",
  } as const;
  expect(told(hold)).toBe("p.h1");
  // @ts-expect-error Nobody could say which todo was started.
  expectTypeOf(told).toBeCallableWith({ seq: 2, type: "todo.started", at: "", by: "holdpoint" });
});

test("what goes with another decision is a mistake before it is sent", () => {
  const { decide } = client.holds;
  expect(decide).toBeTypeOf("function");
  expectTypeOf(decide).toBeCallableWith("tea.h1", { decision: "approve", comment: "Read." });
  expectTypeOf(decide).toBeCallableWith("tea.h1", { decision: "edit", args: { cups: 2 } });
  expectTypeOf(decide).toBeCallableWith("tea.h1", { decision: "reject", then: undefined });
  // @ts-expect-error Arguments that change are an edit.
  expectTypeOf(() => decide("tea.h1", { decision: "approve", args: { cups: 2 } })).toBeFunction();
  // @ts-expect-error An edit says what changes.
  expectTypeOf(() => decide("tea.h1", { decision: "edit" })).toBeFunction();
  // @ts-expect-error Only a question is answered.
  expectTypeOf(() => decide("tea.h1", { decision: "reject", value: "no" })).toBeFunction();
});

test("what may be left out may be undefined, and a type of events that is none is a mistake", () => {
  const { plans, holds, sessions } = client;
  expect(plans.watch).toBeTypeOf("function");
  const [signal, after] = [undefined, undefined];
  expectTypeOf(plans.watch).toBeCallableWith("tea", { signal, after, types: undefined });
  expectTypeOf(plans.watchAll).toBeCallableWith({ signal });
  expectTypeOf(plans.holds).toBeCallableWith("tea", { status: undefined });
  expectTypeOf(plans.actions).toBeCallableWith("tea", { todo_id: undefined });
  expectTypeOf(holds.arguments).toBeCallableWith("tea.h1", { pointer: undefined });
  expectTypeOf(holds.findInArguments).toBeCallableWith("tea.h1", { find: "x", from: undefined });
  expectTypeOf(sessions.next).toBeCallableWith("tea", "s1", { wait: undefined });
  expectTypeOf(() => plans.watch("tea", { types: ["hold", "plan.completed"] })).toBeFunction();
  // @ts-expect-error There is no such type.
  expectTypeOf(() => plans.watch("tea", { types: ["hold.decidedd"] })).toBeFunction();
  expectTypeOf<Answer<Calls["plans"]["export"]>>().toEqualTypeOf<NewPlanInput>();
});

test("inputs have the contract's types, and can be left out where everything in them can", () => {
  expect(client.plans.pause).toBeTypeOf("function");
  expectTypeOf<NewPlanInput>().toExtend<Parameters<Calls["plans"]["create"]>[0]>();
  expectTypeOf(client.plans.create).toBeCallableWith({ outline: "1. tea" });
  // @ts-expect-error Without an outline it needs todos.
  expectTypeOf(client.plans.create).toBeCallableWith({ title: "tea" });
  expectTypeOf(client.plans.pause).toBeCallableWith("tea");
  expectTypeOf(client.plans.pause).toBeCallableWith("tea", { mode: "drain" }, { retries: 0 });
  expectTypeOf(client.plans.progress).toBeCallableWith("tea", { timeoutMs: 1_000 });
  type Delegate = Parameters<Calls["holds"]["delegate"]>;
  expectTypeOf<Delegate["length"]>().toEqualTypeOf<2 | 3>();
});

test("a dry run answers what would change, and a run what has", () => {
  expect(client.plans.edit).toBeTypeOf("function");
  const { edit } = client.plans;
  const { add } = client.todos;
  const isDry = Boolean(process.env["NOBODY_SETS_THIS"]);
  expectTypeOf(() => edit("tea", { ops: [] })).returns.resolves.toEqualTypeOf<Receipt>();
  expectTypeOf(() =>
    edit("tea", { ops: [] }, { validateOnly: true, retries: 0 }),
  ).returns.resolves.toEqualTypeOf<EditPreview>();
  expectTypeOf(() =>
    edit("tea", { ops: [] }, { validateOnly: isDry }),
  ).returns.resolves.toEqualTypeOf<EditPreview | Receipt>();
  expectTypeOf(() =>
    add("tea", { title: "Milk" }, { retries: 0 }),
  ).returns.resolves.toEqualTypeOf<Added>();
});
