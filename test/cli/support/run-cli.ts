import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { onTestFailed, onTestFinished } from "vitest";
import { ProcessFamily } from "./process-family.ts";

const BIN = fileURLToPath(new URL("../../../bin/holdpoint.mjs", import.meta.url));
const TERMINAL = fileURLToPath(new URL("./terminal.py", import.meta.url));

export interface CliOptions {
  readonly cwd: string;
  /** What to run instead of this repository's `holdpoint`. */
  readonly command?: readonly string[];
  /** What the environment says besides. */
  readonly env?: Readonly<Record<string, string>>;
  /** On a terminal of its own; else nobody can be asked. */
  readonly terminal?: boolean;
}

/** A command that runs as a process of its own; the test's end ends it and all that it started. */
export interface Cli {
  readonly pid: number;
  /** What it has written so far, without colours. */
  text(): string;
  /**
   * The next place of the output that fits, behind the last one found; waits for it.
   * @throws Error with the output when the process ends without it.
   */
  sees(pattern: RegExp): Promise<RegExpExecArray>;
  /** Types on its terminal. */
  type(keys: string): void;
  /** Closes its terminal's window. */
  hangUp(): void;
  kill(signal: NodeJS.Signals): void;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** It and everything that it has started, as far as it was there when output was waited for. */
  readonly family: ProcessFamily;
}

/** Starts `holdpoint <args>`. */
export function runCli(args: readonly string[], options: CliOptions): Cli {
  const holdpoint = options.command ?? [process.execPath, BIN];
  const onTerminal = options.terminal === true ? ["python3", TERMINAL] : [];
  const [program = "", ...rest] = [...onTerminal, ...holdpoint, ...args];
  const child = spawn(program, rest, {
    cwd: options.cwd,
    stdio: [options.terminal === true ? "pipe" : "ignore", "pipe", "pipe"],
    env: { ...personsEnvironment(), NO_COLOR: "1", TERM: "xterm", ...options.env },
  });
  const pid = child.pid ?? 0;
  const family = new ProcessFamily(pid);
  const output = createOutput();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => output.add(text));
  }
  // `close` comes after the last output, unlike `exit`; but what it started must not hold it up.
  child.once("exit", () => void family.look());
  const ended = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      output.end();
      resolve(code ?? signal ?? "SIGKILL");
    });
  });
  ended.catch(() => output.end());
  onTestFailed(() => console.error(`$ ${[program, ...rest].join(" ")}\n${output.text()}`));
  onTestFinished(() => family.kill());
  return {
    pid,
    text: output.text,
    async sees(pattern) {
      const match = await output.next(pattern);
      await family.look();
      return match;
    },
    type: (keys) => void child.stdin?.write(keys),
    hangUp: () => void child.stdin?.end(),
    kill: (signal) => void child.kill(signal),
    ended,
    family,
  };
}

/** The environment without what this run of the tests has put there. */
export function personsEnvironment(): NodeJS.ProcessEnv {
  const ours = /^(?:VITEST|NODE_ENV$|INIT_CWD$|npm_(?:lifecycle|package|command|execpath|node))/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}

function createOutput() {
  let raw = "";
  let over = false;
  let position = 0;
  let wake: () => void = () => undefined;
  const text = (): string => stripVTControlCharacters(raw).replaceAll("\r\n", "\n");
  return {
    text,
    add(more: string) {
      raw += more;
      wake();
    },
    end() {
      over = true;
      wake();
    },
    async next(pattern: RegExp): Promise<RegExpExecArray> {
      for (;;) {
        const match = pattern.exec(text().slice(position));
        if (match !== null) {
          position += match.index + match[0].length;
          return match;
        }
        if (over) throw new Error(`It ended without ${String(pattern)}:\n${text()}`);
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
