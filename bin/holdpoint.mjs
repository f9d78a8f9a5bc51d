#!/usr/bin/env node
import { loadCli } from "./load-cli.mjs";

const { main } = await loadCli();
await main(process.argv.slice(2));
