import { existsSync } from "node:fs";

const built = new URL("../lib/runtime/standby-worker.js", import.meta.url);
const isBuilt = existsSync(built);
if (!isBuilt) {
  // The runtime, and a user's configuration and tools, are TypeScript; Node 20 does not read it.
  const [modules, commonJs] = await Promise.all([import("tsx/esm/api"), import("tsx/cjs/api")]);
  modules.register();
  commonJs.register();
}
const { standByAsWorker } = await (isBuilt
  ? import(built.href)
  : import("../src/runtime/standby-worker.ts"));
await standByAsWorker(process.argv[2]);
