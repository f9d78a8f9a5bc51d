import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, createWriteStream, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startTestServer } from "../../support/dev-server.ts";

const BIN = fileURLToPath(new URL("../../../bin/holdpoint.mjs", import.meta.url));
/** Longer than any start on a busy machine. */
const START_MS = 120_000;

export const PARTS = ["api", "worker", "temporal"] as const;
export type Part = (typeof PARTS)[number];

type Environment = Readonly<Record<string, string>>;

interface Start {
  readonly args: readonly string[];
  /** What it says when it works. */
  readonly ready: RegExp;
  readonly environment: Environment;
}

export interface Parts {
  readonly url: string;
  readonly address: string;
  readonly namespace: string;
  /** `kill -9`, then nothing for so long, then a start; resolves when it works again. */
  kill(part: Part, downMs: number): Promise<void>;
  /** Stops it as it stands, and lets it go on after so long. */
  freeze(part: Part, ms: number): Promise<void>;
  /** The process that runs it now. */
  pidOf(part: Part): number;
  stop(): Promise<void>;
}

/** The API, a worker and Temporal as processes of their own on the project in `folder`. */
export async function startParts(folder: string, environment: Environment = {}): Promise<Parts> {
  let temporal = await startTestServer({ dataDir: join(folder, "temporal") });
  const { address, namespace } = temporal;
  const start = (command: string, ready: RegExp) =>
    startCommand(folder, command, { args: ["--address", address], ready, environment });
  const startWorker = () => start("worker", /worker is ready/);
  const configure = (port: number): void =>
    writeFileSync(
      join(folder, "holdpoint.config.ts"),
      `export default { tools: "./tools.ts", api: { port: ${port} } };\n`,
    );
  configure(0);
  const startApi = () => start("api", /http:\/\/\S+:\d+/);
  const [first, worker] = await Promise.all([startApi(), startWorker()]);
  // Whoever asks finds the next one at the same address.
  configure(Number(new URL(first.said).port));
  const running = { api: first.child, worker: worker.child };
  const pidOf = (part: Part): number => (part === "temporal" ? temporal : running[part]).pid!;
  return {
    url: first.said,
    address,
    namespace,
    async kill(part, downMs) {
      if (part === "temporal") {
        process.kill(temporal.pid, "SIGKILL");
        await temporal.exited;
        await delay(downMs);
        temporal = { ...temporal, ...(await temporal.restart()) };
        return;
      }
      await end(running[part], "SIGKILL");
      await delay(downMs);
      const next = await (part === "api" ? startApi() : startWorker());
      running[part] = next.child;
    },
    pidOf,
    async freeze(part, ms) {
      const pid = pidOf(part);
      process.kill(pid, "SIGSTOP");
      await delay(ms);
      process.kill(pid, "SIGCONT");
    },
    async stop() {
      await Promise.all([end(running.api, "SIGTERM"), end(running.worker, "SIGTERM")]);
      await temporal.stop();
    },
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
}

/** Starts a command of Holdpoint, and waits until it says so; its output is kept in the folder. */
async function startCommand(folder: string, command: string, how: Start) {
  const { args, ready, environment } = how;
  const log = join(folder, `${command}.log`);
  appendFileSync(log, "");
  const from = readFileSync(log, "utf8").length;
  const output = createWriteStream(log, { flags: "a" });
  await once(output, "open");
  const child = spawn(process.execPath, [BIN, command, ...args], {
    cwd: folder,
    stdio: ["ignore", output, output],
    env: { ...process.env, NO_COLOR: "1", HOLDPOINT_LANG: "en", ...environment },
  });
  output.close();
  const until = performance.now() + START_MS;
  for (;;) {
    const text = readFileSync(log, "utf8").slice(from);
    const match = ready.exec(text);
    if (match !== null) return { child, said: match[0].replace(/\.$/, "") };
    if (child.exitCode !== null || performance.now() > until) {
      throw new Error(`${command} did not start:\n${text}`);
    }
    await delay(50);
  }
}
