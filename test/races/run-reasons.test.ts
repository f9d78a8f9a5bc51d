import { describe, expect, test } from "vitest";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import type { JsonObject } from "../../src/contract/text.ts";
import type { Call } from "./support/ledger.ts";
import { applyOps, modelOf, type PlanModel } from "./support/plan-model.ts";
import { explainRuns } from "./support/run-reasons.ts";

/** `b` uses what `a` answers. */
const first = modelOf({
  title: "p",
  todos: [
    { id: "a", title: "a", tool_name: "work" },
    {
      id: "b",
      title: "b",
      tool_name: "work",
      input_data: { of: { $from: "a", path: "/n", default: 0 } },
    },
  ],
});
const without = applyOps(first, [{ edit_type: "remove_todo", target_id: "b" }], []);

type Happened = readonly [type: LoggedEvent["type"], todo: string, data?: JsonObject];
const log = (...events: readonly Happened[]): LoggedEvent[] =>
  events.map(([type, todo_id, data], place) => {
    const of = type === "plan.edited" ? {} : { todo_id };
    const told = { seq: place + 1, type, at: "2026-01-01T00:00:00Z", by: "holdpoint", ...of };
    return { ...told, ...(data !== undefined && { data }) } as LoggedEvent;
  });
const start = (id: string, run = 1): Happened => ["todo.started", id, { run }];
const end = (id: string): Happened => ["todo.completed", id];
const rerun: Happened = ["todo.rerun", "a", { recheck: [{ todo_id: "b", input_digest: "" }] }];
const edit = (version: number, added: string[]): Happened => [
  "plan.edited",
  "",
  { version, added },
];
const ran = [start("a"), end("a"), start("b"), end("b")] as const;

/** Calls in the order in which they began, each ended before the next. */
function calls(...made: readonly (readonly [name: string, n: number, args: JsonObject])[]): Call[] {
  return made.map(([name, n, args], place) => {
    const [todo_id = "", run = ""] = name.split(".");
    const head = { plan_id: "p", todo_id, run: Number(run), attempt: 1, key: name };
    return { ...head, args, result: { n }, begun: 2 * place, ended: 2 * place + 1 };
  });
}
const called = calls(["a.1", 1, {}], ["b.1", 1, { of: 1 }]);

const explain = (events: LoggedEvent[], made: Call[], versions: PlanModel[] = [first]) =>
  explainRuns(events, (version) => versions[version - 1]!, made);

describe("a run has its reason", () => {
  test.each<[string, LoggedEvent[], Call[], PlanModel[], string[]]>([
    ["as the first", log(...ran), called, [first], ["first", "first"]],
    [
      "in a rerun, which keeps what would get the same",
      log(...ran, rerun, start("a", 2), end("a"), ["todo.kept", "b"]),
      [...called, ...calls(["a.2", 1, {}])],
      [first],
      ["first", "first", "rerun"],
    ],
    [
      "in another input",
      log(...ran, rerun, start("a", 2), end("a"), start("b", 2), end("b")),
      calls(["a.1", 1, {}], ["b.1", 1, { of: 1 }], ["a.2", 2, {}], ["b.2", 2, { of: 2 }]),
      [first],
      ["first", "first", "rerun", "changed input"],
    ],
    [
      "in having been removed and added again",
      log(...ran, rerun, edit(2, []), edit(3, ["b"]), start("a", 2), end("a"), start("b", 2)),
      calls(["a.1", 1, {}], ["b.1", 1, { of: 1 }], ["a.2", 1, {}], ["b.2", 1, { of: 1 }]),
      [first, without, first],
      ["first", "first", "rerun", "added again"],
    ],
  ])("%s", (_, events, made, versions, reasons) => {
    const { runs, mistakes } = explain(events, made, versions);
    expect(mistakes).toEqual([]);
    expect(runs.map(({ reason }) => reason)).toEqual(reasons);
  });
});

describe("it is a mistake that a todo", () => {
  test.each<[string, LoggedEvent[], Call[], string]>([
    [
      "runs again for nothing",
      log(...ran, start("b", 2)),
      [...called, ...calls(["b.2", 2, { of: 1 }])],
      "b.2 began without a reason",
    ],
    [
      "runs again on the same input",
      log(...ran, rerun, start("a", 2), end("a"), start("b", 2), end("b")),
      calls(["a.1", 1, {}], ["b.1", 1, { of: 1 }], ["a.2", 1, {}], ["b.2", 1, { of: 1 }]),
      "b.2 began without a reason",
    ],
    [
      "is kept although its input changed",
      log(...ran, rerun, start("a", 2), end("a"), ["todo.kept", "b"]),
      calls(["a.1", 1, {}], ["b.1", 1, { of: 1 }], ["a.2", 2, {}]),
      "b was kept although its input changed",
    ],
    [
      "begins before what it waits for",
      log(start("a"), start("b"), end("a"), end("b")),
      called,
      "b.1 began before a",
    ],
    [
      "is called before what it waits for has ended",
      log(...ran),
      called.map((call) => (call.todo_id === "a" ? { ...call, ended: 9 } : call)),
      "b.1 was called before the call of a had ended",
    ],
    [
      "runs on something else",
      log(...ran),
      calls(["a.1", 1, {}], ["b.1", 1, { of: 7 }]),
      'b.1 ran on {"of":7}',
    ],
    [
      "is called twice in one run",
      log(...ran),
      [...called, ...calls(["b.1", 1, { of: 1 }])],
      "b.1 was called with the attempts [1, 1]",
    ],
    ["is not called", log(...ran), called.slice(0, 1), "b.1 was called with the attempts []"],
    [
      "is called without a run",
      log(...ran),
      [...called, ...calls(["b.2", 1, { of: 1 }])],
      "b.2 was called, and no run of it is in the log",
    ],
  ])("%s", (_, events, made, mistake) => {
    expect(explain(events, made).mistakes).toContain(mistake);
  });
});
