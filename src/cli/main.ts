import { buildApplication, run, type StricliProcess } from "@stricli/core";
import { ProblemError } from "../client/client.ts";
import { EXIT } from "./cli-error.ts";
import { commandLineText } from "./messages/command-line-text.ts";
import { root } from "./root.ts";
import { words } from "./words-here.ts";

const ABOUT_KEYS = new Set<string>(["unauthenticated", "key_expired", "key_revoked", "forbidden"]);

/**
 * Runs the command line; sets the process's exit code: 1 when it failed, 2 when it was not
 * understood, 4 when the key does not open what it asked for; see `EXIT` for the others.
 */
export async function main(args: readonly string[]): Promise<void> {
  // A reader that has left (a closed terminal, `| head`) is no reason to leave things behind.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  const help = ["holdpoint", ...pathOf(args), "--help"].join(" ");
  const app = buildApplication(root, {
    name: "holdpoint",
    documentation: { onlyRequiredInUsageLine: true },
    scanner: { caseStyle: "allow-kebab-for-camel", allowArgumentEscapeSequence: true },
    determineExitCode: (error) => (isAboutKeys(error) ? EXIT.not_allowed : EXIT.failed),
    localization: { text: commandLineText(words, help) },
  });
  const here = { process: process as StricliProcess };
  await run(app, args, { ...here, forCommand: ({ prefix }) => ({ ...here, prefix }) });
  if (Number(process.exitCode ?? 0) < 0) process.exitCode = EXIT.usage;
}

/** The words of a command line that name a command. */
function pathOf(args: readonly string[]): string[] {
  const path: string[] = [];
  let target: ReturnType<typeof root.getRoutingTargetForInput> = root;
  for (const arg of args) {
    if (target === undefined || !("getRoutingTargetForInput" in target)) break;
    target = target.getRoutingTargetForInput(arg);
    if (target !== undefined) path.push(arg);
  }
  return path;
}

function isAboutKeys(error: unknown): boolean {
  return error instanceof ProblemError && ABOUT_KEYS.has(error.problem.code);
}
