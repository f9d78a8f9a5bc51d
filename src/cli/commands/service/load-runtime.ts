/**
 * What runs Holdpoint here, imported where a command needs it: Temporal's SDKs take most of a
 * second, and commands that ask the API need none of them.
 */
export const runtime = {
  api: () => load(() => import("../../../runtime/api.ts")),
  checkSetup: () => load(() => import("../../../runtime/check-setup.ts")),
  config: () => load(() => import("../../../runtime/config.ts")),
  keys: () => load(() => import("../../../runtime/keys.ts")),
  knownTools: () => load(() => import("../../../runtime/known-tools.ts")),
  logFile: () => load(() => import("../../../runtime/log-file.ts")),
  setUpTemporal: () => load(() => import("../../../runtime/set-up-temporal.ts")),
  start: () => load(() => import("../../../runtime/start.ts")),
  worker: () => load(() => import("../../../runtime/worker.ts")),
};

let readsTypeScript: Promise<void> | undefined;

async function load<Module>(importing: () => Promise<Module>): Promise<Module> {
  readsTypeScript ??= readTypeScript();
  await readsTypeScript;
  return importing();
}

/** The sources are TypeScript, which Node 20 does not read; what was built of them is not. */
async function readTypeScript(): Promise<void> {
  if (import.meta.url.endsWith(".js")) return;
  const [modules, commonJs] = await Promise.all([import("tsx/esm/api"), import("tsx/cjs/api")]);
  modules.register();
  commonJs.register();
}
