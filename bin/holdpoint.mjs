#!/usr/bin/env node
import { locateModule } from "./kept-modules.mjs";

const { main } = await import(await locateModule("cli"));
await main(process.argv.slice(2));
