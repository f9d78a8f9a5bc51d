// The runtime, and a user's configuration and tools, are TypeScript; Node 20 does not read it.
const [modules, commonJs] = await Promise.all([import("tsx/esm/api"), import("tsx/cjs/api")]);
modules.register();
commonJs.register();
const { standByAsWorker } = await import("../src/runtime/standby-worker.ts");
await standByAsWorker(process.argv[2]);
