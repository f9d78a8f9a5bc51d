import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { LLMock } from "@copilotkit/aimock";
import { expect, inject, onTestFinished, test } from "vitest";
import { ModelSettingsSchema } from "../../src/llm/model-settings.ts";
import { useApi } from "../support/api-harness.ts";
import type { OwnProcessWorker } from "../support/own-process-worker.ts";
import { startDyingWorker } from "./support/start-dying-worker.ts";

/** Workers in processes of their own. A killed one misses its heartbeats for ten seconds. */
const LONG = { timeout: 180_000 };

const api = useApi({
  worker: false,
  answerMs: 60_000,
  config: { models: ModelSettingsSchema.parse({ model: "gpt-4o" }) },
});

const raise = (target_id: string) => ({
  edit_type: "change_priority",
  target_id,
  params: { priority: 9 },
  reason: "A person said so.",
});
const answer = (target: string) => ({
  content: JSON.stringify({ summary: "The report goes first.", edits: [raise(target)] }),
});

test(
  "a change that a model plans goes on where it was when its worker is killed, and is paid once",
  LONG,
  async () => {
    const mock = new LLMock({ port: 0 });
    const asked: ("first" | "second")[] = [];
    let release: (() => void) | undefined;
    const isAsked = new Promise<void>((resolve) => {
      // The second turn shows the model its own proposal, which names a todo that is not there.
      mock.onMessage(/mistakes/, () => {
        asked.push("second");
        return answer("report");
      });
      mock.onMessage(/cause/, async () => {
        asked.push("first");
        // The first one of all is not answered while its worker lives.
        if (asked.length === 1) {
          resolve();
          await new Promise<void>((letGo) => (release = letGo));
        }
        return answer("reprot");
      });
    });
    await mock.start();
    onTestFinished(() => mock.stop());
    const { taskQueue, folder } = api();
    const place = { address: inject("temporalAddress"), namespace: inject("temporalNamespace") };
    const data = join(folder, ".holdpoint");
    const given: OwnProcessWorker = { ...place, taskQueue, modelUrl: mock.url, folder: data };

    const first = await startDyingWorker(given);
    const echo = { tool_name: "echo", tool_params: { text: "x" } };
    const { id } = await api().create({
      id: "mind-killed-replan",
      title: "A plan that waits",
      todos: [
        { id: "gate", title: "Gate", ...echo, requires_approval: true },
        { id: "report", title: "Report", ...echo, depends_on: ["gate"] },
      ],
    });
    const said = await api().post(`/v1/plans/${id}/replan`, { feedback: "The report matters" });
    expect(said.status).toBe(200);

    // Killed while the model answers: nothing has been answered, so nothing can be kept.
    await isAsked;
    first.kill("SIGKILL");
    await once(first, "exit");
    release?.();

    // Killed when each answer has been kept, before Temporal has heard of it.
    for (const turn of [1, 2]) {
      writeFileSync(join(data, `die-replan-${turn}`), "");
      const [, signal] = (await once(await startDyingWorker(given), "exit")) as [unknown, string];
      expect(signal).toBe("SIGKILL");
    }
    await startDyingWorker(given);
    await expect
      .poll(async () => (await api().holds(id)).map(({ kind }) => kind), { timeout: 60_000 })
      .toContain("proposal");
    // The one that was cut off, and each of the two turns once.
    expect(asked).toEqual(["first", "first", "second"]);
    const proposed = (await api().events(id)).filter(({ type }) => type === "plan.replan_proposed");
    expect(proposed).toHaveLength(1);
    const hold = (await api().holds(id)).find(({ kind }) => kind === "proposal")!;
    const decided = await api().post(`/v1/holds/${hold.id}/decision`, { decision: "approve" });
    expect(decided.status).toBe(200);
    const { todos } = await api().get<{ todos: { id: string; priority: number }[] }>(
      `/v1/plans/${id}`,
    );
    expect(todos.find((todo) => todo.id === "report")?.priority).toBe(9);
  },
);
