import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient, type Client } from "../../../src/client/client.ts";
import { LOOPBACK } from "../../../src/temporal/machine/free-port.ts";
import { LEDGER_TOOLS } from "../../chaos/support/ledger-file.ts";
import { encryptionKey } from "../../support/encryption-key.ts";
import { writeProject } from "../../support/write-project.ts";
import type { Compose } from "./compose.ts";
import { choosePort } from "./ports.ts";
import { runProcess, startProcess, untilReady, type Process } from "./process.ts";

const BIN = fileURLToPath(new URL("../../../bin/holdpoint.mjs", import.meta.url));
const IMAGE_CONFIG = new URL("../../../deploy/holdpoint.config.mjs", import.meta.url).href;

/** The image's configuration, with what a container has for itself: a host, ports, a volume. */
const CONFIG = `import image from ${JSON.stringify(IMAGE_CONFIG)};

export default {
  ...image,
  tools: "./tools.ts",
  data_dir: "./data",
  api: { ...image.api, host: "${LOOPBACK}", port: Number(process.env.CLUSTER_API_PORT ?? 0) },
  worker_health: "${LOOPBACK}:" + (process.env.CLUSTER_WORKER_PORT ?? 7401),
  // Receivers of the scenarios.
  webhooks: { allow: ["${LOOPBACK}"] },
};
`;

interface ApiRequest extends Omit<RequestInit, "headers"> {
  readonly headers?: Readonly<Record<string, string>>;
}

/** One worker or API, which may be stopped and started again at the same address. */
export interface Replica {
  readonly name: string;
  readonly url: string;
  /** The process that runs now. */
  readonly process: Process;
  readonly restarts: number;
  /** Ends it and waits for that; a container's engine would start it again. */
  end(signal: NodeJS.Signals): Promise<number | string>;
  /** Starts it, and waits until it takes work; with other arguments than before, if any. */
  start(...args: string[]): Promise<void>;
}

export interface Api extends Replica {
  /** Of whoever may do everything. */
  readonly key: string;
  /** Calls by whoever may do everything, which are sent again until they are answered. */
  readonly client: Client;
  /** Calls by who may only decide, and is somebody else. */
  readonly approver: Client;
  /** A request as it is, with the first key. */
  fetch(path: string, init?: ApiRequest): Promise<Response>;
}

export interface Holdpoint {
  /** The folder of the image's `/app`: configuration, tools, their ledger. */
  readonly folder: string;
  readonly workers: readonly Replica[];
  readonly apis: readonly Api[];
  /** One more worker beside those of the compose file, as an upgrade has for a while; it is not started yet. */
  readonly addWorker: () => Promise<Replica>;
  /** Runs another command there to its end. @returns what it wrote. @throws Error when it fails. */
  readonly run: (...args: string[]) => Promise<string>;
  stop(): Promise<void>;
}

interface StackOptions {
  readonly compose: Compose;
  readonly address: string;
  readonly folder: string;
  readonly logs: string;
}

/** Sets up the namespace and starts as many workers and APIs as the compose file says. */
export async function startHoldpoint(options: StackOptions): Promise<Holdpoint> {
  const { compose, address, folder, logs } = options;
  writeProject(folder, LEDGER_TOOLS);
  mkdirSync(join(folder, "data"), { mode: 0o700 });
  writeFileSync(join(folder, "holdpoint.config.ts"), CONFIG);
  const env = {
    PATH: process.env["PATH"],
    HOME: process.env["HOME"],
    ...compose.holdpoint,
    TEMPORAL_ADDRESS: address,
    HOLDPOINT_ENCRYPTION_KEYS: encryptionKey("cluster"),
    HOLDPOINT_LANG: "en",
    NODE_ENV: "production",
  };
  let runs = 0;
  const run: Holdpoint["run"] = (...args) => {
    runs += 1;
    const name = `command-${runs}-${args[0]}`;
    return runProcess(process.execPath, [BIN, ...args], { name, logs, cwd: folder, env });
  };
  const createReplica = async (command: "worker" | "api", place: number): Promise<Replica> => {
    const port = await choosePort();
    const url = `http://${LOOPBACK}:${port}`;
    const portName = command === "api" ? "CLUSTER_API_PORT" : "CLUSTER_WORKER_PORT";
    const options = {
      name: `${command}-${place}`,
      logs,
      cwd: folder,
      env: { ...env, [portName]: String(port) },
    };
    let running: Process | undefined;
    let restarts = -1;
    let lastArgs: readonly string[] = [];
    return {
      name: options.name,
      url,
      get process() {
        return running!;
      },
      get restarts() {
        return restarts;
      },
      end: async (signal) => running?.end(signal) ?? 0,
      async start(...args) {
        restarts += 1;
        if (args.length > 0) lastArgs = args;
        running = await startProcess(process.execPath, [BIN, command, ...lastArgs], options);
        await untilReady(running, () => answersOk(`${url}/readyz`));
      },
    };
  };
  await run("setup");
  const admin = (await run("key", "add", "admin", "--role", "admin")).trim();
  const approver = (await run("key", "add", "kim", "--role", "approver")).trim();
  const workers = await Promise.all(numbered(compose.workers, (n) => createReplica("worker", n)));
  const apis = await Promise.all(
    numbered(compose.apis, async (n): Promise<Api> => {
      const replica = await createReplica("api", n);
      const { url } = replica;
      const lasting = { retries: Infinity, timeoutMs: 180_000 };
      return Object.defineProperties(
        {
          key: admin,
          client: createClient(url, { key: admin, ...lasting }),
          approver: createClient(url, { key: approver, ...lasting }),
          fetch: (path: string, init: ApiRequest = {}) =>
            fetch(url + path, {
              ...init,
              headers: { authorization: `Bearer ${admin}`, ...init.headers },
            }),
        },
        Object.getOwnPropertyDescriptors(replica),
      ) as Api;
    }),
  );
  const more: Replica[] = [];
  const addWorker = async (): Promise<Replica> => {
    const worker = await createReplica("worker", workers.length + more.length + 1);
    more.push(worker);
    return worker;
  };
  const stop = async (): Promise<void> => {
    await Promise.all([...apis, ...workers, ...more].map((replica) => replica.end("SIGTERM")));
  };
  try {
    await Promise.all(workers.map((worker) => worker.start()));
    await Promise.all(apis.map((api) => api.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return { folder, workers, apis, addWorker, run, stop };
}

function numbered<Item>(count: number, make: (place: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index + 1));
}

async function answersOk(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
