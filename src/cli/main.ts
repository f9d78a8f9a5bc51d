import { buildApplication, run, type StricliProcess } from "@stricli/core";
import { EXIT } from "./cli-error.ts";
import { outliveTerminal } from "./closed-terminal.ts";
import { commandLineText } from "./messages/command-line-text.ts";
import { root } from "./root.ts";
import { words } from "./words-here.ts";

/** Runs this process's command line; sets its exit code, as `EXIT` lists them. */
export async function main(args: readonly string[]): Promise<void> {
  // A reader that has left (a closed terminal, `| head`) is no reason to leave things behind.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  outliveTerminal();
  await runCommandLine(args, process as StricliProcess);
  if (Number(process.exitCode ?? 0) < 0) process.exitCode = EXIT.usage;
}

/** Runs a command line; `here` gets what is said about the line itself, and help pages. */
export async function runCommandLine(args: readonly string[], here: StricliProcess): Promise<void> {
  const help = ["holdpoint", ...pathOf(args), "--help"].join(" ");
  const app = buildApplication(root, {
    name: "holdpoint",
    documentation: { onlyRequiredInUsageLine: true },
    scanner: { caseStyle: "allow-kebab-for-camel", allowArgumentEscapeSequence: true },
    localization: { text: commandLineText(words, help) },
  });
  const context = { process: here };
  await run(app, args, { ...context, forCommand: ({ prefix }) => ({ ...context, prefix }) });
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
