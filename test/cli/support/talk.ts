import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { personsEnvironment } from "./run-cli.ts";

const BIN = fileURLToPath(new URL("../../../bin/holdpoint.mjs", import.meta.url));

/** A conversation with a plan, in Korean, line by line. */
export interface Talk {
  /** Types a line. */
  says(line: string): void;
  /** Waits until this was said, so many times over all. */
  sees(text: string, times?: number): Promise<void>;
  /** Waits until something like this was said; what of it is meant. */
  reads(pattern: RegExp): Promise<RegExpExecArray>;
  /** Types the last line. Answers the exit code. */
  leaves(line: string): Promise<number>;
}

/** Starts `holdpoint chat` with the plan, or without one yet, at the API of `url`. */
export function startTalk(planId: string | null, url: string): Talk {
  const args = planId === null ? [] : [planId];
  const talk = spawn(process.execPath, [BIN, "chat", ...args], {
    env: { ...personsEnvironment(), HOLDPOINT_URL: url, HOLDPOINT_LANG: "ko", NO_COLOR: "1" },
  });
  onTestFinished(() => void talk.kill("SIGKILL"));
  let out = "";
  let err = "";
  talk.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  talk.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  /** The next of what is said; a test that waits in vain tells what was said instead. */
  const more = async (wanted: string): Promise<void> => {
    const signal = AbortSignal.timeout(MOST_MS);
    const said = [talk.stdout, talk.stderr].map((stream) => once(stream, "data", { signal }));
    await Promise.any(said).catch(() => {
      throw new Error(`Nobody said ${wanted}. What was said:\n${out}\n${err}`);
    });
  };
  return {
    says: (line) => void talk.stdin.write(`${line}\n`),
    async sees(text, times = 1) {
      // What is refused is said on standard error.
      while ([out, err].every((said) => said.split(text).length <= times)) await more(text);
    },
    async reads(pattern) {
      for (;;) {
        const found = pattern.exec(out);
        if (found !== null) return found;
        await more(String(pattern));
      }
    },
    async leaves(line) {
      const closed = once(talk, "close");
      talk.stdin.end(`${line}\n`);
      return (await closed)[0] as number;
    },
  };
}

/** Nothing is said for so long only when something has gone wrong. */
const MOST_MS = 40_000;
