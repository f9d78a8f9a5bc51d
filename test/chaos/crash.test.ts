import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createClient, type Client } from "../../src/client/client.ts";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import type { DecisionInput, Hold } from "../../src/contract/plan/holds/hold.ts";
import type { NewPlanInput, PlanView, Receipt } from "../../src/contract/plan/plan.ts";
import type { NewTodoInput } from "../../src/contract/plan/todo.ts";
import { readState, type DevServerState } from "../../src/temporal/embedded/dev-server-state.ts";
import { runCli, type Cli } from "../cli/support/run-cli.ts";
import { completedIn, watchPlan } from "../cli/support/watch-plan.ts";
import { processArguments } from "../support/process-info.ts";
import { createLedgerProject, type LedgerProject } from "./ledger.ts";

/** Starts take seconds, and a busy machine makes them many. */
const LONG = { timeout: 180_000 };

const todo = (id: string, ...after: string[]): NewTodoInput => ({
  id,
  title: `Todo ${id}`,
  tool_name: "effect",
  depends_on: after,
});
const gate = (id: string, ...after: string[]): NewTodoInput => ({
  ...todo(id, ...after),
  tool_name: "gate",
});
/** Long enough to run in a workflow of its own. */
const long = (made: NewTodoInput): NewTodoInput => ({ ...made, timeout_seconds: 3600 });
const held = (id: string, ...after: string[]): NewTodoInput => ({
  ...todo(id, ...after),
  requires_approval: true,
  approval: { on_timeout: "wait", on_reject: "skip" },
});
const numbered = (letter: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);

/**
 * 26 todos: a chain and a wide part side by side, four holds, two todos that wait for a gate, and
 * one that the rejection of `h4` stops.
 */
const WIDE = numbered("w", 8);
const HOLDS = numbered("h", 4);
const NEVER_RUN = ["h4", "after-h4"];
const PLAN: NewPlanInput = {
  title: "Two crashes",
  max_parallel: 4,
  todos: [
    todo("first"),
    ...numbered("c", 4).map((id, index, ids) => todo(id, ids[index - 1] ?? "first")),
    ...WIDE.map((id) => todo(id, "first")),
    ...HOLDS.map((id) => held(id, "first")),
    gate("slow-worker", "c4"),
    todo("c5", "slow-worker"),
    todo("c6", "c5"),
    long(gate("slow-server", "c6", ...WIDE)),
    todo("end1", "slow-server"),
    todo("end2", "end1"),
    todo("end3", "end2"),
    todo("last", "end3", "h1", "h2", "h3"),
    todo("after-h4", "end3", "h4"),
  ],
};

interface Started {
  readonly cli: Cli;
  readonly client: Client;
  readonly apiUrl: string;
  readonly workerPid: number;
}

async function start(project: LedgerProject): Promise<Started> {
  const cli = runCli(["start"], { cwd: project.folder });
  const [, workerPid] = await cli.sees(/A worker is polling \(pid (\d+)\)/);
  const [, apiUrl = ""] = await cli.sees(/The API is at (http:\S+)\.\n/);
  return {
    cli,
    client: createClient(apiUrl, { retries: Infinity, timeoutMs: Infinity }),
    apiUrl,
    workerPid: Number(workerPid),
  };
}

async function stop({ cli }: Started): Promise<void> {
  cli.kill("SIGINT");
  expect(await cli.ended).toBe(0);
  expect(await cli.family.alive()).toEqual([]);
}

async function readServer(project: LedgerProject): Promise<DevServerState> {
  const state = await readState(join(project.folder, ".holdpoint"));
  if (state === undefined) throw new Error("No server has left its state.");
  return state;
}

/** The plan's open holds by the todo that waits. */
async function openHolds(client: Client, plan: PlanView): Promise<Map<string, Hold>> {
  const { holds } = await client.plans.holds(plan.id);
  return new Map(holds.map((hold) => [hold.todo_id ?? "", hold]));
}

/** Every event of the plan, from the API. */
async function readLog(client: Client, plan: PlanView): Promise<LoggedEvent[]> {
  return (await client.plans.events(plan.id, { limit: 1_000 })).events;
}

