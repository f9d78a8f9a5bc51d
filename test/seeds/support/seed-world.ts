import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { serve, type ServerType } from "@hono/node-server";
import { afterAll, beforeAll } from "vitest";
import { createApp } from "../../../src/api/app.ts";
import type { Tool } from "../../../src/tools/define-tool.ts";
import { useApi } from "../../support/api-harness.ts";
import { createPerson, type Person } from "./person.ts";

/**
 * A Holdpoint for one test file: Temporal's server, a worker with these tools, and the API on a
 * loopback port. Answers the person who uses it.
 */
export function usePerson(tools: readonly Tool[]): () => Person {
  const api = useApi({ tools });
  let server: ServerType | undefined;
  let person: Person | undefined;
  beforeAll(async () => {
    const { fetch } = createApp(api().deps);
    server = serve({ fetch, hostname: "127.0.0.1", port: 0 });
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    person = createPerson(`http://127.0.0.1:${port}`, api().watch);
  });
  afterAll(() => void server?.close());
  return () => person!;
}
