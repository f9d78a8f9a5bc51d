import { spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { serve, type ServerType } from "@hono/node-server";
import { afterAll, beforeAll } from "vitest";
import { createApp } from "../../../src/api/app.ts";
import { useApi, type ApiHarness, type HarnessOptions } from "../../support/api-harness.ts";
import { typeLine, type LineOptions } from "./lines.ts";
import { personsEnvironment } from "./run-cli.ts";

const BIN = fileURLToPath(new URL("../../../bin/holdpoint.mjs", import.meta.url));

export interface Ended {
  readonly exit: number | NodeJS.Signals;
  /** Standard output and standard error, without colours. */
  readonly out: string;
  readonly err: string;
  /** Standard output as JSON. */
  json<Data>(): Data;
}

/** What a process of its own wrote, also byte by byte. */
export interface EndedProcess extends Ended {
  readonly bytes: Buffer;
}

export interface CliStack {
  readonly api: ApiHarness;
  readonly url: string;
  /**
   * Runs `holdpoint <args>` without a terminal, against this API, in English where nothing else is said,
   * in a process that has run other lines before.
   */
  run(args: readonly string[], options?: LineOptions): Promise<Ended>;
  /** As `run`, split at spaces. */
  type(line: string, options?: LineOptions): Promise<Ended>;
}

/** The API of one test file behind a real port, with a worker, and the command line to talk to it. */
export function useCliStack(options: HarnessOptions = {}): () => CliStack {
  const api = useApi(options);
  let server: ServerType | undefined;
  let stack: CliStack | undefined;
  beforeAll(async () => {
    server = serve({ fetch: createApp(api().deps).fetch, hostname: "127.0.0.1", port: 0 });
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const run: CliStack["run"] = (args, more) => runLine(args, url, more);
    stack = {
      api: api(),
      url,
      run,
      type: (line, more) => run(line.split(" "), more),
    };
  });
  afterAll(async () => {
    if (server === undefined) return;
    const closed = once(server, "close");
    server.close();
    if ("closeAllConnections" in server) server.closeAllConnections();
    await closed;
  });
  return () => stack!;
}

async function runLine(args: readonly string[], url: string, more?: LineOptions): Promise<Ended> {
  const written = await typeLine(args, url, more);
  return { ...written, json: <Data>() => JSON.parse(written.out) as Data };
}

/** Runs the real binary to its end. */
export async function runHoldpoint(
  args: readonly string[],
  url: string,
  { input, env = {}, cwd = tmpdir() }: LineOptions = {},
): Promise<EndedProcess> {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd,
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    env: { ...personsEnvironment(), HOLDPOINT_URL: url, HOLDPOINT_LANG: "en", ...env },
  });
  const written: Record<"out" | "err", Buffer[]> = { out: [], err: [] };
  child.stdout!.on("data", (more: Buffer) => written.out.push(more));
  child.stderr!.on("data", (more: Buffer) => written.err.push(more));
  child.stdin?.end(input);
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  const bytes = Buffer.concat(written.out);
  const out = stripVTControlCharacters(bytes.toString());
  return {
    exit: code ?? signal ?? "SIGKILL",
    out,
    err: stripVTControlCharacters(Buffer.concat(written.err).toString()),
    bytes,
    json: <Data>() => JSON.parse(out) as Data,
  };
}