/** Sends decisions, each with a command id of its own, and keeps the receipts it got. */
function createDecider(apiUrl: string, client: Client) {
  const receipts = new Map<string, Receipt>();
  const body = (hold: Hold, decision: "approve" | "reject"): DecisionInput => ({
    decision,
    command_id: `decides-${hold.todo_id}`,
    digest: hold.digest,
  });
  return {
    receipts,
    /** One request; whatever comes back is an answer. */
    async tryOnce(hold: Hold, decision: "approve" | "reject"): Promise<number> {
      const response = await fetch(`${apiUrl}/v1/holds/${hold.id}/decision`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body(hold, decision)),
      });
      if (response.ok) receipts.set(hold.id, (await response.json()) as Receipt);
      return response.status;
    },
    /** The same request again and again until the API answers it. */
    async insist(hold: Hold, decision: "approve" | "reject"): Promise<void> {
      receipts.set(hold.id, await client.holds.decide(hold.id, body(hold, decision)));
    },
  };
}

/** Takes a loopback port the moment it is free, and turns away who comes. */
async function grabPort(port: number): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  onTestFinished(() => void server.close());
  for (;;) {
    server.listen(port, "127.0.0.1");
    const taken = await Promise.race([
      once(server, "listening").then(() => true),
      once(server, "error").then(() => false),
    ]).catch(() => false);
    if (taken) return server;
  }
}

describe("after a kill -9 of the worker and then of Temporal's server", () => {
  test(
    "the plan ends as if nothing had happened, and what was acknowledged has happened once",
    LONG,
    async () => {
      const project = createLedgerProject();
      const started = await start(project);
      const { cli, client, apiUrl, workerPid } = started;
      const plan = await client.plans.create(PLAN);
      const watch = watchPlan(client, plan.id);
      const decider = createDecider(apiUrl, client);

      // The worker dies while one todo runs, 13 are done, and four holds are open.
      const before = ["first", ...numbered("c", 4), ...WIDE];
      await watch.until((events) => before.every((id) => completedIn(events).includes(id)));
      await project.begun("slow-worker");
      const holds = await openHolds(client, plan);
      expect([...holds.keys()].toSorted()).toEqual(HOLDS);
      const [h1, h2, h3, h4] = HOLDS.map((id) => holds.get(id)!) as [Hold, Hold, Hold, Hold];
      const doneBeforeWorker = project.entries().filter(({ what }) => what === "effect");
      process.kill(workerPid, "SIGKILL");
      const whileWorkerless = decider.tryOnce(h1, "approve");
      await cli.sees(new RegExp(`The worker \\(pid ${workerPid}\\) ended \\(SIGKILL\\)`));
      await cli.sees(/The worker is back \(pid \d+\)/);
      expect([200, 503]).toContain(await whileWorkerless);
      await decider.insist(h1, "approve");
      project.open("slow-worker");

      // The server dies while another todo runs, and another program takes its port.
      await project.begun("slow-server");
      await watch.until((events) => completedIn(events).includes(h1.todo_id!));
      const { pid: serverPid, port } = await readServer(project);
      const doneBeforeServer = project.entries().filter(({ what }) => what === "effect");
      process.kill(serverPid, "SIGKILL");
      const intruder = await grabPort(port);
      await cli.sees(new RegExp(`Temporal's server \\(pid ${serverPid}\\) ended`));
      await cli.sees(new RegExp(`Port ${port} is used by another program`));
      const [decided, created, read] = await Promise.all([
        decider.tryOnce(h2, "approve"),
        fetch(`${apiUrl}/v1/plans`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ ...PLAN, id: "during-the-outage" }),
        }),
        fetch(`${apiUrl}/v1/plans/${plan.id}`),
      ]);
      expect(decided).toBe(503);
      for (const response of [created, read]) {
        expect(response.status).toBe(503);
        expect(response.headers.get("retry-after")).toBe("2");
        expect(await response.json()).toMatchObject({
          code: "temporal_unavailable",
          retryable: true,
        });
      }
      intruder.close();
      await cli.sees(/Temporal is back \(pid \d+\)/);
      await decider.insist(h2, "approve");
      await decider.insist(h3, "approve");
      await decider.insist(h4, "reject");
      project.open("slow-server");
      await watch.until((events) => events.at(-1)?.type === "plan.completed");

      // Nothing is lost: the log has no gap, and holds every decision that was acknowledged, once.
      const log = await readLog(client, plan);
      expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
      expect(decider.receipts.size).toBe(4);
      for (const [holdId, { seq }] of decider.receipts) {
        expect(log[seq - 1]).toMatchObject({ type: "hold.decided", hold_id: holdId });
      }
      expect(log.filter(({ type }) => type === "hold.decided")).toHaveLength(4);
      const ids = PLAN.todos.map(({ id }) => id!);
      const everRun = ids.filter((id) => !NEVER_RUN.includes(id));
      expect(completedIn(log).toSorted()).toEqual(everRun.toSorted());
      const { todos } = await client.plans.get(plan.id, { limit: 1_000 });
      const skipped = todos.filter(({ status }) => status === "skipped").map(({ id }) => id);
      expect(skipped.toSorted()).toEqual(NEVER_RUN.toSorted());
      const outage = await fetch(`${apiUrl}/v1/plans/during-the-outage`);
      expect(outage.status).toBe(404);

      // Nothing ran twice but the two todos that were running, and those under the same key.
      expect(doneBeforeWorker).toHaveLength(before.length);
      const effects = project.entries().filter(({ what }) => what === "effect");
      expect(effects.slice(0, doneBeforeServer.length)).toEqual(doneBeforeServer);
      for (const id of ids) {
        const keys = project.entries().filter(({ todo_id }) => todo_id === id);
        expect(new Set(keys.map(({ key }) => key)).size, id).toBe(everRun.includes(id) ? 1 : 0);
        if (id === "slow-server" || !everRun.includes(id)) continue;
        expect(project.effectsOf(id), id).toHaveLength(1);
      }
      const begun = (id: string) =>
        project.entries().filter(({ what, todo_id }) => what === "begun" && todo_id === id);
      expect(begun("slow-worker").map(({ attempt }) => attempt)).toEqual([1, 2]);
      expect(begun("slow-server").length).toBeLessThanOrEqual(2);
      await stop(started);
    },
  );
});

