import { expect, test } from "vitest";
import { NewPlanSchema } from "../../src/contract/plan/plan.ts";
import { english } from "../../src/contract/sentences/sentence.ts";
import { TEMPORAL_NAMES } from "../../src/contract/tables/temporal-names.ts";
import { createPlan } from "../../src/plan/create/create.ts";
import type { planWorkflow } from "../../src/workflows/plan.workflow.ts";
import { useCliStack } from "../cli/support/cli-stack.ts";
import { readHistory } from "../scale/history.ts";
import { decideWhileRead } from "./support/decide-while-read.ts";
import { raceSeed } from "./support/seeded-random.ts";

const stack = useCliStack();
const HOLDS = 120;
const PER_SECOND = 50;
const EVENTS_OF_A_RUN = 300;
const seed = raceSeed();

test(
  `nobody sees that a plan continues as new while ${PER_SECOND} decisions a second come (RACE_SEED=${seed})`,
  { timeout: 200_000 },
  async () => {
    const id = "renewed";
    const written = NewPlanSchema.parse({
      id,
      title: "Many decisions",
      max_parallel: 50,
      todos: Array.from({ length: HOLDS }, (_, place) => ({
        id: `t${place}`,
        title: `Todo ${place}`,
        tool_name: "echo",
        tool_params: { text: String(place) },
        requires_approval: true,
      })),
    });
    const made = createPlan(written, { id, owner: "tester", at: new Date().toISOString() });
    if ("problem" in made) throw new Error(english(made.problem.detail));
    const { client, taskQueue } = stack().api;
    await client.workflow.start<typeof planWorkflow>(TEMPORAL_NAMES.plan_workflow, {
      workflowId: TEMPORAL_NAMES.plan_prefix + id,
      taskQueue,
      args: [{ state: made.state, history_events: EVENTS_OF_A_RUN }],
    });
    await stack().api.untilHolds(id, HOLDS);

    const found = await decideWhileRead(stack().url, id, { seed, perSecond: PER_SECOND });
    expect(found).toMatchObject({
      lost: [],
      twice: [],
      failedDecisions: [],
      failedReads: [],
      gaps: [],
      brokenStreams: 0,
    });
    expect(found.acknowledged).toBe(HOLDS);
    const { runs, failedTasks } = await readHistory(client, id);
    expect(runs).toBeGreaterThanOrEqual(3);
    // How often is a matter of the machine; that it was read while it went from run to run is not.
    expect(found.reads).toBeGreaterThanOrEqual(runs);
    // Temporal has a task done again when a message comes between; more than that is none of its ways.
    expect(failedTasks).toBeLessThan(2 * runs);
  },
);
