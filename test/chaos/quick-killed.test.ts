import { expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { runCli } from "../cli/support/run-cli.ts";
import { startTestServer } from "../support/dev-server.ts";
import { createLedgerProject } from "./ledger.ts";

const ID = "quick-killed";
const TODOS = 240;
/** After so many effects the worker is killed. */
const KILLS = [30, 110, 190];

test(
  "quick todos whose worker is killed in their middle all end once, and none is lost",
  { timeout: 180_000 },
  async () => {
    const project = createLedgerProject();
    const server = await startTestServer();
    onTestFinished(() => server.remove());
    const run = (command: string) =>
      runCli([command, "--address", server.address], { cwd: project.folder });
    const [url] = await run("api").sees(/http:\/\/\S+:\d+/);
    const client = createClient(url, { retries: Infinity, timeoutMs: Infinity });
    await client.plans.create({
      id: ID,
      title: "Killed in their middle",
      todos: Array.from({ length: TODOS }, (_, place) => ({
        id: `n${place}`,
        title: `Number ${place}`,
        tool_name: "add",
        tool_params: { to: place === 0 ? 0 : { $from: `n${place - 1}` } },
      })),
    });
    let worker = run("worker");
    for (const effects of KILLS) {
      await vi.waitFor(() => expect(project.entries().length).toBeGreaterThan(effects), {
        timeout: 60_000,
        interval: 5,
      });
      worker.kill("SIGKILL");
      expect(await worker.ended).toBe("SIGKILL");
      worker = run("worker");
    }
    await expect
      .poll(async () => (await client.plans.get(ID, { limit: 1 })).status, { timeout: 90_000 })
      .toBe("completed");

    const { todos } = await client.plans.get(ID, { limit: TODOS });
    expect(todos.map(({ result_data }) => result_data)).toEqual(todos.map((_, place) => place + 1));
    expect(todos.every(({ run: number }) => number === 1)).toBe(true);
    const keys = project.entries().map(({ key }) => key);
    expect(new Set(keys)).toEqual(new Set(todos.map(({ id }) => `${ID}/${id}/1`)));
    // Only what a killed segment had done was done again, with the same key.
    for (const key of keys) {
      expect(keys.filter((one) => one === key).length).toBeLessThanOrEqual(KILLS.length + 1);
    }
    console.info(`${KILLS.length} kills: ${TODOS} effects, ${keys.length - TODOS} of them again`);
  },
);
