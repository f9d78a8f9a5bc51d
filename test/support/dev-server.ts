import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readDevConfig, type DevConfig } from "../../src/temporal/connection/dev-config.ts";
import {
  type DevServer,
  type DevServerOptions,
  startDevServer,
} from "../../src/temporal/embedded/dev-server.ts";

export interface TestServer extends DevServer {
  readonly dataDir: string;
  /** Stops the server and removes its folder. */
  remove(): Promise<void>;
}

/**
 * The product's own settings, but what the server acknowledges need not have reached the disk: a killed
 * process loses nothing by that, only a machine without power does, and a test's steps need not wait for it.
 */
export function forgetfulConfig(): DevConfig {
  const config = readDevConfig();
  return { ...config, sqlite_pragmas: { ...config.sqlite_pragmas, synchronous: "off" } };
}

/** A fresh dev server with the product's own settings, in a temporary folder, on free ports. */
export async function startTestServer(
  options: Partial<DevServerOptions> = {},
): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "holdpoint-test-")));
  const server = await startDevServer({
    config: readDevConfig(),
    ports: { grpc: 0, ui: 0 },
    ...options,
    dataDir,
  });
  return {
    ...server,
    dataDir,
    remove: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
