import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { LLMock } from "@copilotkit/aimock";
import { expect, inject, onTestFinished, test } from "vitest";
import { createPlanGateway } from "../../src/api/gateway/plan-gateway.ts";
import { NewGoalSchema } from "../../src/contract/plan/plan.ts";
import { createGoal } from "../../src/plan/thinking/decide-goal.ts";
import type { OwnProcessWorker } from "../support/own-process-worker.ts";
import { useDevServer } from "../support/plan-worker.ts";
import { createStartedPlan } from "../support/started-plan.ts";
import { createFolder } from "../support/tool-context.ts";
import { startDyingWorker } from "./support/start-dying-worker.ts";

const server = useDevServer();

/** Workers in processes of their own. A killed one misses its heartbeats for ten seconds. */
const LONG = { timeout: 180_000 };

const intent = { type: "talk", confidence: 0.9 };
const good = { intent, question: null, todos: [{ id: "one", title: "One", tool_name: "echo" }] };
const wrong = { ...good, todos: [{ id: "one", title: "One", tool_name: "ecko" }] };

test(
  "planning goes on where it was when its worker is killed, and pays for no answer twice",
  LONG,
  async () => {
    const mock = new LLMock({ port: 0 });
    const asked: ("first" | "second")[] = [];
    let answer: (() => void) | undefined;
    const isAsked = new Promise<void>((resolve) => {
      // The second turn shows the model its own draft.
      mock.onMessage(/mistakes/, () => {
        asked.push("second");
        return { content: JSON.stringify(good) };
      });
      mock.onMessage(/goal/, async () => {
        asked.push("first");
        // The first one of all is not answered while its worker lives.
        if (asked.length === 1) {
          resolve();
          await new Promise<void>((resolveAnswer) => (answer = resolveAnswer));
        }
        return { content: JSON.stringify(wrong) };
      });
    });
    await mock.start();
    onTestFinished(() => mock.stop());
    const folder = createFolder();
    const taskQueue = `models-killed-${Date.now()}`;
    const place = { address: inject("temporalAddress"), namespace: inject("temporalNamespace") };
    const given: OwnProcessWorker = { ...place, taskQueue, modelUrl: mock.url, folder };
    const id = `models-killed-${Date.now()}`;
    const gateway = createPlanGateway(server().client, taskQueue);
    const goal = NewGoalSchema.parse({ goal: "Say it" });
    await gateway.start(createGoal(goal, { id, owner: "ana", at: new Date().toISOString() }));

    // Killed while the model answers: nothing has been answered, so nothing can be kept.
    const first = await startDyingWorker(given);
    await isAsked;
    first.kill("SIGKILL");
    await once(first, "exit");
    answer?.();

    // Killed when each answer has been kept, before Temporal has heard of it.
    for (const turn of [1, 2]) {
      writeFileSync(join(folder, `die-${turn}`), "");
      const [, signal] = (await once(await startDyingWorker(given), "exit")) as [unknown, string];
      expect(signal).toBe("SIGKILL");
    }
    await startDyingWorker(given);
    const plan = createStartedPlan(server().client, gateway, id);
    await plan.until("the review", ({ mode }) => mode === "approval_wait");

    const [hold] = await plan.holds();
    expect(hold!.kind).toBe("plan_review");
    // The one that was cut off, and each of the two turns once.
    expect(asked).toEqual(["first", "first", "second"]);
    const { goal: shown } = (await plan.view()) as { goal: { calls: { turn: number }[] } };
    expect(shown.calls.map(({ turn }) => turn)).toEqual([1, 2]);
  },
);
