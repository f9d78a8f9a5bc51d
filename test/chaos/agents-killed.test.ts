import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { createPlanGateway } from "../../src/api/gateway/plan-gateway.ts";
import { NewPlanSchema } from "../../src/contract/plan/plan.ts";
import { createPlan } from "../../src/plan/create/create.ts";
import { useDevServer } from "../support/plan-worker.ts";
import { createStartedPlan } from "../support/started-plan.ts";
import { createFolder } from "../support/tool-context.ts";
import { startCountingModel, type Fate } from "./support/counting-model.ts";
import { createKillableWorkers, type Moment } from "./support/killable-workers.ts";

const server = useDevServer();
const LONG = { timeout: 300_000 };

const AGENTS = 12;
const TURNS = 10;
const KILLS = 30;
/** How many moments lie between two kills: a worker has to get somewhere, or nothing would. */
const BETWEEN = 6;

/** Where a worker is killed, in turns. */
const WAYS = ["request", "answer is kept", "tool begins", "wire", "tool has done it"] as const;
type Way = (typeof WAYS)[number];

test(
  "30 kills of the worker pay no turn of an agent twice and do nothing twice",
  LONG,
  async () => {
    const folder = createFolder();
    const taskQueue = `proofs-killed-${Date.now()}`;
    const killed = new Map<Way, number>(WAYS.map((way) => [way, 0]));
    const kills = (): number => [...killed.values()].reduce((sum, count) => sum + count, 0);
    /** Turns whose answers a worker had on its disk, and those that were asked for all the same. */
    const kept = new Set<string>();
    const paidTwice: string[] = [];
    let since = 0;
    let isDying = false;

    /** Whether the worker dies here: it is this way's turn, and enough has happened since the last one. */
    const isDue = (way: Way): boolean => {
      since += 1;
      if (isDying || kills() >= KILLS || since < BETWEEN) return false;
      if (WAYS[kills() % WAYS.length] !== way) return false;
      killed.set(way, killed.get(way)! + 1);
      since = 0;
      return (isDying = true);
    };
    const die = async (): Promise<void> => {
      await workers.kill();
      isDying = false;
    };
    const reached = ({ at, key }: Moment): boolean => {
      if (at === "answer is kept") {
        const [, todo, , turn] = key.split("/");
        kept.add(`${todo}/${turn}`);
      }
      if (!isDue(at)) return !isDying;
      void die();
      return false;
    };
    const model = await startCountingModel(
      TURNS,
      ({ agent, turn }): Fate => {
        if (kept.has(`${agent}/${turn}`)) paidTwice.push(`${agent}/${turn}`);
        if (isDue("request")) return "die before";
        return isDue("wire") ? "die within" : "answer";
      },
      die,
    );
    const place = { address: inject("temporalAddress"), namespace: inject("temporalNamespace") };
    const given = { ...place, taskQueue, modelUrl: model.url, folder };
    const workers = createKillableWorkers(given, reached);

    const ids = Array.from({ length: AGENTS }, (_, place) => `a${place + 1}`);
    const written = NewPlanSchema.parse({
      title: "Killed",
      max_parallel: AGENTS,
      todos: ids.map((id) => ({ id, title: id, agent_name: "writer" })),
    });
    const made = createPlan(written, { id: taskQueue, owner: "ana", at: new Date().toISOString() });
    if ("problem" in made) throw new Error("The plan is wrong.");
    const gateway = createPlanGateway(server().client, taskQueue);
    await gateway.start(made.state);
    await workers.next();
    // Its own worker answers no query while it is dead: what Temporal knows does.
    const handle = server().client.workflow.getHandle(`plan-${taskQueue}`);
    expect(await handle.result()).toMatchObject({ status: "completed" });

    const plan = await createStartedPlan(server().client, gateway, taskQueue).view();
    expect(
      plan.todos.map(({ run, result_data, agent }) => [run, result_data, agent?.turn]),
    ).toEqual(ids.map(() => [1, `Done after ${TURNS} turns.`, TURNS]));
    expect(plan.spent.turns).toBe(AGENTS * TURNS);

    const ledger = join(folder, "ledger.jsonl");
    const lines = existsSync(ledger) ? readFileSync(ledger, "utf8").trim().split("\n") : [];
    const done = lines.filter((line) => line.startsWith("done "));
    const again = lines.length - done.length;
    const answered = [...model.answered.values()].reduce((sum, count) => sum + count, 0);
    const lost = answered - AGENTS * TURNS;
    const cut = [...model.cut.values()].reduce((sum, count) => sum + count, 0);
    console.log(
      `agents killed: ${kills()} kills (${WAYS.map((way) => `${way} ${killed.get(way)}`).join(", ")}), ` +
        `${AGENTS * TURNS} turns, ${paidTwice.length} paid twice; on the wire at a kill and asked again: ${cut} cut off, ` +
        `${lost} answered and not yet kept; ${done.length} effects, ` +
        `${done.length - new Set(done).size} done twice, ${again} calls made again under their key; ` +
        `${plan.todos.reduce((sum, { retry_count }) => sum + retry_count, 0)} todos tried again`,
    );
    expect(kills()).toBe(KILLS);
    for (const way of WAYS) expect([way, killed.get(way)]).toEqual([way, KILLS / WAYS.length]);
    expect(paidTwice).toEqual([]);
    expect(new Set(done).size).toBe(AGENTS * (TURNS - 1));
    expect(done).toHaveLength(AGENTS * (TURNS - 1));
    // A kill finds at most the two answers that its worker was working on.
    expect(lost).toBeLessThanOrEqual(2 * KILLS);
  },
);
