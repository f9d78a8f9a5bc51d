import { locateModule } from "./kept-modules.mjs";

const { standByAsWorker } = await import(await locateModule("workers/standby-worker"));
await standByAsWorker(process.argv[2]);
