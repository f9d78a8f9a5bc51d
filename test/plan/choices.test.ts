import { describe, expect, test } from "vitest";
import type { Choice } from "../../src/contract/plan/holds/choices.ts";
import { holdChoices, todoChoices } from "../../src/plan/choices.ts";
import { newestHoldOf } from "../../src/plan/holds/holds.ts";
import { reviewOf } from "../../src/plan/holds/kinds/plan-review.ts";
import { todoOf } from "../../src/plan/model/plan.ts";
import { copyOf, drive, planOf, type Drive } from "./support/drive.ts";

const after = (id: string, ...depends_on: string[]) => ({ id, depends_on });

const launch = (settings = {}, release = {}): Drive =>
  drive(
    planOf(
      [
        { id: "release", title: "Press release", requires_approval: true, ...release },
        { ...after("send", "release"), title: "Send it" },
        { ...after("sign", "release"), requires_approval: true },
        after("measure", "send"),
        "booth",
      ],
      settings,
    ),
  );

function choicesOf({ plan, now }: Drive, todoId: string | null): Choice[] {
  const hold = todoId === null ? reviewOf(plan) : newestHoldOf(plan, todoId);
  const found = holdChoices(plan, hold!, now);
  if ("problem" in found) throw new Error(JSON.stringify(found.problem));
  return found.choices;
}

const ids = (todos: Choice["stops"]) => todos.map(({ id }) => id).join(" ");
/** Each choice on a line: what it stops, starts and asks, and how the plan ends. */
const lines = (choices: readonly Choice[]) =>
  choices.map(({ choice, then, approval, stops, starts, asks, plan_ends }) =>
    [
      [choice, then ?? [], approval ?? []].flat().join(" "),
      `stops ${ids(stops)}`,
      `starts ${ids(starts)}`,
      `asks ${ids(asks)}`,
      plan_ends,
    ].join(", "),
  );

describe("whoever decides sees what each choice stops and starts", () => {
  test("of an approval", () => {
    expect(lines(choicesOf(launch(), "release"))).toEqual([
      "approve, stops , starts release, asks , ",
      "reject skip, stops send sign measure, starts , asks , ",
      "reject go_on, stops , starts send, asks sign, ",
      "reject fail, stops send sign measure, starts , asks , ",
      "reject replan, stops , starts , asks release, ",
      "reject abort, stops send sign measure booth, starts , asks , failed",
      "edit, stops , starts release, asks , ",
      "withdraw, stops , starts send, asks sign, ",
    ]);
  });

  test("with titles", () => {
    const rejected = choicesOf(launch(), "release").find(({ then }) => then === "skip");
    expect(rejected?.stops[0]).toEqual({ id: "send", title: "Send it" });
  });

  test("also while the plan is paused, when nothing starts yet", () => {
    const plan = launch();
    plan.accept("pause");
    const [approve, , goOn] = lines(choicesOf(plan, "release"));
    expect(approve).toBe("approve, stops , starts release, asks , ");
    expect(goOn).toBe("reject go_on, stops , starts send, asks sign, ");
  });

  test("of a question, whatever its answer", () => {
    const question = { tool_name: null, input_request: { question: "Which day?" } };
    expect(lines(choicesOf(launch({}, question), "release")).slice(0, 2)).toEqual([
      "answer, stops , starts send, asks sign, ",
      "reject skip, stops send sign measure, starts , asks , ",
    ]);
  });

  test("of a question whose answer has parts that others use", () => {
    const form = {
      question: "Where?",
      input_type: "form" as const,
      schema: {
        type: "object",
        properties: {
          city: { type: "string" },
          rooms: {
            type: "array",
            items: { type: "object", properties: { name: { type: "string" } } },
          },
        },
      },
    };
    const plan = drive(
      planOf([
        { id: "ask", tool_name: null, input_request: form },
        { id: "book", tool_params: { city: { $from: "ask", path: "/city" } } },
        { id: "call", tool_params: { room: { $from: "ask", path: "/rooms/0/name" } } },
      ]),
    );
    expect(lines(choicesOf(plan, "ask"))[0]).toBe("answer, stops , starts book call, asks , ");
  });

  test("of a budget that is spent: without it the agent stops, and what waits for it is lost", () => {
    const plan = drive(
      planOf([{ id: "think", tool_name: null, agent_name: "thinker" }, after("send", "think")], {
        budget_usd: 0,
      }),
    );
    const found = holdChoices(plan.plan, [...plan.plan.openHolds.values()][0]!, plan.now);
    if ("problem" in found) throw new Error(JSON.stringify(found.problem));
    const reject = found.choices.find(({ choice }) => choice === "reject")!;
    expect(lines([reject])).toEqual(["reject fail, stops send, starts , asks , failed"]);
    plan.accept("approval", { hold_id: plan.hold("think").id, decision: "reject" });
    plan.stopped("think");
    expect(plan.plan.state.status).toBe("failed");
  });

  test("of a review of the whole plan", () => {
    expect(lines(choicesOf(launch({ plan_review: true }), null))).toEqual([
      "approve, stops , starts booth, asks release, ",
      "approve every_todo, stops , starts , asks release, ",
      "reject, stops release send sign measure booth, starts , asks , cancelled",
    ]);
  });

  test("of a failure", () => {
    const plan = launch({ failure: { api_error: { action: "MANUAL" } } });
    plan.approve("release");
    plan.fail("release");
    expect(lines(choicesOf(plan, "release"))).toEqual([
      "approve, stops , starts release, asks , ",
      "reject skip, stops send sign measure, starts , asks , ",
      "reject go_on, stops , starts send, asks sign, ",
      "reject fail, stops send sign measure, starts , asks , ",
      "reject abort, stops send sign measure booth, starts , asks , failed",
      "edit, stops , starts release, asks , ",
      "withdraw, stops send sign measure, starts , asks , ",
    ]);
  });

  test("and looking changes nothing", () => {
    const plan = launch();
    const before = copyOf(plan.plan.state);
    choicesOf(plan, "release");
    todoChoices(plan.plan, todoOf(plan.plan, "send"), plan.now);
    expect(plan.plan.state).toEqual(before);
  });

  test("and what is said comes true", () => {
    for (const { choice, then, stops, starts } of choicesOf(launch(), "release")) {
      if (choice !== "reject" || then === null || then === "replan") continue;
      const plan = launch();
      const running = new Set(plan.started);
      plan.reject("release", { then });
      expect(plan.started.filter((id) => !running.has(id))).toEqual(starts.map(({ id }) => id));
      for (const { id } of stops) expect(plan.status(id)).not.toBe("completed");
    }
  });
});

