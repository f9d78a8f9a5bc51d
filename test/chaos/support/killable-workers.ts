import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { OwnProcessWorker } from "../../support/own-process-worker.ts";

const SCRIPT = fileURLToPath(new URL("killable-worker.ts", import.meta.url));

/** A moment at which a worker stands still until it may go on, or is gone. */
export interface Moment {
  readonly at: "answer is kept" | "tool begins" | "tool has done it";
  readonly key: string;
  readonly id: number;
}

export interface KillableWorkers {
  /** Has the next worker work; it has been loaded meanwhile. */
  next(): Promise<void>;
  /** Kills the one that works, and has the next one work. */
  kill(): Promise<void>;
}

/**
 * Workers in processes of their own, one after the other.
 * @param reached told of each moment; answers whether the worker may go on.
 */
export function createKillableWorkers(
  given: OwnProcessWorker,
  reached: (moment: Moment) => boolean,
): KillableWorkers {
  const all = new Set<ChildProcess>();
  onTestFinished(() => {
    for (const child of all) child.kill("SIGKILL");
  });
  const load = async (): Promise<ChildProcess> => {
    const child = fork(SCRIPT, [JSON.stringify(given)], { execArgv: ["--import", "tsx"] });
    all.add(child);
    await once(child, "message");
    return child;
  };
  let working: ChildProcess | undefined;
  // Two are loaded ahead: loading takes longer than what lies between two kills.
  const ahead = [load(), load()];
  const next = async (): Promise<void> => {
    const child = await ahead.shift()!;
    ahead.push(load());
    working = child;
    child.on("message", (moment: Moment) => {
      if (child === working && reached(moment)) child.send({ goOn: moment.id });
    });
    child.send("work");
  };
  return {
    next,
    async kill() {
      const child = working;
      working = undefined;
      if (child === undefined) return;
      child.kill("SIGKILL");
      await once(child, "exit");
      all.delete(child);
      await next();
    },
  };
}
