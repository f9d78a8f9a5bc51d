import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join, resolve } from "node:path";
import { optionOf } from "./options.ts";

/** Short enough for what takes some milliseconds. */
const INTERVAL_US = 200;

/** One measured run of a row; `from` and `to` are microseconds of the machine's clock. */
export interface Window {
  readonly row: string;
  readonly side: "holdpoint" | "minimal";
  readonly from: number;
  readonly to: number;
  /** What each process computed meanwhile, all its threads; milliseconds. */
  readonly computed: Readonly<Record<string, number>>;
}

/** What `profile-table.ts` reads beside the profiles. */
export interface Windows {
  readonly windows: readonly Window[];
  /** The pid of each process that computes for one of the sides. */
  readonly processes: Readonly<Record<string, number>>;
}

export interface Profiling {
  /** Says which processes compute. */
  watch(processes: Windows["processes"]): void;
  /** Does the work, and notes when. */
  during<Result>(about: Pick<Window, "row" | "side">, work: () => Promise<Result>): Promise<Result>;
  end(): Promise<void>;
}

/**
 * With `--profile DIR`, has this process and all that it starts from here on write there what they
 * computed, as `.cpuprofile`, and when which side was measured; `npx tsx bench/profile-table.ts DIR` sums
 * them up. Processes that it started write theirs when they end.
 */
export async function startProfile(): Promise<Profiling> {
  const named = optionOf("--profile");
  if (named === undefined) {
    return {
      watch: () => undefined,
      during: (_, work) => work(),
      end: () => Promise.resolve(),
    };
  }
  const folder = resolve(named);
  mkdirSync(folder, { recursive: true });
  // Processes begin as their parent did.
  const interval = `--cpu-prof-interval=${INTERVAL_US}`;
  process.execArgv.push("--cpu-prof", `--cpu-prof-dir=${folder}`, interval);
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: INTERVAL_US });
  await session.post("Profiler.start");
  const windows: Window[] = [];
  let processes: Windows["processes"] = {};
  return {
    watch: (found) => (processes = found),
    async during(about, work) {
      const [before, from] = [computedBy(processes), now()];
      const result = await work();
      const [to, after] = [now(), computedBy(processes)];
      const computed = Object.fromEntries(
        Object.entries(after).map(([name, ms]) => [name, ms - before[name]!]),
      );
      windows.push({ ...about, from, to, computed });
      return result;
    },
    async end() {
      const { profile } = await session.post("Profiler.stop");
      const name = `API.${process.pid}.cpuprofile`;
      writeFileSync(join(folder, name), JSON.stringify(profile));
      writeFileSync(
        join(folder, "windows.json"),
        JSON.stringify({ windows, processes } satisfies Windows),
      );
      session.disconnect();
    },
  };
}

/** The clock of V8's profiles. */
const now = (): number => Number(process.hrtime.bigint() / 1_000n);

function computedBy(processes: Windows["processes"]): Record<string, number> {
  return Object.fromEntries(
    Object.entries(processes).map(([name, pid]) => [name, millisecondsOf(pid)]),
  );
}

/** What all threads of a process have computed so far. */
function millisecondsOf(pid: number): number {
  let nanoseconds = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    try {
      const [ran] = readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ");
      nanoseconds += Number(ran);
    } catch {
      // The thread has just ended.
    }
  }
  return nanoseconds / 1e6;
}
