import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MESSAGE_NAMES, type MessageName } from "../../src/contract/plan/commands.ts";
import { english } from "../../src/contract/sentences/sentence.ts";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import { decide } from "../../src/plan/decide.ts";
import { toCommand } from "../../src/plan/model/commands.ts";
import { inEnglish } from "../support/in-english.ts";
import { drive, planOf, START } from "./support/drive.ts";
import { always } from "./support/properties.ts";

const GIVEN = { by: "temporal", command_id: "u1" };
const plan = () => drive(planOf([{ id: "a", requires_approval: true }, "constructor"]));

/** Field names that mean something, so that hostile values reach the fields' own checks. */
const NAMES = [
  "by",
  "command_id",
  "hold_id",
  "todo_id",
  "decision",
  "comment",
  "reason",
  "then",
  "args",
  "digest",
  "value",
  "__proto__",
  "constructor",
  "toString",
];
const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
  withNullPrototype: true,
  withUnicodeString: true,
});
const nearly = fc.dictionary(
  fc.constantFrom(...NAMES),
  fc.oneof(
    fc.constantFrom("h1", "a", "approve", "reject", "edit", "skip", "fail", "\ud800", ""),
    fc.string({ unit: "binary", maxLength: 3_000 }),
    anything,
  ),
  { maxKeys: 8 },
);

describe("whatever is sent to a plan", () => {
  always(
    "is a command or a problem, never an exception",
    fc.tuple(fc.constantFrom(...MESSAGE_NAMES), fc.oneof(anything, nearly)),
    ([name, raw]) => {
      const parsed = toCommand(name, raw, GIVEN);
      if ("problem" in parsed) {
        expect(parsed.problem.code).toBe("invalid_command");
        expect(parsed.problem.errors!.length).toBeGreaterThan(0);
        expect(parsed.problem.hint).not.toBe("");
      } else {
        expect(parsed.command.type).toBe(name);
        expect(typeof parsed.command.by).toBe("string");
        expect(typeof parsed.command.command_id).toBe("string");
      }
    },
  );

  always(
    "as JSON is decided or refused by the plan, never an exception",
    fc.tuple(
      fc.constantFrom(...MESSAGE_NAMES),
      fc.oneof(fc.jsonValue({ stringUnit: "binary" }), nearly.map(asJson)),
    ),
    ([name, raw]) => {
      const parsed = toCommand(name, raw, GIVEN);
      if ("problem" in parsed) return;
      const verdict = decide(plan().plan, parsed.command, START);
      expect(Object.keys(verdict)).toHaveLength(1);
    },
  );

  always("leaves every object as it was", nearly, (raw) => {
    for (const name of MESSAGE_NAMES) toCommand(name, raw, GIVEN);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>)["by"]).toBe(undefined);
  });
});

/** What is left of a value on its way to the plan; what has no JSON at all does not arrive. */
function asJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? "null");
  } catch {
    return null;
  }
}