describe("whoever waits sees what the hold does by itself", () => {
  const timeoutOf = (plan: Drive, todoId = "release") => {
    const found = todoChoices(plan.plan, todoOf(plan.plan, todoId), plan.now);
    return found.timeout;
  };
  const asked = (on_timeout: string): Drive =>
    launch({}, { approval: { timeout_seconds: 60, on_timeout } });

  test.each([
    ["skip", "skip", "send sign measure", ""],
    ["fail", "fail", "send sign measure", ""],
    ["approve", "approve", "", "release"],
  ])("with on_timeout: %s", (on_timeout, action, stops, starts) => {
    const plan = asked(on_timeout);
    const preview = timeoutOf(plan)!;
    expect([preview.action, ids(preview.stops), ids(preview.starts)]).toEqual([
      action,
      stops,
      starts,
    ]);
    expect(preview.at).toBe(newestHoldOf(plan.plan, "release")!.deadline_at);
    // And so it comes.
    plan.pass(60);
    expect(plan.started.includes("release")).toBe(starts !== "");
    expect(plan.started).not.toContain("send");
  });

  test("at no moment while the plan is paused, and never when it waits as long as it takes", () => {
    const paused = asked("skip");
    paused.accept("pause");
    expect(timeoutOf(paused)).toMatchObject({ at: null, action: "skip" });
    expect(timeoutOf(asked("wait"))).toBeNull();
    expect(timeoutOf(asked("skip"), "send")).toBeNull();
  });
});

test("a decided hold has no choices any more, but a reason", () => {
  const plan = launch();
  plan.approve("release");
  const found = holdChoices(plan.plan, newestHoldOf(plan.plan, "release")!, plan.now);
  expect(found).toMatchObject({ problem: { code: "hold_already_decided" } });
});

describe("an operator sees it of a todo", () => {
  const of = (plan: Drive, id: string) =>
    lines(todoChoices(plan.plan, todoOf(plan.plan, id), plan.now).choices);

  test("that is skipped: what waits for it starts", () => {
    expect(of(launch(), "release")).toEqual(["skip, stops , starts send, asks sign, "]);
  });

  test("that is skipped while it runs: what waits for it starts when it has stopped", () => {
    const plan = drive(planOf(["a", { id: "b", depends_on: ["a"] }]));
    expect(of(plan, "a")).toEqual(["skip, stops , starts b, asks , "]);
  });

  test("that runs again after it was rejected: the others come back and wait", () => {
    const plan = launch();
    plan.reject("release");
    expect(of(plan, "release")).toEqual(["rerun, stops , starts , asks release, "]);
    expect(of(plan, "send")).toEqual([]);
  });

  test("of a todo that runs again: also what was done with its result and may be done once more", () => {
    const plan = drive(planOf(["read", after("send", "read"), after("count", "send"), "other"]));
    for (const id of ["read", "other", "send", "count"]) plan.complete(id, id);
    const choicesFor = (id: string) =>
      todoChoices(plan.plan, todoOf(plan.plan, id), plan.now).choices;
    expect(choicesFor("read")).toMatchObject([
      {
        choice: "rerun",
        starts: [{ id: "read" }],
        may_run_again: [{ id: "send" }, { id: "count" }],
      },
    ]);
    expect(choicesFor("count")).toMatchObject([{ choice: "rerun", may_run_again: [] }]);
  });
});
