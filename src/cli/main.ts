import { buildApplication, buildRouteMap, run, text_en, type StricliProcess } from "@stricli/core";
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
  {
    name: "holdpoint",
    scanner: { caseStyle: "allow-kebab-for-camel" },
    localization: { text: { ...text_en, exceptionWhileRunningCommand: explain } },
  },
);

const USAGE = 2;

/** Runs the command line; sets the process's exit code: 2 when it was not understood. */
export async function main(args: readonly string[]): Promise<void> {
  // A reader that has left (a closed terminal, `| head`) is no reason to leave things behind.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  await run(app, args, { process: process as StricliProcess });
  if (Number(process.exitCode ?? 0) < 0) process.exitCode = USAGE;
}

/** Errors that Holdpoint throws say what to do; of any other kind the place is needed, too. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === "Error" ? error.message : (error.stack ?? String(error));
}
