import { describe, expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import type { NewTodoInput } from "../../src/contract/plan/todo.ts";
import { viewHead } from "../../src/plan/views/view.ts";
import { Drive, drive, newState, planOf } from "./support/drive.ts";

const HOUR = 3_600;
const UNTIL = "2026-02-05T12:00:00.000Z";

type Mail = Partial<NewTodoInput> & { id: string };
const mail = (id: string, params: object, more: Omit<Partial<NewTodoInput>, "id"> = {}): Mail => ({
  id,
  tool_name: "send_mail",
  tool_params: { to: "team", text: "Hello", ...params },
  requires_approval: true,
  ...more,
});

/** Mails that are sent one after another, each after an approval. */
function mailing(mails: readonly Mail[], settings: Partial<NewPlanInput> = {}): Drive {
  const chained = mails.map((one, place) => {
    const before = mails[place - 1];
    return before === undefined ? one : { ...one, depends_on: [before.id] };
  });
  return drive(planOf(chained, settings));
}

const remember = (more: object = {}) => ({
  hold_id: "h1",
  decision: "approve",
  by: "ana",
  remember: { until: UNTIL, except: ["/text"], ...more },
});

describe("an approval that is remembered", () => {
  test("lets a later todo run that does the same but for what may differ, and says so", () => {
    const plan = mailing([mail("first", {}), mail("second", { text: "Bye" })]);
    plan.accept("approval", remember());
    plan.complete("first", null);
    expect(plan.running).toEqual(["second"]);
    expect(plan.todo("second")).toMatchObject({ approved_by: "ana", approved_under: "p1.h1" });
    const told = plan.events.find(({ type }) => type === "todo.let_through");
    expect(told).toMatchObject({
      todo_id: "second",
      data: { hold_id: "p1.h1", approved_by: "ana" },
    });
    expect(viewHead(plan.plan).remembered).toMatchObject([
      { hold_id: "p1.h1", tool_name: "send_mail", by: "ana", until: UNTIL, except: ["/text"] },
    ]);
  });

  test.each([
    ["another argument differs", mail("second", { to: "everybody" })],
    ["there is an argument more", mail("second", { copy: "boss" })],
    ["another tool runs", mail("second", {}, { tool_name: "post" })],
    ["other workers run it", mail("second", {}, { task_queue: "elsewhere" })],
    ["its result goes elsewhere", mail("second", {}, { output_path: "sent.json" })],
    ["it gets something besides", mail("second", {}, { input_data: { more: 1 } })],
    ["it asks every time", mail("second", {}, { approval: { always_ask: true } })],
  ])("does not count where %s", (_, second) => {
    const plan = mailing([mail("first", {}), second]);
    plan.accept("approval", remember());
    plan.complete("first", null);
    expect(plan.status("second")).toBe("needs_approval");
  });

  test("counts no more once its time is over, also for what waits for a place", () => {
    const plan = mailing([mail("first", {}), mail("second", {})]);
    plan.accept("approval", remember());
    plan.mayStart = false;
    plan.complete("first", null);
    expect(plan.todo("second").approved_under).toBe("p1.h1");
    plan.pass(2 * HOUR);
    plan.mayStart = true;
    plan.settle();
    expect(plan.status("second")).toBe("needs_approval");
  });

  test("counts no more once it is revoked: what has not started asks again", () => {
    const plan = drive(
      planOf([mail("first", {}), mail("second", {}, { depends_on: ["first"] }), "long"], {
        max_parallel: 1,
      }),
    );
    plan.complete("long", null);
    plan.accept("approval", remember());
    plan.mayStart = false;
    plan.complete("first", null);
    expect(plan.todo("second").approved_under).toBe("p1.h1");
    plan.mayStart = true;
    plan.accept("control_hold", { hold_id: "h1", action: "revoke", by: "lee" });
    expect(plan.status("second")).toBe("needs_approval");
    expect(plan.todo("second")).toMatchObject({ approved_by: null, approved_digest: null });
    expect(viewHead(plan.plan).remembered).toBeUndefined();
    const again = plan.refuse("control_hold", { hold_id: "h1", action: "revoke" });
    expect(again.detail).toBe("No approval of hold p1.h1 is remembered.");
    // It is closed, and takes none of the other actions either.
    expect(again.legal).toEqual([]);
  });

  test("says nothing about a todo whose arguments an edit changed meanwhile", () => {
    const plan = mailing([mail("first", {}), mail("second", {})]);
    plan.accept("approval", remember());
    plan.mayStart = false;
    plan.complete("first", null);
    const changes = { tool_params: { to: "everybody", text: "Hello" } };
    plan.accept("edit", {
      ops: [{ edit_type: "modify_todo", target_id: "second", params: { changes } }],
    });
    plan.mayStart = true;
    plan.settle();
    expect(plan.status("second")).toBe("needs_approval");
  });

  test("is nobody's word where the plan asks before each todo", () => {
    const plan = mailing([mail("first", {}), mail("second", {})]);
    plan.accept("approval", remember());
    plan.accept("edit", {
      ops: [{ edit_type: "modify_plan", params: { changes: { approval: "every_todo" } } }],
    });
    plan.complete("first", null);
    expect(plan.status("second")).toBe("needs_approval");
  });

  test("stands under nobody's word while it asks again", () => {
    const plan = drive(
      planOf([mail("first", {}), mail("second", {}, { depends_on: ["first"] }), "long"], {
        max_parallel: 1,
      }),
    );
    plan.complete("long", null);
    plan.accept("approval", remember());
    plan.mayStart = false;
    plan.complete("first", null);
    plan.accept("edit", {
      ops: [
        {
          edit_type: "modify_todo",
          target_id: "second",
          params: { changes: { approval: { always_ask: true } } },
        },
      ],
    });
    plan.mayStart = true;
    plan.settle();
    expect(plan.todo("second")).toMatchObject({
      status: "needs_approval",
      approved_by: null,
      approved_digest: null,
    });
  });

  test("counts no more for a todo that somebody has rejected", () => {
    const plan = drive(planOf([mail("first", {}), mail("second", {})]));
    plan.accept("approval", remember());
    plan.accept("approval", { hold_id: "h2", decision: "reject", then: "skip", by: "lee" });
    plan.accept("control_todo", { todo_id: "second", action: "rerun" });
    expect(plan.status("second")).toBe("needs_approval");
  });

  test("counts no more for such a todo though somebody changes it meanwhile, and changes it back", () => {
    const plan = drive(planOf([mail("first", {}), mail("second", {})]));
    plan.accept("approval", { hold_id: "h2", decision: "reject", then: "skip", by: "lee" });
    plan.pass(1);
    plan.accept("approval", remember());
    plan.accept("control_todo", { todo_id: "second", action: "rerun" });
    for (const to of ["everybody", "team"]) {
      const changes = { tool_params: { to, text: "Hello" } };
      const ops = [{ edit_type: "modify_todo", target_id: "second", params: { changes } }];
      plan.accept("edit", { ops, by: "bo", roles: ["operator"] });
    }
    expect(plan.status("second")).toBe("needs_approval");
    expect(plan.todo("second").approved_under).toBeUndefined();
  });

  describe("does not count for a call that somebody has rejected since, of whichever todo", () => {
    /** Two mails ask at once; the first one's approval is remembered, the second one is rejected. */
    const rejecting = (second: object, third: object): Drive => {
      const plan = drive(
        planOf([
          mail("first", {}),
          mail("second", second),
          { id: "later", depends_on: ["first"] },
          mail("third", third, { depends_on: ["later"] }),
        ]),
      );
      plan.accept("approval", remember());
      plan.complete("first", null);
      return plan;
    };
    const no = { hold_id: "h2", decision: "reject", then: "skip", by: "lee" };

    test("so that an equal one is asked about, and its approval, being later, is remembered again", () => {
      const plan = rejecting({ text: "Bye" }, { text: "Bye" });
      plan.accept("approval", no);
      plan.complete("later", null);
      expect(plan.status("third")).toBe("needs_approval");
      const again = { id: "fourth", tool_name: "send_mail", requires_approval: true };
      const tool_params = { to: "team", text: "Bye" };
      plan.pass(1);
      plan.accept("approval", { ...remember(), hold_id: "h3" });
      plan.accept("edit", {
        ops: [{ edit_type: "add_todo", params: { todo: { ...again, title: "4", tool_params } } }],
      });
      expect(plan.running).toEqual(["third", "fourth"]);
    });

    test("also where it waits for a place already", () => {
      const plan = rejecting({}, {});
      plan.mayStart = false;
      plan.complete("later", null);
      expect(plan.todo("third").approved_under).toBe("p1.h1");
      plan.accept("approval", no);
      plan.mayStart = true;
      plan.settle();
      expect(plan.status("third")).toBe("needs_approval");
    });

    test("though it goes on counting for others that differ where they may", () => {
      const plan = rejecting({ text: "Bye" }, { text: "See you" });
      plan.accept("approval", no);
      plan.complete("later", null);
      expect(plan.running).toEqual(["third"]);
    });

    test("until somebody has said yes to the same call", () => {
      const plan = rejecting({}, {});
      plan.accept("approval", no);
      plan.accept("control_todo", { todo_id: "second", action: "rerun" });
      plan.pass(1);
      plan.approve("second", { by: "kim" });
      plan.complete("later", null);
      expect(plan.running).toEqual(["second", "third"]);
    });

    test("also where it was rejected while the remembered approval itself still waited out its grace time", () => {
      const plan = drive(
        planOf([
          mail("first", {}),
          mail("second", {}),
          mail("third", {}, { depends_on: ["first"] }),
        ]),
      );
      plan.accept("approval", { ...remember(), grace_seconds: 60 });
      plan.pass(30);
      plan.accept("approval", no);
      plan.pass(31);
      plan.complete("first", null);
      expect(plan.status("third")).toBe("needs_approval");
    });

    test("also after a reload", () => {
      const plan = rejecting({}, {});
      plan.accept("approval", no);
      plan.reload();
      plan.complete("later", null);
      expect(plan.status("third")).toBe("needs_approval");
    });
  });

  test("starts nothing of an ended plan when it is revoked", () => {
    const plan = drive(planOf([mail("first", {}), { id: "next", depends_on: ["first"] }]));
    plan.accept("approval", remember());
    plan.complete("first", null);
    plan.accept("cancel", {});
    plan.stopped("next");
    expect(plan.plan.state.status).toBe("cancelled");
    plan.accept("control_hold", { hold_id: "h1", action: "revoke" });
    expect(plan.plan.state.status).toBe("cancelled");
    expect(plan.events.map(({ type }) => type)).not.toContain("plan.reopened");
  });

  test("is forgotten by a plan that is taken back to a checkpoint: it asks again", () => {
    const plan = drive(planOf([mail("first", {}), { id: "after", depends_on: ["first"] }]));
    plan.accept("approval", remember());
    plan.complete("first", null);
    plan.accept("pause", {});
    plan.complete("after", null);
    plan.accept("rollback", { checkpoint_id: "cp_1" });
    plan.accept("resume", {});
    expect(viewHead(plan.plan).remembered).toBeUndefined();
    expect(plan.status("first")).toBe("needs_approval");
  });

  test("is looked at again when the decision's grace time is over", () => {
    const plan = mailing([mail("first", {})]);
    plan.accept("approval", { ...remember(), grace_seconds: 60 });
    plan.accept("edit", {
      ops: [
        {
          edit_type: "modify_todo",
          target_id: "first",
          params: { changes: { approval: { always_ask: true } } },
        },
      ],
    });
    plan.pass(61);
    expect(plan.hold("first").status).toBe("open");
    expect(plan.events.at(-1)?.type).toBe("hold.undone");
  });

  test("survives a reload", () => {
    const plan = mailing([mail("first", {}), mail("second", { text: "Bye" })]);
    plan.accept("approval", remember());
    plan.reload();
    plan.complete("first", null);
    expect(plan.running).toEqual(["second"]);
  });
});

describe("an approval is not remembered", () => {
  test.each([
    ["for longer than 30 days", { until: "2026-04-01T00:00:00Z" }, "/remember/until"],
    ["until a moment that is over", { until: "2026-02-05T09:00:00Z" }, "/remember/until"],
    ["with an argument that it has not", { except: ["/text", "/cc"] }, "/remember/except/1"],
    ["with everything at once", { except: [""] }, "/remember/except/0"],
  ])("%s", (_, wanted, pointer) => {
    const plan = mailing([mail("first", {})]);
    const problem = plan.refuse("approval", remember(wanted));
    expect(problem).toMatchObject({ code: "invalid_command", errors: [{ pointer }] });
    expect(plan.hold("first").status).toBe("open");
  });

  test.each([
    ["a rejection", [mail("first", {})], {}, { decision: "reject" }],
    [
      "a todo that asks every time",
      [mail("first", {}, { approval: { always_ask: true } })],
      {},
      {},
    ],
    [
      "a plan that asks before each todo",
      [mail("first", {})],
      { approval: "every_todo" as const },
      {},
    ],
  ])("of %s", (_, mails, settings, more) => {
    const plan = mailing(mails, settings);
    const problem = plan.refuse("approval", { ...remember(), ...more });
    expect(problem).toMatchObject({ code: "invalid_command", errors: [{ pointer: "/remember" }] });
  });

  test("of what cannot be undone, and nothing that was remembered lets it through", () => {
    const state = { ...newState(planOf([mail("first", {})])), irreversible_tools: ["send_mail"] };
    const plan = new Drive(state);
    expect(plan.hold("first").irreversible).toBe(true);
    const problem = plan.refuse("approval", remember());
    expect(problem.detail).toContain("cannot be undone");
  });

  test("in a locked plan, nor by who may not decide", () => {
    const locked = mailing([mail("first", {})], { locked: true });
    expect(locked.refuse("approval", remember()).code).toBe("loosens_control");
    const plan = mailing([mail("first", {})]);
    const operator = plan.refuse("approval", { ...remember(), roles: ["operator"] });
    expect(operator).toMatchObject({ code: "loosens_control", errors: [{ pointer: "/remember" }] });
  });
});

test("what asks every time may not be made to ask less by who may not decide", () => {
  const plan = mailing([mail("first", {}, { approval: { always_ask: true } })]);
  const ops = [
    { edit_type: "modify_todo", target_id: "first", params: { changes: { approval: {} } } },
  ];
  const problem = plan.refuse("edit", { ops, roles: ["operator"] });
  expect(problem.code).toBe("loosens_control");
});
