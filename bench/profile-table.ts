import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { showGaps } from "./profile-gaps.ts";
import { IDLE, whoseIs, type Profile } from "./profile-owners.ts";

/*
 * What the processes of `npm run bench -- user --profile DIR` computed, each by whose code it was and by its
 * functions: `npx tsx bench/profile-table.ts DIR`.
 */
const FUNCTIONS = 15;

function sum(profile: Profile): void {
  const byWhom = new Map<string, number>();
  const byFunction = new Map<string, number>();
  const nodes = new Map(profile.nodes.map((node) => [node.id, node.callFrame]));
  profile.samples.forEach((id, place) => {
    const frame = nodes.get(id)!;
    const { functionName, url, lineNumber } = frame;
    if (IDLE.includes(functionName)) return;
    const took = profile.timeDeltas[place]! / 1_000;
    const whose = whoseIs(frame);
    byWhom.set(whose, (byWhom.get(whose) ?? 0) + took);
    const at = `${functionName || "(anonymous)"} ${url.split("/").slice(-2).join("/")}:${lineNumber + 1}`;
    byFunction.set(at, (byFunction.get(at) ?? 0) + took);
  });
  const all = [...byWhom.values()].reduce((total, took) => total + took, 0);
  console.log(`  ${all.toFixed(0)} ms`);
  for (const table of [byWhom, byFunction]) {
    const rows = [...table].toSorted(([, one], [, other]) => other - one).slice(0, FUNCTIONS);
    for (const [name, took] of rows) {
      console.log(
        `  ${((100 * took) / all).toFixed(1).padStart(6)} %  ${took.toFixed(0).padStart(6)} ms  ${name}`,
      );
    }
    console.log();
  }
}

const [folder = "."] = process.argv.slice(2);
for (const file of readdirSync(folder).filter((name) => name.endsWith(".cpuprofile"))) {
  console.log(file);
  sum(JSON.parse(readFileSync(join(folder, file), "utf8")) as Profile);
}
if (existsSync(join(folder, "windows.json"))) showGaps(folder);
