import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "../../src/runtime/config.ts";
import { startHoldpoint, type RunningHoldpoint } from "../../src/runtime/start.ts";

/** Starts the product as `npm start` does, in a folder of its own, and takes it away after the work. */
export async function withProduct(
  work: (product: RunningHoldpoint) => Promise<void>,
): Promise<void> {
  const from = await mkdtemp(join(tmpdir(), "holdpoint-bench-"));
  const loaded = await loadConfig(from);
  const api = { ...loaded.api, port: 0 };
  const config = { ...loaded, api, temporalPorts: { grpc: 0, ui: 0 } };
  const product = await startHoldpoint({ from, config, onNotice: () => undefined });
  try {
    await work(product);
  } finally {
    await product.stop();
    await rm(from, { recursive: true, force: true });
  }
}
