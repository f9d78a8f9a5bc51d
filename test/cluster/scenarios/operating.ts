import assert from "node:assert/strict";
import type { Cluster } from "../parts/cluster.ts";
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

export const rollingRestart: Scenario = {
  shows:
    "All services are restarted one after the other: nothing runs twice, nobody misses anything",
  async run(cluster) {
    const { apis, workers } = cluster.holdpoint;
    const [one, two] = apis;
    const ids = Array.from({ length: 6 }, (_, index) => `rr-${index + 1}`);
    const { id } = await one!.client.plans.create({
      id: "rolling-restart",
      title: "Meanwhile",
      max_parallel: ids.length,
      todos: [
        ...ids.map((todo) => gate(todo)),
        ...ids.map((todo) => effect(`${todo}-next`, { depends_on: [todo] })),
      ],
    });
    const followers = [follow(one!, id), follow(two!, id)];
    await untilBegun(cluster, ids);
    const began = performance.now();
    for (const worker of workers) {
      const { pid } = worker.process;
      const own = ids.filter((todo) => ledgerOf(cluster, todo, "begun")[0]!.pid === pid);
      const ended = worker.end("SIGTERM");
      // It drains: what runs comes to its end there.
      openGates(cluster, own);
      assert.equal(await ended, 0, `${worker.name} ends well`);
      for (const todo of own) assert.equal(ledgerOf(cluster, todo)[0]?.pid, pid);
      await worker.start();
    }
    for (const api of apis) {
      assert.equal(await api.end("SIGTERM"), 0, `${api.name} ends well`);
      await api.start();
    }
    const took = secondsSince(began);
    assert.equal((await untilEnded(one!.client, id)).status, "completed");
    const log = await eventsOf(two!.client, id);
    for (const seen of await Promise.all(followers)) assert.deepEqual(seen, log);
    for (const todo of ids) assert.equal(ledgerOf(cluster, todo, "begun").length, 1);
    return `${workers.length} workers and ${apis.length} APIs in ${took}; ${ids.length} running todos, one attempt each`;
  },
};

export const upgrade: Scenario = {
  shows: "An upgrade to workers of another build: plans wait, move and end on the new code",
  async run(cluster) {
    const { apis, workers, addWorker, run } = cluster.holdpoint;
    const [one, two] = apis;
    const make = async (id: string): Promise<string> => {
      const todos = [effect(`${id}-first`), asking(`${id}-asked`, { depends_on: [`${id}-first`] })];
      await one!.client.plans.create({ id, title: id, todos });
      await untilHold(two!.client, id, `${id}-asked`);
      return id;
    };
    const approve = async (id: string): Promise<number> => {
      const hold = await untilHold(two!.client, id, `${id}-asked`);
      await two!.approver.holds.decide(hold.id, { decision: "approve" });
      assert.equal((await untilEnded(one!.client, id)).status, "completed");
      return ledgerOf(cluster, `${id}-asked`)[0]!.pid;
    };
    const [before, during] = [await make("upgrade-before"), await make("upgrade-during")];

    const old = await addWorker();
    await old.start("--build-id", "v1");
    const first = checkedBy(await run("promote", "--build-id", "v1"));
    for (const worker of workers) assert.equal(await worker.end("SIGTERM"), 0);
    const onOld = await make("upgrade-on-old");
    assert.equal(await approve(before), old.process.pid);

    // New code beside the old: it waits until somebody promotes it.
    for (const worker of workers) await worker.start("--build-id", "v2");
    assert.equal(await approve(during), old.process.pid);
    const second = checkedBy(await run("promote", "--build-id", "v2"));
    assert.equal(await old.end("SIGTERM"), 0);
    const onNew = await make("upgrade-on-new");
    const pids = workers.map(({ process }) => process.pid);
    for (const id of [onOld, onNew]) assert.ok(pids.includes(await approve(id)));
    return `v1 with ${first} and v2 with ${second} open workflows checked; 4 plans, each by the workers that it had to be`;
  },
};

/** Of how many open workflows \`promote\` replayed the history. */
function checkedBy(said: string): number {
  const [, count] = /\((\d+) open workflows checked\)/.exec(said) ?? [];
  assert.ok(count !== undefined, said);
  return Number(count);
}

export const jsonLogs: Scenario = {
  shows: "Logs are JSON, a line each, and say what an operator needs",
  async run({ holdpoint }) {
    const { apis, workers } = holdpoint;
    const codes = new Set<unknown>();
    let count = 0;
    let requests = 0;
    for (const { name, process } of [...apis, ...workers]) {
      const lines = process
        .errors()
        .split("\n")
        .filter((line) => line !== "");
      for (const line of lines) {
        const said = readJson(line);
        assert.ok(said !== undefined, `${name} wrote no JSON: ${line}`);
        assert.ok("level" in said && "time" in said && "msg" in said, `${name}: ${line}`);
        codes.add(said["code"]);
        if (said["msg"] === "request") requests += 1;
      }
      count += lines.length;
    }
    for (const code of ["worker_ready", "worker_stopping"]) assert.ok(codes.has(code), code);
    assert.ok(requests > 0, "APIs log their requests");
    return `${count} lines, ${requests} of them requests`;
  },
};

function readJson(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

export const doctorAgrees: Scenario = {
  shows: "Doctor finds nothing to mend at the end",
  async run({ holdpoint }: Cluster) {
    const said = await until("a doctor who is content", () =>
      holdpoint.run("doctor").catch(() => undefined),
    );
    assert.match(said, /plans go to build v2/);
    return `${said.split("\n").filter((line) => line.startsWith("✔")).length} checks`;
  },
};
