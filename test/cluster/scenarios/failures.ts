import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import type { Cluster } from "../parts/cluster.ts";
import type { Api } from "../parts/holdpoint.ts";
import {
  asking,
  effect,
  eventsOf,
  follow,
  gate,
  ledgerOf,
  openGates,
  secondsSince,
  until,
  untilBegun,
  untilEnded,
  untilHold,
  type Scenario,
} from "./scenario.ts";

const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}`);

export const workerKilled: Scenario = {
  shows: "A worker is killed in the middle: the other one goes on with its todos",
  async run(cluster) {
    const { workers, apis } = cluster.holdpoint;
    const [doomed, other] = workers;
    const ids = numbered("wk", 8);
    const { client } = apis[0]!;
    const { id } = await client.plans.create({
      id: "worker-killed",
      title: "Two workers share it",
      max_parallel: ids.length,
      todos: [...ids.map((todo) => gate(todo)), effect("wk-last", { depends_on: ids })],
    });
    await untilBegun(cluster, ids);
    const runBy = (pid: number): string[] =>
      ids.filter((todo) => ledgerOf(cluster, todo, "begun").at(-1)!.pid === pid);
    const { pid } = doomed!.process;
    const lost = runBy(pid);
    assert.ok(lost.length > 0 && lost.length < ids.length, "both workers had todos");
    const began = performance.now();
    await doomed!.end("SIGKILL");
    await until(
      "another begin of what it ran",
      () => runBy(other!.process.pid).length === ids.length,
    );
    const took = secondsSince(began);
    openGates(cluster, ids);
    assert.equal((await untilEnded(client, id)).status, "completed");
    for (const todo of ids) {
      const keys = new Set(ledgerOf(cluster, todo, "begun").map(({ key }) => key));
      assert.equal(keys.size, 1, `${todo} has one key in all its attempts`);
      assert.equal(ledgerOf(cluster, todo).length, 1, `${todo} has one effect`);
    }
    await doomed!.start();
    return `${lost.length} of ${ids.length} todos began again at the other after ${took}, each with one effect`;
  },
};

export const apiKilled: Scenario = {
  shows: "An API is killed: who followed there goes on at the other, and misses nothing",
  async run(cluster) {
    const [doomed, other] = cluster.holdpoint.apis;
    const gates = ["ak-1", "ak-2"];
    const { id } = await doomed!.client.plans.create({
      id: "api-killed",
      title: "Followed at two",
      todos: [
        gate("ak-1"),
        ...numbered("ak-mid", 10).map((todo) => effect(todo, { depends_on: ["ak-1"] })),
        gate("ak-2", { depends_on: ["ak-mid-1"] }),
        effect("ak-end", { depends_on: ["ak-2"] }),
      ],
    });
    const stays = follow(other!, id);
    await untilBegun(cluster, gates.slice(0, 1));
    const before = follow(doomed!, id, {
      isEnough: (event) => event.type === "todo.completed" && event.todo_id === "ak-mid-1",
    });
    openGates(cluster, gates.slice(0, 1));
    const seen = await before;
    await doomed!.end("SIGKILL");
    openGates(cluster, gates);
    const rest = await follow(other!, id, { after: seen.at(-1)!.seq });
    const log = await eventsOf(other!.client, id);
    assert.deepEqual([...seen, ...rest], log);
    assert.deepEqual(await stays, log);
    assert.equal(log.at(-1)?.type, "plan.completed");
    await doomed!.start();
    assert.deepEqual(await eventsOf(doomed!.client, id), log);
    return `${seen.length} events before and ${rest.length} after, none lost, none twice`;
  },
};

/** How an API answers while what it stands on is away: at once or after a while, but as a problem. */
async function answersWithout(api: Api, path: string): Promise<{ code: string; ms: number }> {
  const began = performance.now();
  const answer = await api.fetch(path, { signal: AbortSignal.timeout(60_000) });
  const ms = Math.round(performance.now() - began);
  const text = await answer.text();
  assert.equal(answer.status, 503, `${path} answered ${answer.status}: ${text}`);
  const problem = JSON.parse(text) as { code: string; retryable: boolean };
  assert.equal(problem.retryable, true);
  return { code: problem.code, ms };
}

/**
 * Something that everything stands on goes away for some seconds while todos run, a hold is open and somebody decides:
 * all of it goes on afterwards, and nothing but it was started again.
 */
async function survives(
  cluster: Cluster,
  name: string,
  away: () => Promise<void>,
  back: () => Promise<void>,
): Promise<string> {
  const { apis, workers } = cluster.holdpoint;
  const [one, two] = apis;
  const running = numbered(`${name}-run`, 4);
  const asked = `${name}-asked`;
  const { id } = await one!.client.plans.create({
    id: name,
    title: `Goes on after ${name}`,
    max_parallel: 8,
    todos: [
      ...running.map((todo) => gate(todo)),
      asking(asked),
      effect(`${name}-last`, { depends_on: [...running, asked] }),
    ],
  });
  const following = follow(two!, id);
  await untilBegun(cluster, running);
  const hold = await untilHold(two!.client, id, asked);
  const pids = [...apis, ...workers].map(({ process }) => process.pid);

  await away();
  const paths = [`/v1/plans/${id}`, "/v1/plans", "/v1/holds"];
  const unanswered = paths.map((path) => answersWithout(one!, path));
  const answers = await Promise.all(unanswered).catch(async (error: unknown) => {
    // What is shown next needs it.
    await back();
    throw error;
  });
  // Somebody decides meanwhile, and their program goes on asking.
  const decided = two!.approver.holds.decide(hold.id, { decision: "approve" });
  decided.catch(() => undefined);
  openGates(cluster, running);
  await delay(3_000);
  const began = performance.now();
  await back();
  await decided;
  const took = secondsSince(began);
  assert.equal((await untilEnded(one!.client, id)).status, "completed");
  const whole = secondsSince(began);
  const log = await eventsOf(one!.client, id);
  assert.deepEqual(await following, log);
  for (const todo of [...running, asked, `${name}-last`]) {
    const entries = ledgerOf(cluster, todo);
    assert.ok(entries.length > 0, `${todo} had its effect`);
    assert.equal(new Set(entries.map(({ key }) => key)).size, 1, `${todo} has one key`);
  }
  assert.equal(log.filter(({ type }) => type === "hold.decided").length, 1);
  assert.deepEqual(
    [...apis, ...workers].map(({ process }) => process.pid),
    pids,
  );
  const codes = [...new Set(answers.map(({ code }) => code))].join(", ");
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  return `meanwhile 503 ${codes} within ${(slowest / 1_000).toFixed(1)} s; decided ${took} and ended ${whole} after its start`;
}

export const temporalKilled: Scenario = {
  shows: "Temporal is killed and started again: everything goes on by itself",
  run: (cluster) =>
    survives(cluster, "temporal-killed", cluster.temporal.kill, cluster.temporal.start),
};

export const postgresStopped: Scenario = {
  shows: "PostgreSQL is stopped and started again: everything goes on by itself",
  run: (cluster) =>
    survives(
      cluster,
      "postgres-stopped",
      () => cluster.postgres.halt("fast"),
      cluster.postgres.start,
    ),
};

export const postgresCrashed: Scenario = {
  shows: "PostgreSQL crashes and recovers: everything goes on by itself",
  run: (cluster) =>
    survives(
      cluster,
      "postgres-crashed",
      () => cluster.postgres.halt("crash"),
      cluster.postgres.start,
    ),
};

export const powerCut: Scenario = {
  shows: "Everything is killed at once and started again: plans go on where they were",
  async run(cluster) {
    const { postgres, temporal, holdpoint } = cluster;
    const { apis, workers } = holdpoint;
    const plans = numbered("power-cut", 5);
    for (const [place, id] of plans.entries()) {
      await apis[place % apis.length]!.client.plans.create({
        id,
        title: "Before and after",
        todos: [
          gate(`${id}-run`),
          asking(`${id}-asked`),
          effect(`${id}-last`, { depends_on: [`${id}-run`, `${id}-asked`] }),
        ],
      });
    }
    await untilBegun(
      cluster,
      plans.map((id) => `${id}-run`),
    );
    const decided = plans[0]!;
    const first = await untilHold(apis[0]!.client, decided, `${decided}-asked`);
    await apis[0]!.approver.holds.decide(first.id, { decision: "approve" });
    const acknowledged = (await eventsOf(apis[1]!.client, decided)).length;
    for (const id of plans.slice(1)) await untilHold(apis[1]!.client, id, `${id}-asked`);

    const replicas = [...apis, ...workers];
    await Promise.all([
      postgres.halt("crash"),
      temporal.kill(),
      ...replicas.map((replica) => replica.end("SIGKILL")),
    ]);
    const began = performance.now();
    await postgres.start();
    await temporal.start();
    await Promise.all(replicas.map((replica) => replica.start()));
    const up = secondsSince(began);
    assert.ok((await eventsOf(apis[0]!.client, decided)).length >= acknowledged);
    openGates(
      cluster,
      plans.map((id) => `${id}-run`),
    );
    for (const id of plans.slice(1)) {
      const hold = await untilHold(apis[0]!.client, id, `${id}-asked`);
      await apis[1]!.approver.holds.decide(hold.id, { decision: "approve" });
    }
    for (const id of plans) {
      assert.equal((await untilEnded(apis[0]!.client, id)).status, "completed");
      assert.equal(ledgerOf(cluster, `${id}-last`).length, 1);
    }
    return `${plans.length} plans completed; everything up again in ${up}, all ended after ${secondsSince(began)}`;
  },
};
