import { buildApplication, buildRouteMap, run, type StricliProcess } from "@stricli/core";
import { demoCommand } from "./commands/demo.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { startCommand } from "./commands/start.ts";
import { workerCommand } from "./commands/worker.ts";

const app = buildApplication(
  buildRouteMap({
    docs: { brief: "Durable plans that stop exactly where a person must decide" },
    routes: {
      demo: demoCommand,
      start: startCommand,
      worker: workerCommand,
      doctor: doctorCommand,
    },
  }),
  { name: "holdpoint", scanner: { caseStyle: "allow-kebab-for-camel" } },
);

/** Runs the command line; sets the process's exit code. */
export async function main(args: readonly string[]): Promise<void> {
  await run(app, args, { process: process as StricliProcess });
}
