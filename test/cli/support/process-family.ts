import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { isProcessAlive } from "../../../src/temporal/machine/process-alive.ts";
import {
  identifyProcess,
  isSameProcessAlive,
  type ProcessIdentity,
} from "../../support/process-info.ts";

/** A process and everything that it, or what it started, has started: as long as it was looked at. */
export class ProcessFamily {
  readonly #members = new Map<number, ProcessIdentity>();
  readonly #root: Promise<ProcessIdentity>;

  /** @param root the number of a process that has just been started. */
  constructor(root: number) {
    this.#root = identifyProcess(root);
  }

  /** Notes who is there now: once a parent has died, nobody tells whose children its children were. */
  async look(): Promise<void> {
    const root = await this.#root;
    this.#members.set(root.pid, root);
    // Not of members that have ended: the system may have given their numbers to others.
    const known = new Set(await this.alive());
    const parents = readParents();
    let before: number;
    do {
      before = known.size;
      for (const [pid, parent] of parents) if (known.has(parent)) known.add(pid);
    } while (known.size > before);
    for (const pid of known) {
      if (this.#members.has(pid) || !isProcessAlive(pid)) continue;
      this.#members.set(pid, await identifyProcess(pid));
    }
  }

  /** The members that still run. */
  async alive(): Promise<number[]> {
    const all = await Promise.all(
      [...this.#members.values()].map(async (member) =>
        (await isSameProcessAlive(member)) ? [member.pid] : [],
      ),
    );
    return all.flat();
  }

  /** Waits until none runs any more; the members that still do after 10 s. */
  async remaining(): Promise<number[]> {
    let left: number[] = [];
    const over = Date.now() + 10_000;
    do {
      left = await this.alive();
      await delay(20);
    } while (left.length > 0 && Date.now() < over);
    return left;
  }

  /** Ends whoever is left, at once. */
  async kill(): Promise<void> {
    await this.look();
    for (const pid of await this.alive()) {
      try {
        process.kill(pid, "SIGKILL");
      } catch (error) {
        // It has ended by itself meanwhile.
        if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
      }
    }
  }
}

/** Every process of this machine with its parent. */
function readParents(): [pid: number, parent: number][] {
  if (process.platform !== "linux") {
    const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).split("\n");
    return lines.map((line) => {
      const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
      return [pid, parent];
    });
  }
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return [[Number(pid), Number(parent)] as [number, number]];
    } catch {
      return [];
    }
  });
}
