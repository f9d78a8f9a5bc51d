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
  /** Types the last line. Answers the exit code. */
  leaves(line: string): Promise<number>;
}

/** Starts `holdpoint chat` with the plan, at the API of `url`. */
export function startTalk(planId: string, url: string): Talk {
  const talk = spawn(process.execPath, [BIN, "chat", planId], {
    env: { ...personsEnvironment(), HOLDPOINT_URL: url, HOLDPOINT_LANG: "ko", NO_COLOR: "1" },
  });
  onTestFinished(() => void talk.kill("SIGKILL"));
  let out = "";
  talk.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  return {
    says: (line) => void talk.stdin.write(`${line}\n`),
    async sees(text, times = 1) {
      while (out.split(text).length <= times) await once(talk.stdout, "data");
    },
    async leaves(line) {
      const closed = once(talk, "close");
      talk.stdin.end(`${line}\n`);
      return (await closed)[0] as number;
    },
  };
}
