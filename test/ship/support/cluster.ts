import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleWorkflowCode, DefaultLogger } from "@temporalio/worker";
import { expect, inject, onTestFinished } from "vitest";
import { createClient, type Client } from "../../../src/client/client.ts";
import type { LoadedConfig } from "../../../src/runtime/config.ts";
import { setUpTemporal } from "../../../src/runtime/set-up-temporal.ts";
import { loadWorkerParts } from "../../../src/runtime/workers/worker.ts";
import { WORKFLOW_CODE } from "../../../src/runtime/workers/workflow-code.ts";
import { createProject } from "../../cli/support/folders.ts";
import { runCli, type Cli } from "../../cli/support/run-cli.ts";

/** Notes which process runs it. */
const TOOLS = `import { appendFileSync } from "node:fs";
import { defineTool } from "holdpoint/tools";
import { z } from "zod";

export const tools = [defineTool({
  name: "note",
  description: "Notes who runs it.",
  input: z.object({ who: z.string() }),
  output: z.object({ pid: z.number() }),
  run({ who }) {
    appendFileSync(process.env.LEDGER ?? "ledger", who + " " + process.pid + "\\n");
    return { pid: process.pid };
  },
})];
`;

/**
 * A namespace, and a folder whose workers and APIs are processes of their own.
 * @param env what all of its processes have in their environment.
 */
export async function createCluster(namespace: string, env: Readonly<Record<string, string>> = {}) {
  const place = { address: inject("temporalAddress"), namespace };
  await setUpTemporal(place);
  const folder = createProject(TOOLS);
  const flags = ["--address", place.address, "--namespace", namespace];
  const run = (...args: string[]): Cli =>
    runCli([...args, ...flags], { cwd: folder, env: { HOLDPOINT_LANG: "en", ...env } });
  return {
    folder,
    place,
    run,
    /** A worker that is ready. */
    async worker(...args: string[]): Promise<Cli> {
      const worker = run("worker", ...args);
      await worker.sees(/The worker is ready/);
      return worker;
    },
    doctor: (): Cli =>
      runCli(["doctor"], {
        cwd: folder,
        env: {
          HOLDPOINT_LANG: "en",
          ...env,
          TEMPORAL_ADDRESS: place.address,
          TEMPORAL_NAMESPACE: namespace,
        },
      }),
    async api(): Promise<Client> {
      const [url] = await run("api").sees(/http:\/\/127\S+:\d+/);
      return createClient(url);
    },
    /** Who has noted what, by pid. */
    ledger(): Record<string, number> {
      const file = join(folder, "ledger");
      const text = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
      const lines = text === "" ? [] : text.split("\n");
      return Object.fromEntries(lines.map((line) => line.split(" "))) as Record<string, number>;
    },
  };
}

const note = (id: string, who: string, more: object = {}) => ({
  id,
  title: id,
  tool_name: "note",
  tool_params: { who },
  ...more,
});

/** A plan that notes something at once, and again once it is approved. */
export const create = async (client: Client, name: string, title = name): Promise<string> => {
  const asked = { requires_approval: true, depends_on: ["first"] };
  const todos = [note("first", `${name}1`), note("second", `${name}2`, asked)];
  const { id } = await client.plans.create({ title, todos });
  return id;
};

export const openHolds = async (client: Client, id: string) =>
  (await client.plans.holds(id)).holds.filter(({ status }) => status === "open");

/** Approves the one hold of a plan, and waits for the plan's end. */
export async function approve(client: Client, id: string): Promise<void> {
  await expect.poll(() => openHolds(client, id)).toHaveLength(1);
  const [hold] = await openHolds(client, id);
  await client.holds.decide(hold!.id, { decision: "approve" });
  await expect.poll(async () => (await client.plans.get(id)).status).toBe("completed");
}

/** Tools that run in this process write where those of the folder's workers do, until the test ends. */
export function keepLedgerIn(folder: string): void {
  const ledger = process.env["LEDGER"];
  process.env["LEDGER"] = join(folder, "ledger");
  onTestFinished(() => {
    if (ledger === undefined) delete process.env["LEDGER"];
    else process.env["LEDGER"] = ledger;
  });
}

/** What a worker of other code loads. */
export async function changedParts(config: LoadedConfig) {
  const parts = await loadWorkerParts({ config });
  const workflowBundle = await bundleWorkflowCode({
    ...WORKFLOW_CODE,
    workflowsPath: fileURLToPath(
      new URL("../../support/changed-plan.workflow.ts", import.meta.url),
    ),
    logger: new DefaultLogger("WARN"),
  });
  return { ...parts, workflowBundle };
}
