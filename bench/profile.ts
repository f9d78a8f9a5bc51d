import { mkdirSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join, resolve } from "node:path";
import { optionOf } from "./options.ts";

/**
 * With `--profile DIR`, has this process and all that it starts from here on write there what they
 * computed, as `.cpuprofile`; `npx tsx bench/profile-table.ts DIR` sums them up.
 * @returns what ends it for this process; the others end it when they end.
 */
export async function startProfile(): Promise<() => Promise<void>> {
  const named = optionOf("--profile");
  if (named === undefined) return () => Promise.resolve();
  const folder = resolve(named);
  mkdirSync(folder, { recursive: true });
  // Processes begin as their parent did.
  process.execArgv.push("--cpu-prof", `--cpu-prof-dir=${folder}`);
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.start");
  return async () => {
    const { profile } = await session.post("Profiler.stop");
    writeFileSync(join(folder, "api-and-followers.cpuprofile"), JSON.stringify(profile));
    session.disconnect();
  };
}
