import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { nearestOwner, type Profile } from "./profile-owners.ts";
import type { Window, Windows } from "./profile.ts";

/** What each side computed in a run, by whose code it was; milliseconds. */
type Sums = Record<Window["side"], Map<string, number>>;

/** For each measured row: whose code computes what Holdpoint computes more than the hand-written workflow. */
export function showGaps(folder: string): void {
  const { windows, processes } = JSON.parse(
    readFileSync(join(folder, "windows.json"), "utf8"),
  ) as Windows;
  const profiles = readdirSync(folder)
    .filter((name) => name.endsWith(".cpuprofile"))
    .map((name) => ({
      process: Object.entries(processes).find(([, pid]) => name.includes(`.${pid}.`))?.[0],
      profile: JSON.parse(readFileSync(join(folder, name), "utf8")) as Profile,
    }));
  for (const row of new Set(windows.map((window) => window.row))) {
    const sums: Sums = { holdpoint: new Map(), minimal: new Map() };
    const measured = windows.filter((window) => window.row === row);
    const runs = (side: Window["side"]): number =>
      measured.filter((window) => window.side === side).length;
    const add = ({ side }: Window, whose: string, ms: number): void =>
      void sums[side].set(whose, (sums[side].get(whose) ?? 0) + ms / runs(side));
    // What no profile shows of a process was computed by its native threads.
    for (const window of measured) {
      for (const [name, ms] of Object.entries(window.computed)) add(window, native(name), ms);
    }
    for (const { process, profile } of profiles) {
      for (const { at, whose, ms } of samplesOf(profile)) {
        const window = measured.find(({ from, to }) => at >= from && at < to);
        if (window === undefined || process === undefined) continue;
        add(window, whose, ms);
        add(window, native(process), -ms);
      }
    }
    show(row, sums);
  }
}

const native = (process: string): string =>
  process === "Temporal" ? "Temporal's server" : "native threads (SDK's core, V8)";

function* samplesOf(profile: Profile): Generator<{ at: number; whose: string; ms: number }> {
  const ownerOf = nearestOwner(profile);
  let at = profile.startTime;
  for (const [place, id] of profile.samples.entries()) {
    const took = profile.timeDeltas[place]!;
    at += took;
    const whose = ownerOf(id);
    if (whose !== undefined) yield { at, whose, ms: took / 1_000 };
  }
}

function show(row: string, { holdpoint, minimal }: Sums): void {
  const gaps = [...new Set([...holdpoint.keys(), ...minimal.keys()])]
    .map((whose) => {
      const [by, of] = [minimal.get(whose) ?? 0, holdpoint.get(whose) ?? 0];
      return { whose, by, of, gap: of - by };
    })
    .toSorted((one, other) => other.gap - one.gap);
  const all = gaps.reduce((sum, { gap }) => sum + gap, 0);
  const ours = gaps.filter(({ whose }) => whose === "ours").reduce((sum, { gap }) => sum + gap, 0);
  console.log(`\n${row}: milliseconds computed in a run, all processes`);
  console.log("   by hand  Holdpoint      more   of it  whose code");
  for (const { whose, by, of, gap } of gaps) {
    const cells = [by, of, gap].map((ms) => ms.toFixed(2).padStart(9)).join(" ");
    console.log(` ${cells}  ${((100 * gap) / all).toFixed(1).padStart(5)} %  ${whose}`);
  }
  console.log(`  ${((100 * (all - ours)) / all).toFixed(1)} % of it is outside our code.`);
}
