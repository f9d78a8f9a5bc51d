import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Report } from "./report.ts";
import { median } from "./statistics.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const BIN = join(ROOT, "dist/package/bin/holdpoint.mjs");
const BOOTS = 3;
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
  const name = "holdpoint start, until all is up";
  report.row({ name, unit: "s", holdpoint: median(boots) / 1_000, minimal: null, ratio: null });
}

/** @returns how long it took, in milliseconds. */
function run(args: readonly string[]): number {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
  return performance.now() - began;
}

/** `holdpoint start` in a folder where nothing ever ran, once it says that it is running. */
async function start(): Promise<{ url: string; stop(): Promise<void> }> {
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
  return {
    url,
    async stop() {
      child.kill("SIGINT");
      await ended;
      rmSync(cwd, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
