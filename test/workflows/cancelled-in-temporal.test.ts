import { expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { createGate, echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";
import type { StartedPlan } from "../support/started-plan.ts";

const server = useDevServer();

const SMALL = { history_events: 60 };
const BECAUSE = "The workflow was cancelled in Temporal.";

const asks: NewPlanInput["todos"][number] = {
  id: "asks",
  title: "Asks",
  tool_name: "echo",
  requires_approval: true,
};

/** Makes the history longer than the plan lets it become while it is not about to end. */
async function refused(plan: StartedPlan): Promise<void> {
  for (let count = 1; count <= 30; count += 1) {
    await plan.signal("approval", { hold_id: "h9", decision: "approve" });
    await plan.untilEvents(count, "command.refused");
  }
}

test("a plan cancelled in Temporal is cancelled, however much comes before it has ended", async () => {
  const deaf = createGate("deaf", false);
  const worker = await server().startWorker([deaf.tool, echo]);
  const plan = await worker.start(
    {
      title: "Cancelled in Temporal",
      todos: [{ id: "long", title: "Long", tool_name: "deaf", timeout_seconds: 7_200 }, asks],
    },
    SMALL,
  );
  await deaf.begun("long");
  await plan.handle.cancel();
  await plan.until("the cancel", ({ ended_because }) => ended_because === BECAUSE);
  await refused(plan);
  deaf.open("long");
  const ended = await plan.ended();
  expect(ended).toMatchObject({ status: "cancelled", ended_because: BECAUSE });
  expect(ended.todos[1]).toMatchObject({ status: "cancelled" });
  expect(await plan.holds()).toMatchObject([{ status: "withdrawn" }]);
  const { status, historyLength } = await plan.handle.describe();
  expect(status.name).toBe("CANCELLED");
  // It would have continued as new, had it not been about to end.
  expect(historyLength).toBeGreaterThan(SMALL.history_events);
});

test("a plan that a person cancelled completes, however much comes before", async () => {
  const deaf = createGate("deaf", false);
  const worker = await server().startWorker([deaf.tool, echo]);
  const plan = await worker.start(
    {
      title: "Cancelled by a person",
      todos: [{ id: "long", title: "Long", tool_name: "deaf", timeout_seconds: 7_200 }, asks],
    },
    SMALL,
  );
  await deaf.begun("long");
  await plan.send("cancel", { reason: "enough" });
  await refused(plan);
  deaf.open("long");
  expect(await plan.result()).toMatchObject({ status: "cancelled", ended_because: "enough" });
});

test("a cancel in Temporal is not lost while the plan continues as new", async () => {
  const worker = await server().startWorker([echo]);
  const plans = await Promise.all(
    Array.from({ length: 6 }, (_, place) =>
      worker.start({ title: `Cancelled at a turn ${place}`, todos: [asks] }, SMALL),
    ),
  );
  await Promise.all(plans.map((plan) => plan.untilHold("asks")));
  await Promise.all(
    plans.map(async (plan, place) => {
      // As many refused signals as bring the plan to its limit, and the cancel among the last ones.
      const signals = Array.from({ length: 30 }, (_, at) =>
        at === 24 + place ? plan.handle.cancel() : plan.signal("approval", { hold_id: "h9" }),
      );
      await Promise.all(signals);
      const ended = await plan.ended();
      expect(ended).toMatchObject({ status: "cancelled", ended_because: BECAUSE });
      expect((await plan.handle.describe()).status.name).toBe("CANCELLED");
    }),
  );
});
