#!/usr/bin/env node
import { register as registerCommonJs } from "tsx/cjs/api";
import { register } from "tsx/esm/api";

// Holdpoint and its users' configuration and tools are TypeScript; Node 20 does not read it by itself.
register();
registerCommonJs();
const { main } = await import("../src/cli/main.ts");
await main(process.argv.slice(2));
