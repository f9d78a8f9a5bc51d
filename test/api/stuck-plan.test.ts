import { Connection } from "@temporalio/client";
import { inject, describe, expect, test } from "vitest";
import type { PlanList, PlanRow } from "../../src/contract/list.ts";
import type { Termination } from "../../src/contract/plan/termination.ts";
import { inEnglish } from "../../src/contract/service/notices.ts";
import { readDevConfig } from "../../src/temporal/connection/dev-config.ts";
import { NO_KEYS } from "../../src/temporal/connection/payloads/encryption-keys.ts";
import { runDoctor } from "../../src/temporal/doctor.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { startBrokenWorker } from "../support/broken-worker.ts";
import { echo } from "../support/echo-todo.ts";
import { createKeyedApi } from "../support/keyed-api.ts";

const api = useApi({ answerMs: 5_000 });
/** A worker that stops lets running tasks end; lists follow by seconds on a busy machine. */
const LONG = { timeout: 60_000 };
const LISTED = { timeout: 20_000 };

const asking = (id: string) => echo(id, { requires_approval: true });

/** A plan with a hold, which only a worker of another version is left to take up. */
async function stuck(id: string) {
  const runs = { id: "runs", title: "runs", tool_name: "train", task_queue: `nobody-${id}` };
  await api().create({ id, title: `멈춘 ${id}`, todos: [asking("a"), asking("b"), runs] });
  const [hold] = await api().untilHolds(id, 2);
  await api().stopWorker();
  const mend = await startBrokenWorker(inject("temporalAddress"), api().taskQueue);
  // What wakes the plan: the answer to this comes once somebody can give it.
  await api().post(`/v1/plans/${id}/pause`, {});
  return {
    hold: hold!,
    mend: async () => {
      await mend();
      await api().startWorker();
    },
  };
}

async function rowOf(id: string): Promise<PlanRow | undefined> {
  const { plans } = await api().get<PlanList>(`/v1/plans?search=${encodeURIComponent("멈춘")}`);
  return plans.find((row) => row.id === id);
}

const newestEvent = async (id: string) => {
  const { events } = await api().client.workflow.getHandle(`plan-${id}`).fetchHistory();
  return events!.at(-1)!;
};

