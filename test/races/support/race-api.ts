import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAdaptorServer, type ServerType } from "@hono/node-server";
import { afterAll, beforeAll, expect } from "vitest";
import { createApp } from "../../../src/api/app.ts";
import { ProblemSchema, type WireProblem } from "../../../src/contract/problems/problem.ts";
import type { Tool } from "../../../src/tools/define-tool.ts";
import { startApiHarness } from "../../support/api-harness.ts";
import type { PlanWatch } from "../../support/api-watch.ts";

type Answer<Data> = { readonly data: Data } | { readonly problem: WireProblem };

/** A person at an HTTP client. */
export interface RaceClient {
  /** What the API calls this person. */
  readonly name: string;
  /** @throws Error when the API refuses. */
  get<Data>(path: string): Promise<Data>;
  /**
   * Sends a request until the API says what became of it. Give commands a `command_id`: then a
   * repeat counts once.
   */
  post<Data>(path: string, body: object): Promise<Answer<Data>>;
}

interface RaceApi {
  readonly clients: readonly RaceClient[];
  readonly watch: PlanWatch;
}

/** How often a request is repeated that the API answers with "try again". */
const REPEATS = 8;

/**
 * A worker with these tools, and the API over HTTP on loopback. An API has one operator while it has
 * no keys, so each client has a port of its own, where it is somebody else. All stop with the file.
 */
export function useRaceApi(options: {
  readonly tools: readonly Tool[];
  readonly names: readonly string[];
  /** Lets running tools end, so that the worker can stop. */
  readonly release: () => void;
}): () => RaceApi {
  const ends: (() => Promise<void>)[] = [];
  let api: RaceApi | undefined;
  beforeAll(async () => {
    const harness = await startApiHarness({ tools: options.tools });
    ends.push(async () => {
      await harness.close();
      expect(harness.errors, "errors that the API did not expect").toEqual([]);
    });
    const clients = await Promise.all(
      options.names.map(async (name) => {
        const app = createApp({ ...harness.deps, operator: name });
        const server = createAdaptorServer({ fetch: app.fetch });
        server.listen(0, "127.0.0.1");
        await once(server, "listening");
        ends.push(() => stop(server));
        return createRaceClient(name, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      }),
    );
    api = { clients, watch: harness.watch };
  });
  afterAll(async () => {
    options.release();
    for (const end of ends.toReversed()) await end();
  });
  return () => api!;
}

async function stop(server: ServerType): Promise<void> {
  const closed = once(server, "close");
  server.close();
  if ("closeAllConnections" in server) server.closeAllConnections();
  await closed;
}

function createRaceClient(name: string, url: string): RaceClient {
  async function send<Data>(
    path: string,
    init: RequestInit,
    repeats = REPEATS,
  ): Promise<Answer<Data>> {
    for (let time = 1; ; time += 1) {
      const response = await fetch(url + path, init);
      const body = (await response.json()) as unknown;
      if (response.ok) return { data: body as Data };
      const problem = ProblemSchema.parse(body);
      if (response.status < 500 || !problem.retryable || time === repeats) return { problem };
    }
  }
  return {
    name,
    async get<Data>(path: string) {
      // The worker of a busy machine may be late with a large plan; the answer says to ask again.
      const answer = await send<Data>(path, { method: "GET" }, Infinity);
      if ("data" in answer) return answer.data;
      throw new Error(`GET ${path}: ${answer.problem.detail}`);
    },
    post: (path, body) =>
      send(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
  };
}
