import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { ApprovalSettings } from "../../src/contract/plan/todo.ts";
import { legalCommands } from "../../src/plan/legal-commands.ts";
import { createSecrets } from "../../src/temporal/connection/payloads/secrets.ts";
import { drive, planOf } from "./support/drive.ts";

const secrets = createSecrets(new Map([["k", randomBytes(32)]]));
const token = secrets.seal({ plan_id: "p1" }, { value: "s", for: null });
const asking = (tool_params: object, approval: ApprovalSettings = {}) =>
  drive(planOf([{ id: "a", requires_approval: true, tool_params, approval } as never]));

describe("revealing a secret of a hold", () => {
  test("is legal where something is sealed, changes nothing and is in the log", () => {
    const plan = asking({ token });
    const [known] = legalCommands(plan.plan, plan.now).holds;
    expect(known?.actions.reveal).toEqual({ possible: true });
    const before = structuredClone(plan.hold("a"));
    const pointer = "/args/token";
    plan.accept("control_hold", { hold_id: "h1", action: "reveal", pointer, by: "kim" });
    expect(plan.hold("a")).toEqual(before);
    const [event] = plan.plan.state.events.filter(({ type }) => type === "hold.revealed");
    expect(event).toMatchObject({ by: "kim", hold_id: "p1.h1", data: { pointer } });
  });

  test("is refused where nothing is sealed, and without a place", () => {
    const open = asking({ token: "holdpoint-secret.v1.", text: "x" });
    const message = { hold_id: "h1", action: "reveal", pointer: "/args/token" };
    expect(open.refuse("control_hold", message).code).toBe("illegal_transition");
    const { pointer: _, ...unplaced } = message;
    expect(asking({ token }).refuse("control_hold", unplaced).code).toBe("invalid_command");
  });

  test("is for those who may decide the hold", () => {
    const plan = asking({ token }, { approvers: ["kim", "@sre"] });
    const reveal = { hold_id: "h1", action: "reveal", pointer: "/args/token" };
    expect(plan.refuse("control_hold", { ...reveal, by: "lee" }).code).toBe("not_an_approver");
    plan.accept("control_hold", { ...reveal, by: "kim" });
    plan.accept("control_hold", { ...reveal, by: "lee", groups: ["sre"] });
    expect(legalCommands(plan.plan, plan.now).holds[0]?.actions.reveal.possible).toBe(true);
  });
});
