import { describe, expect, test } from "vitest";
import { ImportInputSchema } from "../../src/compat/import-contract.ts";
import { importPlan } from "../../src/compat/import-plan.ts";
import { NewPlanSchema } from "../../src/contract/plan/plan.ts";
import { fieldText } from "../../src/contract/sentences/sentence.ts";
import { createPlan } from "../../src/plan/create/create.ts";

const nobody = { hasTool: () => false, hasAgent: () => false };
const imported = (plan: object) => importPlan(ImportInputSchema.parse({ plan }), nobody).plan;

describe("a text that is longer than a plan keeps", () => {
  const LONG = `x${"🙂".repeat(5_000)}`;

  test("is cut between two signs, and never in the middle of one", () => {
    const step = {
      agent_name: LONG.slice(0, 101),
      agent_purpose: LONG.slice(0, 3_999),
      input_mapping: { purpose: LONG },
    };
    const done = { id: "a", name: "n", description: LONG.slice(0, 3_999) };
    const plans = [
      imported({ raw_query: LONG, steps: [step] }),
      imported({ raw_query: LONG, todos: [done] }),
    ];
    for (const plan of plans) {
      expect(JSON.stringify(plan)).not.toMatch(/\\ud[89a-f]/);
      expect(NewPlanSchema.safeParse(plan).error).toBeUndefined();
    }
    expect(plans[0]!.todos[0]!.tags).toEqual([expect.stringMatching(/^agent:x🙂+\uFFFD$/u)]);
  });

  test("has another title where nothing can be seen of its own", () => {
    const plan = imported({
      raw_query: "\u3164",
      steps: [{ agent_name: "a", description: "\u200b" }],
    });
    expect(NewPlanSchema.safeParse(plan).error).toBeUndefined();
    expect(plan.title).toBe("Untitled");
  });

  test("is told of, with how much of it is kept", () => {
    const step = { agent_name: LONG.slice(0, 101), input_mapping: { purpose: LONG } };
    const read = ImportInputSchema.parse({ plan: { raw_query: LONG, steps: [step] } });
    const { unmapped } = importPlan(read, nobody);
    expect(unmapped.map(({ pointer, detail }) => ({ pointer, detail }))).toEqual(
      expect.arrayContaining([
        { pointer: "/plan/raw_query", detail: "Only its first 4000 characters are kept." },
        {
          pointer: "/plan/steps/0/input_mapping/purpose",
          detail: "Only its first 4000 characters are kept.",
        },
        { pointer: "/plan/steps/0/agent_name", detail: expect.stringMatching(/^Only its first/) },
      ]),
    );
  });
});

describe("groups of steps that run one after another", () => {
  const steps = Array.from({ length: 200 }, (_, place) => ({
    step_id: `s${place}`,
    agent_name: "a",
  }));
  const [first, second] = [steps.slice(0, 100), steps.slice(100)].map((part) =>
    part.map(({ step_id }) => step_id),
  );

  test("each wait for the one before", () => {
    const { todos } = imported({ steps, parallel_groups: [first, second] });
    expect(todos[0]!.depends_on).toEqual([]);
    expect(todos[199]!.depends_on).toEqual(first);
  });

  test("that name the same steps again and again are refused at once, however many there are", () => {
    const again = Array.from({ length: 4_000 }, (_, place) => (place % 2 === 0 ? first : second));
    const read = ImportInputSchema.parse({ plan: { steps, parallel_groups: again } });
    const { plan } = importPlan(read, nobody);
    // A step that comes again waits for itself alone, not for all of the group before, thousands of times.
    expect(plan.todos[0]!.depends_on).toEqual(["s0"]);
    const given = { id: "p", owner: "o", at: "2026-11-28T00:00:00.000Z" };
    expect(createPlan(NewPlanSchema.parse(plan), given)).toMatchObject({
      problem: { code: "dependency_cycle" },
    });
  });
});

test("what has no place is said in Korean, too, and a title is one", () => {
  const { plan, unmapped } = importPlan(
    ImportInputSchema.parse({
      plan: { title: "주간 배포", steps: [{ agent_name: "김민수", description: "배포" }] },
    }),
    nobody,
  );
  expect(plan.title).toBe("주간 배포");
  expect(unmapped.map((place) => [place.pointer, fieldText(place, "detail", "ko")])).toEqual([
    ["/plan/steps/0/agent_name", '"김민수"라는 도구나 에이전트가 없어 사람이 할 일로 가져옵니다.'],
  ]);
});
