import type { LoadedConfig } from "../../../runtime/config.ts";

/**
 * What runs Holdpoint here, imported where a command needs it: Temporal's SDKs take most of a
 * second, and commands that ask the API need none of them.
 */
export const runtime = {
  api: () => import("../../../runtime/api/api.ts"),
  artifacts: () => import("../../../runtime/artifacts.ts"),
  checkSetup: () => import("../../../runtime/check-setup.ts"),
  config: () => import("../../../runtime/config.ts"),
  keys: () => import("../../../runtime/keys.ts"),
  knownTools: () => import("../../../runtime/known-tools.ts"),
  logFile: () => import("../../../runtime/log-file.ts"),
  promote: () => import("../../../runtime/workers/promote.ts"),
  setUpTemporal: () => import("../../../runtime/set-up-temporal.ts"),
  start: () => import("../../../runtime/start.ts"),
  temporalTime: () => import("../../../runtime/temporal-time.ts"),
  workerHealth: () => import("../../../runtime/workers/worker-health.ts"),
  strayErrors: () => import("../../../runtime/workers/stray-errors.ts"),
  worker: () => import("../../../runtime/workers/worker.ts"),
};

/** The configuration of the folder that a command was typed in, or of a file that it names. */
export async function configHere(file?: string): Promise<LoadedConfig> {
  const { loadConfig } = await runtime.config();
  return loadConfig(process.cwd(), file);
}
