import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createClient, type Client } from "../../src/client/client.ts";
import { watch } from "../../src/client/watch.ts";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { runCli, type Cli } from "../cli/support/run-cli.ts";
import { watchPlan } from "../cli/support/watch-plan.ts";
import { startTestServer } from "../support/dev-server.ts";
import { followBySocket } from "./follow-by-socket.ts";
import { createLedgerProject, type LedgerProject } from "./ledger.ts";

const GATES = ["gate1", "gate2", "gate3"];
const LINKS = 15;
/** A hold, and then chains of todos with a gate before each. */
const PLAN: NewPlanInput = {
  title: "Three deaths of the API",
  todos: [
    { id: "asked", title: "May it go?", tool_name: "effect", requires_approval: true },
    ...GATES.flatMap((gate, part) => [
      {
        id: gate,
        title: gate,
        tool_name: "gate",
        depends_on: [part === 0 ? "asked" : `${GATES[part - 1]}-${LINKS}`],
      },
      ...Array.from({ length: LINKS }, (_, index) => ({
        id: `${gate}-${index + 1}`,
        title: `${gate}-${index + 1}`,
        tool_name: "effect",
        depends_on: [index === 0 ? gate : `${gate}-${index}`],
      })),
    ]),
  ],
};

async function startApi(project: LedgerProject, address: string, port: number) {
  writeFileSync(
    join(project.folder, "holdpoint.config.ts"),
    `export default { tools: "./tools.ts", api: { port: ${port} } };\n`,
  );
  const cli = runCli(["api", "--address", address], { cwd: project.folder });
  const [url] = await cli.sees(/http:\/\/\S+:\d+/);
  return { cli, url };
}

async function killed(api: Cli): Promise<void> {
  api.kill("SIGKILL");
  expect(await api.ended).toBe("SIGKILL");
}

async function readLog(client: Client, planId: string): Promise<LoggedEvent[]> {
  return (await client.plans.events(planId, { limit: 1_000 })).events;
}

test(
  "fifty who follow a plan lose nothing and see nothing twice while the API is killed three times",
  { timeout: 180_000 },
  async () => {
    const project = createLedgerProject();
    const server = await startTestServer();
    try {
      runCli(["worker", "--address", server.address], { cwd: project.folder });
      let api = await startApi(project, server.address, 0);
      const { url } = api;
      const client = createClient(url);
      const plan = await client.plans.create(PLAN);
      const witness = watchPlan(client, plan.id);
      await witness.until((events) => events.some(({ type }) => type === "hold.requested"));

      const after = (await readLog(client, plan.id)).length;
      const followers = [
        ...Array.from({ length: 30 }, () => followByStream(url, plan.id, after)),
        ...Array.from({ length: 20 }, () => followBySocket(url, plan.id, after)),
      ];
      const { holds } = await client.plans.holds(plan.id);
      await client.holds.decide(holds[0]!.id, { decision: "approve" });
      for (const gate of GATES) {
        await project.begun(gate);
        project.open(gate);
        // Some of the chain is told, and the rest happens while nobody answers.
        await witness.until((events) => isCompleted(events, `${gate}-2`));
        await killed(api.cli);
        api = await startApi(project, server.address, Number(new URL(url).port));
        expect(api.url).toBe(url);
      }
      const seen = await Promise.all(followers);
      const log = await readLog(client, plan.id);
      expect(log.at(-1)?.type).toBe("plan.completed");
      expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
      for (const events of seen) expect(events).toEqual(log.slice(after));
    } finally {
      await server.remove();
    }
  },
);

function isCompleted(events: readonly LoggedEvent[], todoId: string): boolean {
  return events.some((event) => event.type === "todo.completed" && event.todo_id === todoId);
}

/** What a program sees that uses the client. */
async function followByStream(url: string, planId: string, after: number): Promise<LoggedEvent[]> {
  const seen: LoggedEvent[] = [];
  for await (const item of watch(url, planId, { after })) {
    if (item.type === "snapshot") throw new Error("A snapshot stands for lost events.");
    seen.push(item.event);
  }
  return seen;
}
