import { buildApplication, buildRouteMap, run, text_en, type StricliProcess } from "@stricli/core";
import { ProblemError } from "../client/client.ts";
import { demoCommand } from "./commands/demo.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { keyRoutes } from "./commands/key.ts";
import { startCommand } from "./commands/start.ts";
import { workerCommand } from "./commands/worker.ts";

const app = buildApplication(
  buildRouteMap({
    docs: { brief: "Durable plans that stop exactly where a person must decide" },
    routes: {
      demo: demoCommand,
      start: startCommand,
      worker: workerCommand,
      key: keyRoutes,
      doctor: doctorCommand,
    },
  }),
  {
    name: "holdpoint",
    scanner: { caseStyle: "allow-kebab-for-camel" },
    determineExitCode: (error) => (isAboutKeys(error) ? NOT_ALLOWED : FAILED),
    localization: { text: { ...text_en, exceptionWhileRunningCommand: explain } },
  },
);

const FAILED = 1;
const USAGE = 2;
/** The key is missing, wrong, over, or not enough. */
const NOT_ALLOWED = 4;
const ABOUT_KEYS = new Set<string>(["unauthenticated", "key_expired", "key_revoked", "forbidden"]);

/**
 * Runs the command line; sets the process's exit code: 1 when it failed, 2 when it was not
 * understood, 4 when the key does not open what it asked for.
 */
export async function main(args: readonly string[]): Promise<void> {
  // A reader that has left (a closed terminal, `| head`) is no reason to leave things behind.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  await run(app, args, { process: process as StricliProcess });
  if (Number(process.exitCode ?? 0) < 0) process.exitCode = USAGE;
}

function isAboutKeys(error: unknown): boolean {
  return error instanceof ProblemError && ABOUT_KEYS.has(error.problem.code);
}

/** Errors that Holdpoint throws say what to do; of any other kind the place is needed, too. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === "Error" ? error.message : (error.stack ?? String(error));
}