describe("after a kill -9 of the process that started everything", () => {
  test(
    "the worker ends by itself, and the next start takes the server over and the plan goes on",
    LONG,
    async () => {
      const project = createLedgerProject();
      const { cli, client, workerPid } = await start(project);
      const plan = await client.plans.create({
        title: "One crash",
        todos: [
          todo("a"),
          gate("b", "a"),
          long(gate("beside-b", "a")),
          todo("c", "b", "beside-b"),
          held("d", "a"),
          todo("e", "c", "d"),
        ],
      });
      await watchPlan(client, plan.id).until((events) =>
        events.some(({ type }) => type === "hold.requested"),
      );
      await project.begun("b");
      const { pid: serverPid } = await readServer(project);

      await cli.family.look();
      cli.kill("SIGKILL");
      expect(await cli.ended).toBe("SIGKILL");
      await vi.waitFor(async () => expect(await cli.family.alive()).not.toContain(workerPid), {
        timeout: 30_000,
      });
      expect(await cli.family.alive()).toEqual([serverPid]);

      const second = await start(project);
      expect(second.cli.text()).toContain(
        "outlived the process that started it: this one takes it over",
      );
      const holds = await openHolds(second.client, plan);
      const decider = createDecider(second.apiUrl, second.client);
      await decider.insist(holds.get("d")!, "approve");
      project.open("b");
      project.open("beside-b");
      const watch = watchPlan(second.client, plan.id);
      await watch.until((events) => events.at(-1)?.type === "plan.completed");
      expect(watch.events.map(({ seq }) => seq)).toEqual(watch.events.map((_, index) => index + 1));
      for (const id of ["a", "c", "d", "e"]) expect(project.effectsOf(id), id).toHaveLength(1);
      expect(project.effectsOf("b")).toMatchObject([
        { what: "effect", todo_id: "b", attempt: 2, key: `${plan.id}/b/1` },
      ]);

      await stop(second);
      expect(await cli.family.alive()).toEqual([]);
    },
  );

  test("a worker that was still starting ends by itself, too", LONG, async () => {
    const project = createLedgerProject();
    const cli = runCli(["start"], { cwd: project.folder });
    await cli.sees(/Temporal is up/);
    const { pid: serverPid } = await readServer(project);
    await vi.waitFor(
      async () => {
        await cli.family.look();
        const running = await Promise.all((await cli.family.alive()).map(processArguments));
        expect(running.some((args) => args?.some((arg) => arg.endsWith("own-worker.mjs")))).toBe(
          true,
        );
      },
      { timeout: 20_000 },
    );
    expect(cli.text()).not.toContain("A worker is polling");
    cli.kill("SIGKILL");
    await cli.ended;
    await vi.waitFor(async () => expect(await cli.family.alive()).toEqual([serverPid]), {
      timeout: 30_000,
    });
  });
});
