import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, Connection } from "@temporalio/client";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { createProject } from "../cli/support/folders.ts";
import { runCli } from "../cli/support/run-cli.ts";
import { watchPlan } from "../cli/support/watch-plan.ts";

const TOOLS = `import { defineTool } from "holdpoint/tools";
import { z } from "zod";

const tool = (name, run) =>
  defineTool({ name, description: name, input: z.object({}), output: z.string(), run });
export const tools = [
  tool("stray", async () => {
    void Promise.resolve().then(() => { throw new Error("the stray reason"); });
    await new Promise((resolve) => setTimeout(resolve, 50));
    return "done";
  }),
  tool("busy", () => {
    for (const end = Date.now() + 3_200; Date.now() < end; );
    return "done";
  }),
  tool("talks", async () => {
    for (const said of ["hello", 7, true, null, { type: "done" }, { notice: "hello" }, { notice: { id: "hello" } }, { error: { name: "Error" } }]) {
      await new Promise((resolve) => process.send(said, resolve));
    }
    return "done";
  }),
  tool("bomb", () => new Promise(() => setTimeout(() => { throw new Error("the timer's reason"); }, 10))),
  tool("deaf", () => new Promise(() => setInterval(() => undefined, 1_000))),
];
`;

test(
  "a tool that misbehaves is named, and what it breaks is mended",
  { timeout: 180_000 },
  async () => {
    const folder = createProject(TOOLS);
    const log = (): string => readFileSync(join(folder, ".holdpoint", "worker.log"), "utf8");
    const cli = runCli(["start"], { cwd: folder });
    const [, address = ""] = await cli.sees(/Temporal is up at (\S+),/);
    const [, pid] = await cli.sees(/A worker is polling \(pid (\d+)\)/);
    const [, url = ""] = await cli.sees(/The API is at (http:\S+)\.\n/);
    const client = createClient(url);
    const run = async (tool_name: string): Promise<string> => {
      const todos = [{ id: tool_name, title: tool_name, tool_name, max_retries: 0 }];
      return (await client.plans.create({ title: tool_name, todos })).id;
    };
    const completes = async (tool: string): Promise<void> => {
      const watch = watchPlan(client, await run(tool));
      await watch.until((events) => events.at(-1)?.type === "plan.completed");
    };

    // What nobody waited for is logged, and the worker goes on.
    await completes("stray");
    expect(log()).toContain("A promise of the tool stray failed, and nobody waited for it.");
    expect(log()).toContain("the stray reason");
    await completes("busy");
    expect(log()).toMatch(/The worker stood still for 3\.\d s while busy ran/);
    expect(cli.text()).not.toContain("starting another");

    // It has a channel to its parent, as every child process of Node.js, and says there what it likes.
    await completes("talks");
    await completes("stray");

    await run("bomb");
    const [said] = await cli.sees(/The tool "bomb" ended .*/);
    expect(said).toContain(`(pid ${pid})`);
    expect(said).toContain("It threw: Error: the timer's reason");
    expect(said).toContain(join(".holdpoint", "worker.log"));
    await cli.sees(/The worker is back/);

    // What Temporal has given up is told, too: the worker would run it on without a word.
    const given = await run("deaf");
    await watchPlan(client, given).until((events) => events.at(-1)?.type === "todo.started");
    const connection = await Connection.connect({ address });
    onTestFinished(() => connection.close());
    await new Client({ connection }).workflow.getHandle(`plan-${given}`).terminate();
    await expect.poll(log).toContain("Temporal waits for deaf no more");

    const deaf = watchPlan(client, await run("deaf"));
    await deaf.until((events) => events.at(-1)?.type === "todo.started");
    const began = performance.now();
    cli.kill("SIGINT");
    expect(await cli.ended).toBe(0);
    expect(performance.now() - began).toBeLessThan(17_000);
    expect(log()).toContain("The tool deaf goes on although it was told to stop");
  },
);
