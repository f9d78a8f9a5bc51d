/**
 * What runs Holdpoint here, imported where a command needs it: Temporal's SDKs take most of a
 * second, and commands that ask the API need none of them.
 */
export const runtime = {
  api: () => import("../../../runtime/api.ts"),
  checkSetup: () => import("../../../runtime/check-setup.ts"),
  config: () => import("../../../runtime/config.ts"),
  keys: () => import("../../../runtime/keys.ts"),
  knownTools: () => import("../../../runtime/known-tools.ts"),
  logFile: () => import("../../../runtime/log-file.ts"),
  promote: () => import("../../../runtime/workers/promote.ts"),
  setUpTemporal: () => import("../../../runtime/set-up-temporal.ts"),
  start: () => import("../../../runtime/start.ts"),
  workerHealth: () => import("../../../runtime/workers/worker-health.ts"),
  worker: () => import("../../../runtime/workers/worker.ts"),
};
