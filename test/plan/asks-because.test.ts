import { expect, test } from "vitest";
import { english, textOf } from "../../src/contract/sentences/sentence.ts";
import { HOLD_KINDS } from "../../src/contract/tables/vocabulary.ts";
import { asksBecause } from "../../src/plan/views/holds/asks-because.ts";

const plan = { title: "Survey", goal_phase: null };
const planned = { title: "Survey", goal_phase: "planned" } as const;
const marked = { requires_approval: true };
const plain = { requires_approval: false };
const own = { title: "Send", tool_name: "mail", args: {}, input_request: null, asked_by: null };
const agents = { ...own, asked_by: { agent_name: "writer" } };

test.each([
  [
    "plan_review",
    own,
    { plan, todo: undefined },
    "The plan “Survey” is reviewed before anything in it starts.",
  ],
  [
    "plan_review",
    own,
    { plan: planned, todo: undefined },
    "A model made the plan “Survey”, and it is reviewed before anything in it starts.",
  ],
  [
    "approval",
    own,
    { plan, todo: marked },
    "“Send” is marked: a person approves it before it runs.",
  ],
  ["approval", own, { plan, todo: plain }, "The plan “Survey” asks before each todo."],
  [
    "approval",
    agents,
    { plan, todo: plain },
    "The agent “writer” has to ask each time before it calls “mail”.",
  ],
  ["recovery", own, { plan, todo: plain }, "“Send” failed, and a person is asked how to go on."],
  ["input", own, { plan, todo: plain }, "“Send” is a question, and its turn has come."],
  [
    "input",
    agents,
    { plan, todo: plain },
    "The agent “writer” has a question to which the plan has no answer.",
  ],
  [
    "input",
    { ...agents, input_request: { question: "How?", input_type: "text", required: false } },
    { plan, todo: plain },
    "The agent “writer” stopped with steps left, and somebody kept it from going on by itself.",
  ],
  [
    "budget",
    { ...agents, args: { plan_budget_usd: 4 } },
    { plan, todo: plain },
    "The plan “Survey” has spent its budget for models.",
  ],
  [
    "budget",
    { ...agents, args: { agent_budget_usd: 4 } },
    { plan, todo: plain },
    "The agent “writer” has spent its budget for this run.",
  ],
  [
    "budget",
    { ...agents, args: { agent_turns: 60 } },
    { plan, todo: plain },
    "The agent “writer” has used up its turns or tokens for this run, and is not done.",
  ],
  [
    "approval",
    { ...own, tool_name: "send_mail", required_by: "tool" },
    { plan, todo: plain },
    "The tool “send_mail” has to ask a person each time before it runs, whatever a plan or an agent says.",
  ],
  [
    "goal",
    own,
    { plan: planned, todo: undefined },
    "The goal cannot be planned without an answer from a person.",
  ],
  [
    "proposal",
    own,
    { plan, todo: undefined },
    "A model proposes to change the plan “Survey”, and a person decides about that.",
  ],
] as const)(
  "who is asked by a hold of kind %s reads the one rule that asks: %#",
  (kind, hold, around, says) => {
    expect(english(asksBecause({ kind, ...hold }, around))).toBe(says);
  },
);

test("names stand in quotation marks in Korean, too, with their particles behind them", () => {
  const asked = { kind: "approval" as const, ...own };
  const said = asksBecause(asked, { plan, todo: plain });
  expect(textOf(said, "ko")).toBe("계획 ‘Survey’는 할 일마다 승인을 받습니다.");
});

test("no kind of hold and nothing around it asks by two rules, or by none", () => {
  const said = HOLD_KINDS.flatMap((kind) =>
    [own, agents].flatMap((hold) =>
      [marked, plain, undefined].map((todo) => asksBecause({ kind, ...hold }, { plan, todo })),
    ),
  );
  expect(said.filter(({ id }) => !id.startsWith("because_"))).toEqual([]);
  const kindsOf = new Map<string, Set<string>>();
  for (const kind of HOLD_KINDS) {
    for (const hold of [own, agents]) {
      const { id } = asksBecause({ kind, ...hold }, { plan, todo: plain });
      kindsOf.set(id, (kindsOf.get(id) ?? new Set()).add(kind));
    }
  }
  // A rule says what asks: no two kinds of hold share one.
  expect([...kindsOf.values()].every((kinds) => kinds.size === 1)).toBe(true);
});
