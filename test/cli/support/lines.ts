import { fork } from "node:child_process";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { languageOf } from "../../../src/cli/messages/language.ts";
import type { Language } from "../../../src/contract/sentences/catalog.ts";
import { defer } from "../../support/plan-tools.ts";
import { personsEnvironment } from "./run-cli.ts";

const SCRIPT = fileURLToPath(new URL("line-runner.mjs", import.meta.url));
const MODULES = new URL("../../../bin/kept-modules.mjs", import.meta.url).href;

interface Written {
  readonly out: string;
  readonly err: string;
  readonly exit: number;
}

/** What a line finds around it. */
export interface LineOptions {
  /** What stands on standard input; else there is none. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface Lines {
  /** Runs `holdpoint <args>` against an API; answers what it wrote on both streams, without colours, and its exit code. */
  run(args: readonly string[], url: string, options?: LineOptions): Promise<Written>;
  stop(): void;
}

/** One process for many command lines, one at a time: whoever types many waits for no start. It ends with this process. */
export function startLines(cwd: string, env: Readonly<Record<string, string>>): Lines {
  const child = fork(SCRIPT, [MODULES], {
    cwd,
    env: { ...personsEnvironment(), ...env },
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  let answered = defer<Written | "ready" | "gone">();
  const ready = answered.promise;
  child.on("message", (said) => answered.resolve(said as Written | "ready"));
  child.once("exit", () => answered.resolve("gone"));
  // It waits for nothing but lines, and nobody waits for it.
  child.unref();
  child.channel?.unref();
  return {
    async run(args, url, options = {}) {
      child.channel?.ref();
      await ready;
      answered = defer();
      child.send({ args, url, ...options });
      const said = await answered.promise;
      child.channel?.unref();
      if (typeof said === "string") throw new Error(`holdpoint ${args.join(" ")}: ${said}`);
      const { out, err, exit } = said;
      return { out: stripVTControlCharacters(out), err: stripVTControlCharacters(err), exit };
    },
    stop: () => void child.kill("SIGKILL"),
  };
}

/** Processes that wait for the next line, by their language. Nobody's folder is theirs. */
const idle = new Map<Language, Lines[]>();

/**
 * Runs `holdpoint <args>` without a terminal, in English where nothing else is said and from no project,
 * in a process that may have run other lines before. Lines at the same time have processes of their own.
 */
export async function typeLine(
  args: readonly string[],
  url: string,
  options: LineOptions = {},
): Promise<Written> {
  // A process has one language from its start on.
  const language = languageOf(args, { HOLDPOINT_LANG: "en", ...options.env });
  const waiting = idle.get(language) ?? [];
  idle.set(language, waiting);
  const lines = waiting.pop() ?? startLines(tmpdir(), { HOLDPOINT_LANG: language });
  const written = await lines.run(args, url, options);
  waiting.push(lines);
  return written;
}