describe("a message", () => {
  test.each(["pause", "resume", "cancel"] as const)("%s may come with nothing at all", (name) => {
    for (const nothing of [undefined, null, {}]) {
      expect(toCommand(name, nothing, GIVEN)).toEqual({ command: { ...GIVEN, type: name } });
    }
  });

  test("may say who sends it and under which id", () => {
    const mine = { by: "bo", command_id: "mine", reason: "r" };
    expect(toCommand("pause", mine, GIVEN)).toEqual({ command: { ...mine, type: "pause" } });
  });

  test("reads null as not there, as typed forms send it", () => {
    const raw = { hold_id: "h1", todo_id: null, decision: "approve", comment: null };
    const command = { ...GIVEN, type: "approval", hold_id: "h1", decision: "approve" };
    expect(toCommand("approval", raw, GIVEN)).toEqual({ command });
  });

  const approve = { hold_id: "h1", decision: "approve" };
  const reorder = (params: object) => ({ edit_type: "reorder", target_id: "a", params });
  test.each<[name: MessageName, raw: unknown, pointer: string, detail: string]>([
    ["approval", "approve", "", "must be a JSON object"],
    ["approval", [approve], "", "must be a JSON object"],
    ["approval", {}, "/decision", "is missing"],
    [
      "approval",
      { decision: "approve" },
      "/hold_id",
      'names the hold, or "todo_id" does, but not both',
    ],
    [
      "approval",
      { ...approve, todo_id: "a" },
      "/hold_id",
      'names the hold, or "todo_id" does, but not both',
    ],
    [
      "approval",
      { ...approve, decision: "yes" },
      "/decision",
      "must be one of approve, reject, edit",
    ],
    [
      "approval",
      { ...approve, decision: ["approve"] },
      "/decision",
      "must be one of approve, reject, edit",
    ],
    ["approval", { ...approve, then: "retry" }, "/then", "must be one of skip, go_on, fail"],
    ["approval", { ...approve, args: [] }, "/args", "must be a JSON object"],
    [
      "approval",
      { ...approve, args: { x: "\udc00" } },
      "/args/x",
      "holds half a character (a lone surrogate)",
    ],
    ["approval", { ...approve, args: { x: 1n } }, "/args/x", "is not JSON"],
    ["approval", { ...approve, args: { x: NaN } }, "/args/x", "is not a finite number"],
    [
      "approval",
      { ...approve, args: deep(33) },
      `/args${"/value".repeat(32)}`,
      "is nested deeper than 32 levels",
    ],
    [
      "approval",
      { ...approve, comment: "\ud83d" },
      "/comment",
      "holds half a character (a lone surrogate)",
    ],
    [
      "approval",
      { ...approve, comment: "x".repeat(LIMITS.comment + 1) },
      "/comment",
      "is longer than 2000 characters",
    ],
    ["approval", { ...approve, hold_id: 7 }, "/hold_id", "must be a text"],
    ["approval", { ...approve, by: "" }, "/by", "must be a text"],
    [
      "approval",
      { ...approve, command_id: "x".repeat(101) },
      "/command_id",
      "is longer than 100 characters",
    ],
    [
      "approval",
      { ...approve, aproved: true },
      "/aproved",
      "is not a field; there are by, roles, groups, command_id, via, hold_id",
    ],
    ["approval", { ...approve, constructor: 1 }, "/constructor", "is not a field"],
    ["approval", { ...approve, "a/b": 1 }, "/a~1b", "is not a field"],
    [
      "approval",
      JSON.parse('{"hold_id":"h1","decision":"approve","__proto__":{"by":"root"}}'),
      "/__proto__",
      "is not a field",
    ],
    [
      "approval",
      { ...approve, by: "bo\nroot" },
      "/by",
      "must be one line without control characters",
    ],
    [
      "approval",
      { ...approve, by: "\u001b[2Jbo" },
      "/by",
      "must be one line without control characters",
    ],
    ["approval", { ...approve, command_id: "a\u2028b" }, "/command_id", "must be one line without"],
    ["approval", { ...approve, hold_id: "h1\u0000" }, "/hold_id", "must be one line without"],
    [
      "approval",
      { ...approve, comment: "a\u0007b" },
      "/comment",
      "must not hold control characters",
    ],
    ["cancel", { reason: "\u009b31m" }, "/reason", "must not hold control characters"],
    ["input", { hold_id: "h1" }, "/value", "is missing"],
    [
      "input",
      { hold_id: "h1", value: ["\ud800"] },
      "/value/0",
      "holds half a character (a lone surrogate)",
    ],
    ["pause", { reason: 1 }, "/reason", "must be a text"],
    ["edit", { ops: [reorder({ order: ["a", 5] })] }, "/ops/0/params/order/1", "must be a text"],
    ["edit", { ops: [reorder({ order: "a" })] }, "/ops/0/params/order", "must be a list"],
    [
      "edit",
      { ops: [reorder({ position: "frist" })] },
      "/ops/0/params/position",
      'must be "first", "last"',
    ],
    [
      "edit",
      { ops: [reorder({ position: { before: 5 } })] },
      "/ops/0/params/position/before",
      "must be a text",
    ],
    [
      "edit",
      { ops: [reorder({})] },
      "/ops/0/params",
      'must be {"position": …} or {"order": [ids]}',
    ],
    [
      "cancel",
      { reason: "x".repeat(LIMITS.reason + 1) },
      "/reason",
      "is longer than 2000 characters",
    ],
    [
      "resume",
      { hold_id: "h1" },
      "/hold_id",
      "is not a field; there are by, roles, groups, command_id, via, reason",
    ],
  ])("%s of case %# is refused, with place and reason", (name, raw, pointer, detail) => {
    const parsed = inEnglish(toCommand(name, raw, GIVEN));
    const expected = { pointer, detail: expect.stringContaining(detail) as string };
    expect(parsed).toMatchObject({ problem: { code: "invalid_command" } });
    expect("problem" in parsed && parsed.problem.errors).toContainEqual(expected);
  });

  test("with several mistakes names them all, with an example of a good one", () => {
    const parsed = toCommand("approval", { decision: "no", by: 1, x: 1 }, GIVEN);
    const errors = "problem" in parsed ? parsed.problem.errors! : [];
    expect(errors.map(({ pointer }) => pointer).toSorted()).toEqual([
      "/by",
      "/decision",
      "/hold_id",
      "/x",
    ]);
    expect("problem" in parsed && english(parsed.problem.hint!)).toContain('"decision": "approve"');
  });

  test("of a hundred thousand mistakes is refused in few words, whole ones", () => {
    const names = Array.from({ length: 100_000 }, (_, place) => [`\ud800${place}`.padEnd(500), 1]);
    const parsed = toCommand("pause", Object.fromEntries(names), GIVEN);
    if (!("problem" in parsed)) throw new Error("It was taken.");
    expect(parsed.problem.errors).toHaveLength(10);
    expect(english(parsed.problem.detail).length).toBeLessThan(2_000);
    expect(JSON.stringify(parsed.problem).isWellFormed()).toBe(true);
    expect(parsed.problem.errors![0]!.pointer.isWellFormed()).toBe(true);
  });

  test("may have several lines where people write sentences", () => {
    const reason = "첫 줄\r\n\t- 둘째 🎉\n";
    const command = { ...GIVEN, type: "cancel", reason };
    expect(toCommand("cancel", { reason }, GIVEN)).toEqual({ command });
  });

  test("takes null as the value of an input", () => {
    const parsed = toCommand("input", { hold_id: "h1", value: null }, GIVEN);
    expect(parsed).toEqual({ command: { ...GIVEN, type: "input", hold_id: "h1", value: null } });
  });
});

function deep(levels: number): object {
  let value: object = {};
  for (let level = 0; level < levels; level += 1) value = { value };
  return value;
}

test("an edit that names a kind of failure which does not exist is told so", () => {
  const changes = { failure: { bad_luck: { action: "RETRY" } } };
  const ops = [{ edit_type: "modify_plan", params: { changes } }];
  expect(inEnglish(toCommand("edit", { ops }, GIVEN))).toMatchObject({
    problem: {
      code: "invalid_command",
      errors: [
        {
          pointer: "/ops/0/params/changes/failure/bad_luck",
          detail: "is not a name that is known here.",
        },
      ],
    },
  });
});
