import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Connection } from "@temporalio/client";
import { expect, onTestFinished, test } from "vitest";
import { createClient, type Client as Holdpoint } from "../../src/client/client.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import type { ProblemError } from "../../src/contract/problems/problem-error.ts";
import { runCli } from "../cli/support/run-cli.ts";
import { startTestServer } from "../support/dev-server.ts";
import { createLedgerProject } from "./ledger.ts";

const FILES = 20_000;
const ID = "killed-deletion";
const PLAN: NewPlanInput = {
  id: ID,
  title: "Deleted twice",
  todos: [{ id: "one", title: "One", tool_name: "effect", output_path: "one.json" }],
};

async function untilEnded(client: Holdpoint, runs: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const { status, todos } = await client.plans.get(ID);
        return [status, todos[0]?.run];
      },
      { timeout: 60_000 },
    )
    .toEqual(["completed", runs]);
}

test(
  "a deletion whose worker and API are killed in its middle is finished when it is asked for again",
  { timeout: 300_000 },
  async () => {
    const project = createLedgerProject();
    const server = await startTestServer();
    onTestFinished(() => server.remove());
    const startWorker = () =>
      runCli(["worker", "--address", server.address], { cwd: project.folder });
    const startApi = async () => {
      const cli = runCli(["api", "--address", server.address], { cwd: project.folder });
      const [url] = await cli.sees(/http:\/\/\S+:\d+/);
      return { cli, client: createClient(url, { retries: Infinity, timeoutMs: Infinity }) };
    };
    const worker = startWorker();
    const api = await startApi();
    await api.client.plans.create(PLAN);
    await untilEnded(api.client, 1);
    for (const run of [2, 3]) {
      await api.client.todos.rerun(ID, "one", {});
      await untilEnded(api.client, run);
    }
    const workspace = join(project.folder, ".holdpoint", "workspaces", ID);
    expect(existsSync(join(workspace, "one.json"))).toBe(true);
    const many = join(workspace, "many");
    mkdirSync(many);
    for (let file = 0; file < FILES; file += 1) writeFileSync(join(many, `${file}`), "");
    // Meanwhile the API may have closed its idle connection, and the deletion is sent once only.
    await api.client.plans.get(ID);

    const watcher = watch(many);
    const firstGone = once(watcher, "change");
    const cutOff = api.client.plans.delete(ID, { retries: 0 }).then(
      () => "deleted",
      () => "cut off",
    );
    // A deletion that never began would be waited for until the test's time is over.
    expect(await Promise.race([firstGone.then(() => "begun"), cutOff])).toBe("begun");
    worker.kill("SIGKILL");
    api.cli.kill("SIGKILL");
    watcher.close();
    expect(await cutOff).toBe("cut off");
    expect(await worker.ended).toBe("SIGKILL");
    // The middle of it: some files are gone, and some are there.
    const left = readdirSync(many).length;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(FILES);

    const { client } = await startApi();
    const again = client.plans.delete(ID);
    startWorker();
    // An answer "I do not know" before the end is followed by another question after it.
    const answer = await again.then(
      () => "deleted",
      (error: unknown) => (error as ProblemError).problem.code,
    );
    expect(["deleted", "plan_not_found"]).toContain(answer);
    expect(existsSync(workspace)).toBe(false);
    await expect(client.plans.get(ID)).rejects.toMatchObject({
      problem: { code: "plan_not_found" },
    });
    await expect(client.plans.delete(ID)).rejects.toMatchObject({
      problem: { code: "plan_not_found" },
    });
    const connection = await Connection.connect({ address: server.address });
    onTestFinished(() => connection.close());
    const query = `WorkflowId = 'plan-${ID}' OR WorkflowId STARTS_WITH 'ended-${ID}.'`;
    // As Temporal has them: what is encrypted in a plan that it still lists only the project can read.
    const runs = async (): Promise<string[]> => {
      const asked = { namespace: server.namespace, query };
      const { executions } = await connection.workflowService.listWorkflowExecutions(asked);
      return executions.map(({ type }) => String(type?.name)).toSorted();
    };
    await expect
      .poll(runs, { timeout: 120_000 })
      .toEqual(["deletedPlanWorkflow", "endedPlanWorkflow"]);
  },
);
