import { buildApplication, run, type StricliProcess } from "@stricli/core";
import manifest from "../../package.json" with { type: "json" };
import { words } from "./messages/i18n.ts";
import { COMMAND_NAMES, loadCommands, type CommandMap } from "./root.ts";
import { commandLineText } from "./session/command-line-text.ts";
import { CliError, EXIT } from "./session/errors/cli-error.ts";
import { reportCliError } from "./session/errors/report-cli-error.ts";
import { outliveTerminal } from "./terminal/closed-terminal.ts";
import { outliveFullDisk } from "./terminal/outlive-full-disk.ts";
import { jsonText, talk } from "./terminal/output.ts";

/** Runs this process's command line, as `runCommandLine` does, whatever becomes of who reads it. */
export async function main(args: readonly string[]): Promise<void> {
  // A reader that has left (a closed terminal, `| head`) is no reason to leave things behind.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  const missing = outliveFullDisk(process.stdout);
  outliveFullDisk(process.stderr);
  outliveTerminal();
  await runCommandLine(args, process as StricliProcess);
  tellMissing(missing(), args.includes("--json"));
}

/** Whoever keeps the output for later must not take half of it for all. */
function tellMissing(why: Error | undefined, json: boolean): void {
  if (why === undefined) return;
  const error = new CliError(words("output_lost", { why: why.message }));
  const { lines, data, exit } = reportCliError(error, "df -h");
  talk(json ? jsonText(data) : lines.join("\n"));
  process.exitCode ||= exit;
}

/**
 * Runs a command line and sets the exit code, as `EXIT` lists them; `here` gets what is said about the
 * line itself, and help pages.
 */
export async function runCommandLine(args: readonly string[], here: StricliProcess): Promise<void> {
  const line = asFlag(args);
  const commands = await loadCommands(line.slice(0, 1));
  const path = ["holdpoint", ...pathOf(commands, line)].join(" ");
  const json = line.includes("--json");
  const { version } = manifest;
  const app = buildApplication(commands, {
    name: "holdpoint",
    versionInfo: { currentVersion: json ? JSON.stringify({ version }) : version },
    documentation: { onlyRequiredInUsageLine: true, disableAnsiColor: json },
    scanner: { caseStyle: "allow-kebab-for-camel", allowArgumentEscapeSequence: true },
    localization: { text: commandLineText(path, line, COMMAND_NAMES, json) },
  });
  const told: string[] = [];
  const stderr = { write: (text: string): void => void told.push(text) };
  const reader: StricliProcess = json ? { stdout: here.stdout, stderr } : here;
  const context = { process: reader };
  await run(app, line, { ...context, forCommand: ({ prefix }) => ({ ...context, prefix }) });
  // The mistakes of a line are told one by one: the last object tells all of them.
  const all = told.at(-1);
  if (all !== undefined) talk(all.trimEnd());
  here.exitCode ??= reader.exitCode ?? null;
  // A line that could not be read has a negative one, which no shell has.
  if (Number(here.exitCode ?? 0) < 0) here.exitCode = EXIT.usage;
}

/** `version` and `help …`, which many programs take, as flags. */
function asFlag(args: readonly string[]): readonly string[] {
  const [first, ...rest] = args;
  if (first === "version") return ["--version", ...rest];
  return first === "help" ? [...rest, "--help"] : args;
}

/** The words of a command line that name a command. */
function pathOf(commands: CommandMap, args: readonly string[]): string[] {
  const path: string[] = [];
  let target: ReturnType<CommandMap["getRoutingTargetForInput"]> = commands;
  for (const arg of args) {
    if (target === undefined || !("getRoutingTargetForInput" in target)) break;
    target = target.getRoutingTargetForInput(arg);
    if (target !== undefined) path.push(arg);
  }
  return path;
}
