import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findFreePort } from "../../src/temporal/machine/free-port.ts";
import { createFolder } from "../cli/support/folders.ts";
import { runToEnd } from "../cli/support/keys.ts";
import { watchPlan } from "../cli/support/watch-plan.ts";
import { writeProject } from "../support/write-project.ts";
import { startProject, stopProject } from "./support/running-project.ts";

const LONG = { timeout: 180_000 };

/** A tool that works on when it is told to end, as long as a worker lets it. */
const TOOLS = `import { defineTool, z } from "holdpoint/tools";
export const tools = [defineTool({
  name: "stubborn",
  description: "Goes on whatever it is told",
  input: z.object({}),
  output: z.object({}),
  run: () => new Promise(() => undefined),
})];
`;

function measuredProject(port: number): string {
  const cwd = createFolder();
  writeProject(cwd, TOOLS, { worker_metrics: `127.0.0.1:${port}`, worker_drain_seconds: 1 });
  return cwd;
}

test(
  "a start whose predecessor was killed waits for its worker, which has the metrics' address, and runs",
  LONG,
  async () => {
    const port = await findFreePort(8_590);
    const cwd = measuredProject(port);
    const first = await startProject(cwd);
    const { id } = await first.client.plans.create({
      title: "Busy",
      todos: [{ id: "work", title: "Work", tool_name: "stubborn" }],
    });
    await watchPlan(first.client, id).until((events) => events.at(-1)?.type === "todo.started");
    const orphan = first.workerPid();
    first.cli.kill("SIGKILL");
    await first.cli.ended;

    const second = await startProject(cwd);
    await second.cli.sees(/Holdpoint is running/);
    expect(second.cli.text()).toContain(`The worker (pid ${orphan}) of an earlier start`);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);

    const third = await runToEnd(cwd, "start");
    expect([third.exit, third.text]).toEqual([
      1,
      expect.stringContaining(`A \`holdpoint start\` (pid ${second.cli.pid}) already runs on`),
    ]);
    await stopProject(second);
  },
);

test(
  "a worker that cannot be noted works, and its like is started when it dies",
  LONG,
  async () => {
    const port = await findFreePort(8_690);
    const cwd = measuredProject(port);
    // A folder has the name of the file.
    mkdirSync(join(cwd, ".holdpoint", "worker.json"), { recursive: true });
    const started = await startProject(cwd);
    const first = started.workerPid();
    process.kill(first, "SIGKILL");
    await started.cli.sees(/The worker is back/);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
    await stopProject(started);
  },
);

test("a worker that cannot have its address says why it did not start", LONG, async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const cwd = measuredProject(port);
  const { exit, text } = await runToEnd(cwd, "start");
  expect(exit).toBe(1);
  expect(text).toMatch(
    new RegExp(
      `✖ The worker did not start: Nothing can listen at worker_metrics 127.0.0.1:${port}: .*in use`,
    ),
  );
  expect(text).toContain(join(cwd, ".holdpoint", "worker.log"));
});
