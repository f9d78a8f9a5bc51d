import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { onTestFinished } from "vitest";
import { defer } from "../../support/plan-tools.ts";
import { personsEnvironment } from "./run-cli.ts";

const SCRIPT = fileURLToPath(new URL("line-runner.mjs", import.meta.url));
const MODULES = new URL("../../../bin/kept-modules.mjs", import.meta.url).href;

interface Written {
  readonly out: string;
  readonly err: string;
}

export interface Lines {
  /** Runs `holdpoint <args>` and answers what it wrote on both streams, without colours. */
  run(args: readonly string[]): Promise<Written>;
}

/** One process for many command lines, one at a time: a walk through all of them waits for no start. */
export function startLines(cwd: string, env: Readonly<Record<string, string>>): Lines {
  const child = fork(SCRIPT, [MODULES], {
    cwd,
    env: { ...personsEnvironment(), ...env },
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let answered = defer<Written | "ready" | "gone">();
  const ready = answered.promise;
  child.on("message", (said) => answered.resolve(said as Written | "ready"));
  child.once("exit", () => answered.resolve("gone"));
  return {
    async run(args) {
      await ready;
      answered = defer();
      child.send(args);
      const said = await answered.promise;
      if (typeof said === "string") throw new Error(`holdpoint ${args.join(" ")}: ${said}`);
      const { out, err } = said;
      return { out: stripVTControlCharacters(out), err: stripVTControlCharacters(err) };
    },
  };
}
