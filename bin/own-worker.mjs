import { locateModule } from "./kept-modules.mjs";

const { runOwnWorker } = await import(await locateModule("workers/own-worker"));
await runOwnWorker(process.argv[2]);
