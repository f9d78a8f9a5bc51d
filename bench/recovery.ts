import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createClient, type Client } from "../src/client/client.ts";
import { format, median } from "./statistics.ts";

/*
 * How long people wait after a process died: from the kill of a worker, and from the start after the
 * kill of everything's parent, until a plan that waits for an approval is shown and takes a decision.
 * `LOAD=8` has as many processes compute beside it; `ROUNDS=10` says how often.
 */
const BIN = fileURLToPath(new URL("../bin/holdpoint.mjs", import.meta.url));
const ROUNDS = Number(process.env["ROUNDS"] ?? 10);
const CALM_MS = 10_000;
const LOAD = Number(process.env["LOAD"] ?? 0);

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly workerPid: () => number;
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "holdpoint-bench-"));
  const config = "export default { api: { port: 0 }, temporal: { port: 0, ui_port: 0 } };\n";
  await writeFile(join(folder, "holdpoint.config.mjs"), config);
  const busy = Array.from({ length: LOAD }, () =>
    spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  );
  let running = await start(folder);
  try {
    const worker: Waits = { read: [], decided: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const hold = await openHold(createClient(running.url), `worker-${round}`);
      // People's workers do not die twice in a second.
      await delay(CALM_MS);
      process.kill(running.workerPid(), "SIGKILL");
      await untilAnswered(running.url, `worker-${round}`, hold, worker);
    }
    show("a worker is killed", worker);
    const parent: Waits = { read: [], decided: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const hold = await openHold(createClient(running.url), `parent-${round}`);
      running.child.kill("SIGKILL");
      await once(running.child, "exit");
      const starting = start(folder);
      await untilAnswered(running.url, `parent-${round}`, hold, parent);
      running = await starting;
    }
    show("start is killed and started", parent);
  } finally {
    for (const child of busy) child.kill("SIGKILL");
    running.child.kill("SIGTERM");
    await once(running.child, "exit");
    await rm(folder, { recursive: true, force: true });
  }
}

interface Waits {
  readonly read: number[];
  readonly decided: number[];
}

async function start(folder: string): Promise<Running> {
  const child = spawn(process.execPath, [BIN, "start"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, HOLDPOINT_LANG: "en" },
  });
  let told = "";
  child.stdout.setEncoding("utf8").on("data", (more: string) => (told += more));
  const url = (): string | undefined => /The API is at (http:\S+)\.\n/.exec(told)?.[1];
  while (url() === undefined) {
    if (child.exitCode !== null) throw new Error(`Holdpoint did not start:\n${told}`);
    await delay(20);
  }
  const workerPid = (): number =>
    Number([...told.matchAll(/worker is \w+ \(pid (\d+)\)/g)].at(-1)?.[1]);
  return { child, url: url()!, workerPid };
}

async function openHold(client: Client, id: string): Promise<string> {
  const todos = [{ id: "t", title: "T", kind: "milestone" as const, requires_approval: true }];
  await client.plans.create({ id, title: id, todos });
  for (;;) {
    const { holds } = await client.plans.holds(id);
    if (holds[0] !== undefined) return holds[0].id;
  }
}

/** Asks as a person's program would, again and again, and notes when it was answered. */
async function untilAnswered(url: string, id: string, hold: string, waits: Waits): Promise<void> {
  const client = createClient(url, { retries: 0 });
  const began = performance.now();
  await untilDone(() => client.plans.get(id));
  waits.read.push(performance.now() - began);
  await untilDone(() => client.holds.decide(hold, { decision: "approve" }));
  waits.decided.push(performance.now() - began);
}

async function untilDone(ask: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await ask();
      return;
    } catch {
      await delay(50);
    }
  }
}

function show(what: string, { read, decided }: Waits): void {
  console.log(`${what}, ${ROUNDS} times, ${LOAD} busy processes beside; milliseconds`);
  for (const [name, waits] of Object.entries({ "plan shown": read, "decision taken": decided })) {
    const [middle, most] = [median(waits), Math.max(...waits)];
    console.log(`  ${name.padEnd(16)} median ${format(middle, 0)}  max ${format(most, 0)}`);
  }
}

await main();
