import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Report } from "./report.ts";
import { shareOfMemory } from "./sizes/memory.ts";
import { median } from "./statistics.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const BIN = join(ROOT, "dist/package/bin/holdpoint.mjs");
const BOOTS = 3;
const KILLS = 5;
/** A worker that dies sooner after its start is followed after a pause. */
const WORKED_MS = 11_000;
/** By then Node has given back what only the start needed. */
const IDLE_MS = 60_000;
const ROUNDS = 15;
const ANY_PORTS = "export default { api: { port: 0 }, temporal: { port: 0, ui_port: 0 } };\n";

/** How long the package takes to start, beside a Node that does nothing: whole, and for one command. */
export async function compareStartUp(report: Report): Promise<void> {
  const built = spawnSync("npm", ["run", "build"], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (built.status !== 0) throw new Error(`npm run build ended with ${built.status}.`);
  const boots: number[] = [];
  const kills: number[] = [];
  const memory = { mb: 0 };
  const commands: { name: string; of: number[]; bare: number[] }[] = [
    { name: "holdpoint --help", of: [], bare: [] },
    { name: "holdpoint inbox", of: [], bare: [] },
  ];
  for (let boot = 0; boot <= BOOTS; boot += 1) {
    const began = performance.now();
    const running = await start();
    // The first round fills the machine's caches.
    if (boot > 0) boots.push(performance.now() - began);
    const args = [["--help"], ["inbox", "--url", running.url]];
    for (let round = 0; boot === BOOTS && round <= ROUNDS; round += 1) {
      for (const [place, command] of commands.entries()) {
        const bare = run(["-e", "0"]);
        const of = run([BIN, ...args[place]!]);
        if (round === 0) continue;
        command.of.push(of);
        command.bare.push(bare);
      }
    }
    if (boot === BOOTS) {
      for (let kill = 0; kill < KILLS; kill += 1) {
        await delay(WORKED_MS);
        kills.push(await running.killWorker());
      }
      await delay(IDLE_MS);
      memory.mb = running.pids().reduce((sum, pid) => sum + shareOfMemory(pid), 0) / 1_024;
    }
    await running.stop();
  }
  report.heading(
    `the package (${ROUNDS} rounds in turns, medians; by hand: Node that does nothing)`,
  );
  for (const { name, of, bare } of commands) {
    report.row({
      name,
      unit: "ms",
      holdpoint: median(of),
      minimal: median(bare),
      ratio: median(of.map((ms, round) => ms / bare[round]!)),
    });
  }
  const alone = { minimal: null, ratio: null };
  const seconds = (name: string, of: number[]): void =>
    report.row({ name, unit: "s", holdpoint: median(of) / 1_000, ...alone });
  seconds("holdpoint start, until all is up", boots);
  seconds("worker killed, next one polls", kills);
  report.row({
    name: "idle for a minute, API and worker",
    unit: "MB",
    holdpoint: memory.mb,
    ...alone,
  });
}

/** @returns how long it took, in milliseconds. */
function run(args: readonly string[]): number {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
  return performance.now() - began;
}

interface Started {
  readonly url: string;
  /** Its processes but Temporal's. */
  pids(): number[];
  /** Kills the worker; how long it takes until the next one polls, in milliseconds. */
  killWorker(): Promise<number>;
  stop(): Promise<void>;
}

/** `holdpoint start` in a folder where nothing ever ran, once it says that it is running. */
async function start(): Promise<Started> {
  const cwd = mkdtempSync(join(tmpdir(), "holdpoint-bench-"));
  writeFileSync(join(cwd, "holdpoint.config.mjs"), ANY_PORTS);
  const child = spawn(process.execPath, [BIN, "start", "--lang", "en"], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        const [, found] = /The API is at (http:\S+)\.\n/.exec(output) ?? [];
        if (found !== undefined && output.includes("Holdpoint is running")) resolve(found);
      });
    }
    child.once("exit", () => reject(new Error(`It did not start:\n${output}`)));
  });
  const workerPid = (): number =>
    Number([...output.matchAll(/worker is \w+ \(pid (\d+)\)/g)].at(-1)?.[1]);
  return {
    url,
    pids: () => [child.pid!, workerPid()],
    async killWorker() {
      const killed = workerPid();
      const began = performance.now();
      process.kill(killed, "SIGKILL");
      while (workerPid() === killed) await once(child.stdout, "data");
      return performance.now() - began;
    },
    async stop() {
      child.kill("SIGINT");
      await ended;
      rmSync(cwd, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
