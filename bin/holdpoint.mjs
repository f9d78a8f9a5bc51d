#!/usr/bin/env node
import { register } from "tsx/esm/api";

// Holdpoint and its users' configuration and tools are TypeScript; Node 20 does not read it by itself.
register();
const { main } = await import("../src/cli/main.ts");
await main(process.argv.slice(2));
