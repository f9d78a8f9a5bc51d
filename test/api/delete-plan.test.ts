import { existsSync, mkdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { PlanList } from "../../src/contract/list.ts";
import type { PlanView } from "../../src/contract/plan/plan.ts";
import type { NewTodoInput } from "../../src/contract/plan/todo.ts";
import {
  MissingArtifactError,
  referenceTo,
} from "../../src/temporal/connection/payloads/artifact-store.ts";
import { createToolLogs } from "../../src/temporal/connection/payloads/tool-logs.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { abortOf, createGate } from "../support/plan-tools.ts";

const deaf = createGate("deaf", false);
const api = useApi({ tools: [deaf.tool] });
const bigText = (length: number): NewTodoInput => ({
  id: "big",
  title: "big",
  tool_name: "big_text",
  tool_params: { length },
});
const remove = (id: string) => api().request("DELETE", `/v1/plans/${id}`);
const artifactOf = ({ todos }: PlanView): string =>
  (todos[0]!.result_data as { $artifact: string }).$artifact;

async function ended(id: string, todos: NewTodoInput[]): Promise<PlanView> {
  await api().create({ id, title: id, todos });
  return api().untilEnded(id);
}

/** For a Temporal that takes its time to forget. */
const LONG = { timeout: 200_000 };

/** On a busy machine Temporal's lists follow by seconds. */
const LISTED = { timeout: 20_000 };

/** A result that is large enough for the artifact store, another one for each test. */
let length = 30_000;

describe("a deleted plan", () => {
  test("is gone everywhere: no address and no list has it", async () => {
    const id = "gone-everywhere";
    const reference = artifactOf(await ended(id, [bigText((length += 1))]));
    expect((await remove(id)).status).toBe(204);
    for (const path of ["", "/board", "/events", "/history", "/todos/big", "/checkpoints"]) {
      const problem = await problemOf(
        api().request("GET", `/v1/plans/${id}${path}`),
        "plan_not_found",
      );
      expect(problem).toMatchObject({ detail: `The plan "${id}" was deleted.` });
    }
    for (const path of ["pause", "rollback", "archive", "edits", "fork"]) {
      const body =
        {
          rollback: { version: 1 },
          edits: { ops: [{ edit_type: "modify_plan", params: { changes: { title: "x" } } }] },
        }[path] ?? {};
      await problemOf(api().post(`/v1/plans/${id}/${path}`, body), "plan_not_found");
    }
    expect(await problemOf(remove(id), "plan_not_found")).toMatchObject({
      detail: `The plan "${id}" was deleted.`,
    });
    for (const query of [`search=${id}`, `search=${id}&archived=true`, "status=completed"]) {
      const found = async () =>
        (await api().get<PlanList>(`/v1/plans?${query}`)).plans.filter((row) => row.id === id);
      await expect.poll(found, LISTED).toEqual([]);
    }
    await expect(api().deps.artifacts.get(reference)).rejects.toThrow(MissingArtifactError);
    // Its id stays taken: a request that made it does not make it again.
    await problemOf(api().post("/v1/plans", { id, title: id, todos: [bigText(1)] }), "plan_exists");
  });

  test("leaves what another plan uses, and that one can still be read", async () => {
    length += 1;
    const mine = await ended("gone-shares", [bigText(length)]);
    const other = await ended("stays-shared", [bigText(length)]);
    expect(artifactOf(other)).toBe(artifactOf(mine));
    const fork = (await (
      await api().post("/v1/plans/gone-shares/fork", { id: "stays-forked" })
    ).json()) as PlanView;
    await api().untilEnded(fork.id);
    expect((await remove("gone-shares")).status).toBe(204);
    expect((await remove("stays-shared")).status).toBe(204);
    // The fork made nothing itself: it took the result over.
    const forked = await api().get<PlanView>("/v1/plans/stays-forked");
    expect(artifactOf(forked)).toBe(artifactOf(mine));
    const bytes = Buffer.from(await api().deps.artifacts.get(artifactOf(forked)));
    expect(JSON.parse(bytes.toString())).toMatchObject({ short: "짧은 글" });
    await remove("stays-forked");
    await expect(api().deps.artifacts.get(artifactOf(mine))).rejects.toThrow(MissingArtifactError);
  });

  test("was one that had ended: one that goes on is refused, with what to do", async () => {
    const id = "gone-not";
    const gate = { id: "one", title: "one", tool_name: "gate", tool_params: { name: id } };
    await api().create({ id, title: id, todos: [gate] });
    const problem = await problemOf(remove(id), "illegal_transition");
    expect(problem).toMatchObject({
      detail: "The plan has not ended.",
      hint: "Cancel it, or wait until it has ended.",
    });
    api().tools.open(id);
    await api().untilEnded(id);
    expect(await problemOf(remove("never-there"), "plan_not_found")).toMatchObject({
      detail: 'There is no plan "never-there".',
    });
  });

  test("is known to be gone while no worker runs, too", async () => {
    const id = "gone-unasked";
    await ended(id, [{ id: "m", title: "m", kind: "milestone" }]);
    expect((await remove(id)).status).toBe(204);
    await api().stopWorker();
    await problemOf(api().request("GET", `/v1/plans/${id}`), "plan_not_found");
    await problemOf(api().post(`/v1/plans/${id}/pause`, {}), "plan_not_found");
    await api().startWorker();
  });

  test("keeps no file that was still on its way: it is refused, as any for a plan that is not there", async () => {
    const id = "gone-under-way";
    await ended(id, [{ id: "m", title: "m", kind: "milestone" }]);
    const bytes = Buffer.from("too late");
    let removed: number | undefined;
    const body = new ReadableStream<Uint8Array>(
      {
        // It is read once the plan was found.
        async pull(controller) {
          removed = (await remove(id)).status;
          controller.enqueue(bytes);
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const upload = await api().post(`/v1/plans/${id}/files`, body, "application/octet-stream");
    expect(removed).toBe(204);
    await problemOf(upload, "plan_not_found");
    await expect(api().deps.artifacts.get(referenceTo(bytes))).rejects.toThrow(
      MissingArtifactError,
    );
  });

  test("or a reopened one, never half of each: whoever comes first has it", async () => {
    const id = "gone-or-reopened";
    const [todo] = (await ended(id, [bigText((length += 1))])).todos;
    const [reopened, removed] = await Promise.all([
      api().post(`/v1/plans/${id}/todos/${todo!.id}/rerun`, {}),
      remove(id),
    ]);
    // It may have gone on and ended again before the deletion looked.
    expect(["200 204", "200 409", "404 204"]).toContain(`${reopened.status} ${removed.status}`);
    const read = await api().request("GET", `/v1/plans/${id}`);
    expect(read.status).toBe(removed.status === 204 ? 404 : 200);
  });

  test("takes runs before it and the files of its tools with it", LONG, async () => {
    const id = "gone-runs";
    await ended(id, [
      {
        id: "w",
        title: "w",
        tool_name: "echo",
        tool_params: { text: "x" },
        output_path: "a.txt",
      },
    ]);
    const workspace = `${api().folder}/.holdpoint/workspaces/${id}`;
    expect(existsSync(`${workspace}/a.txt`)).toBe(true);
    await api().post(`/v1/plans/${id}/todos/w/rerun`, {});
    await api().untilEnded(id);
    expect((await remove(id)).status).toBe(204);
    expect(existsSync(workspace)).toBe(false);
    const { client } = api();
    const query = `WorkflowId = 'plan-${id}' OR WorkflowId STARTS_WITH 'ended-${id}.'`;
    const left = async (): Promise<string[]> => {
      const runs = [];
      for await (const run of client.workflow.list({ query })) runs.push(run.type);
      return runs.toSorted();
    };
    // What is left knows nothing of the plan but its id. A Temporal with default settings forgets within a minute or two.
    await expect
      .poll(left, { timeout: 150_000 })
      .toEqual(["deletedPlanWorkflow", "endedPlanWorkflow"]);
  });

  /** A plan with a tool that does not end when it is told to, and that was deleted while the tool ran. */
  async function deletedBeneath(id: string) {
    const todo = { id, title: id, tool_name: "deaf" };
    await api().create({ id, title: id, todos: [todo] });
    const run = await deaf.begun(id);
    await api().client.workflow.getHandle(`plan-${id}`).terminate("by hand");
    expect((await remove(id)).status).toBe(204);
    const logged = async () => {
      const kept = createToolLogs(api().deps.artifacts);
      return (await kept.read({ plan_id: id, idempotency_key: run.idempotency_key }, 0, 10)).total;
    };
    return { ...run, logged };
  }

  test("keeps nothing of a tool that goes on after it", LONG, async () => {
    const id = "gone-goes-on";
    const { signal, log, workspace, logged } = await deletedBeneath(id);
    // The worker has heard that nobody waits for it any more.
    await expect(abortOf(signal)).rejects.toThrow("NOT_FOUND");
    log.info("Still here");
    mkdirSync(workspace, { recursive: true });
    deaf.open(id);
    // It lets what runs end.
    await api().stopWorker();
    expect(existsSync(workspace)).toBe(false);
    expect(await logged()).toBe(0);
    await api().startWorker();
  });

  test("keeps nothing of a tool that ends before it could hear of it", LONG, async () => {
    const id = "gone-unheard";
    const { log, workspace, logged } = await deletedBeneath(id);
    log.info("Still here");
    mkdirSync(workspace, { recursive: true });
    deaf.open(id);
    await expect.poll(() => existsSync(workspace), LISTED).toBe(false);
    await expect.poll(logged, LISTED).toBe(0);
  });

  test("keeps nothing of a tool that was given up and ends later still", LONG, async () => {
    const id = "gone-given-up";
    const { workspace } = await deletedBeneath(id);
    const isThere = () => existsSync(workspace);
    mkdirSync(workspace, { recursive: true });
    // Whoever gave the tool up has tidied up after it, and it goes on.
    await expect.poll(isThere, LISTED).toBe(false);
    mkdirSync(workspace, { recursive: true });
    deaf.open(id);
    await expect.poll(isThere, LISTED).toBe(false);
  });
});