describe("a plan that no worker can go on with", () => {
  test("says so at once, with what Temporal says, and goes on when one can", LONG, async () => {
    const id = "safe-stuck-says";
    const { hold, mend } = await stuck(id);
    const asked = performance.now();
    const read = await problemOf(api().request("GET", `/v1/plans/${id}`), "plan_stuck");
    // Not after the five seconds for which a silent worker is waited for.
    expect(performance.now() - asked).toBeLessThan(4_000);
    expect(read).toMatchObject({
      status: 502,
      retryable: false,
      legal: ["terminate"],
      detail: expect.stringMatching(
        /^Plan "safe-stuck-says" is stuck: .* Temporal says: This version cannot read the plan$/,
      ),
      hint: expect.stringContaining("holdpoint plan terminate safe-stuck-says"),
    });
    const decision = { decision: "approve" };
    await problemOf(api().post(`/v1/holds/${hold.id}/decision`, decision), "plan_stuck");
    await problemOf(api().post(`/v1/plans/${id}/cancel`, {}), "plan_stuck");
    const live = { headers: { accept: "text/event-stream" } };
    await problemOf(api().request("GET", `/v1/plans/${id}/events`, live), "plan_stuck");
    await expect.poll(() => rowOf(id), LISTED).toMatchObject({ status: "running", stuck: true });

    const doctor = await runDoctor({
      config: readDevConfig(),
      dataDir: api().folder,
      taskQueue: api().taskQueue,
      encryptionKeys: NO_KEYS,
      server: {
        address: inject("temporalAddress"),
        namespace: "default",
        connect: () => Connection.connect({ address: inject("temporalAddress") }),
      },
    });
    const { detail, ...check } = doctor.find(({ name }) => name === "plans")!;
    expect(check).toEqual({ name: "plans", ok: false, fix: `holdpoint plan show ${id}` });
    const [itself, ...others] = inEnglish(detail).split("; ");
    expect(itself).toBe(`1 stuck, no worker can go on with them: ${id}`);
    // Its other todo runs beside it, where nobody takes work.
    expect(others.at(-1)).toContain(`no worker asks task queue nobody-${id} for work`);
    expect(others.at(-1)).toContain(`${id}.runs`);

    await mend();
    await expect
      .poll(async () => (await api().request("GET", `/v1/plans/${id}`)).status, LISTED)
      .toBe(200);
    await expect.poll(() => rowOf(id), LISTED).toMatchObject({ stuck: false });
    await api().post(`/v1/plans/${id}/cancel`, {});
    await api().untilEnded(id);
  });

  test(
    "is ended by an admin, who sees before what is lost, and Temporal keeps who and why",
    LONG,
    async () => {
      const id = "safe-stuck-ends";
      const { mend } = await stuck(id);
      const keyed = createKeyedApi(api().deps);
      const operator = await keyed.add("옵스", "operator");
      const admin = await keyed.add("kim", "admin");
      const address = `/v1/plans/${id}/terminate`;
      await problemOf(keyed.as(operator.written, "POST", address, {}), "forbidden");

      const look = await keyed.as(admin.written, "POST", `${address}?validate_only=true`, {});
      const told = (await look.json()) as Termination;
      expect(told).toMatchObject({
        validate_only: true,
        plan_id: id,
        title: `멈춘 ${id}`,
        stuck: { says: "This version cannot read the plan" },
        loses: { unfinished_todos: 3, running_todos: ["runs"], open_holds: 2 },
      });
      expect((await rowOf(id))?.ended_at).toBeNull();

      const reason = { reason: "옛 버전이 없음" };
      const end = await keyed.as(admin.written, "POST", address, reason);
      expect(await end.json()).toMatchObject({ validate_only: false, loses: told.loses });
      expect((await newestEvent(id)).workflowExecutionTerminatedEventAttributes).toMatchObject({
        reason: "kim: 옛 버전이 없음",
      });
      await expect
        .poll(() => rowOf(id), LISTED)
        .toMatchObject({ status: "cancelled", open_holds: 0, stuck: false });
      await problemOf(keyed.as(admin.written, "POST", address, {}), "plan_finished");
      const unread = await problemOf(api().request("GET", `/v1/plans/${id}`), "plan_stuck");
      expect(unread.detail).toBe(
        `Plan "${id}" was stuck and was terminated (kim: 옛 버전이 없음). It can be read in Temporal only.`,
      );
      await mend();
      await problemOf(api().request("GET", `/v1/plans/${id}`), "plan_stuck");
      const remove = () => keyed.as(admin.written, "DELETE", `/v1/plans/${id}`);
      // Who deletes it waits for a worker, and not for the plan.
      await api().stopWorker();
      await problemOf(remove(), "worker_unavailable");
      await api().startWorker();
      const deleted = await remove();
      expect([deleted.status, await deleted.text()]).toEqual([204, ""]);
    },
  );

  test("is told from one that answers, which is cancelled in good order", async () => {
    const id = "safe-stuck-not";
    await api().create({ id, title: id, todos: [asking("a")] });
    await api().untilHolds(id);
    const refused = await problemOf(api().post(`/v1/plans/${id}/terminate`), "illegal_transition");
    expect(refused).toMatchObject({ legal: ["cancel"] });
    await api().post(`/v1/plans/${id}/cancel`, {});
    await api().untilEnded(id);
    await problemOf(api().post(`/v1/plans/${id}/terminate`), "plan_finished");
    await problemOf(api().post("/v1/plans/safe-stuck-none/terminate"), "plan_not_found");
  });

  test("is told from one whose worker is away", async () => {
    const id = "safe-stuck-away";
    await api().create({ id, title: id, todos: [asking("a")] });
    await api().untilHolds(id);
    await api().stopWorker();
    await problemOf(api().post(`/v1/plans/${id}/terminate`, {}), "illegal_transition");
    await problemOf(api().post(`/v1/plans/${id}/cancel`, {}), "worker_unavailable");
    await api().startWorker();
    await api().untilEnded(id);
  });

  test("is told from one whose workers die in its task, three in a row", LONG, async () => {
    const id = "ship-stuck-killed";
    await api().create({ id, title: id, todos: [asking("a")] });
    await api().untilHolds(id);
    await api().stopWorker();
    await api().client.workflow.getHandle(`plan-${id}`).signal("pause", {});
    for (const attempt of [1, 2, 3])
      expect(await takeTaskAndDie()).toEqual([`plan-${id}`, attempt]);
    await problemOf(api().request("GET", `/v1/plans/${id}`), "worker_unavailable");
    await problemOf(api().post(`/v1/plans/${id}/terminate`), "illegal_transition");
    await api().startWorker();
    await expect
      .poll(async () => (await api().request("GET", `/v1/plans/${id}`)).status, LISTED)
      .toBe(200);
    await api().post(`/v1/plans/${id}/cancel`, {});
    await api().untilEnded(id);
  });

  test(
    "is told from one that is sent more during its tasks than Temporal keeps",
    LONG,
    async () => {
      const id = "safe-stuck-flooded";
      await api().create({ id, title: id, todos: [asking("a")] });
      await api().untilHolds(id);
      await api().stopWorker();
      const handle = api().client.workflow.getHandle(`plan-${id}`);
      await handle.signal("pause", {});
      for (const attempt of [1, 2]) {
        expect(await takeTaskAndDie()).toEqual([`plan-${id}`, attempt]);
        await Promise.all(Array.from({ length: 101 }, () => handle.signal("pause", {})));
      }
      const { raw } = await handle.describe();
      expect(raw.pendingWorkflowTask!.attempt).toBe(3);
      await problemOf(api().request("GET", `/v1/plans/${id}`), "worker_unavailable");
      await problemOf(api().post(`/v1/plans/${id}/terminate`), "illegal_transition");
      await api().startWorker();
      expect((await api().plan(id)).mode).toBe("paused");
      await api().post(`/v1/plans/${id}/cancel`, {});
      await api().untilEnded(id);
    },
  );
});

/** Takes a workflow's task as a worker does that is killed before it answers. */
async function takeTaskAndDie() {
  const { client, taskQueue } = api();
  const request = {
    namespace: client.options.namespace,
    taskQueue: { name: taskQueue },
    identity: "killed",
  };
  for (;;) {
    const task = await client.withDeadline(Date.now() + LONG.timeout, () =>
      client.workflowService.pollWorkflowTaskQueue(request),
    );
    // What asks the plan comes as a task, too, and has no attempts.
    if (task.workflowExecution?.workflowId != null && task.query == null)
      return [task.workflowExecution.workflowId, task.attempt];
  }
}
