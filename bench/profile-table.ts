import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/*
 * What the processes of `npm run bench -- user --profile DIR` computed, each by whose code it was and by its
 * functions: `npx tsx bench/profile-table.ts DIR`.
 */
const FUNCTIONS = 15;

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
    };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const IDLE = ["(idle)", "(root)"];

function whoseIs(url: string, name: string): string {
  if (url === "") return name.startsWith("(") ? name : "V8";
  if (url.startsWith("node:")) return "Node";
  const parts = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(
    url.replace(/node_modules\/\.cache.*/, ""),
  );
  return parts?.[1] ?? "ours";
}

function sum(profile: Profile): void {
  const byWhom = new Map<string, number>();
  const byFunction = new Map<string, number>();
  const nodes = new Map(profile.nodes.map((node) => [node.id, node.callFrame]));
  profile.samples.forEach((id, place) => {
    const { functionName, url, lineNumber } = nodes.get(id)!;
    if (IDLE.includes(functionName)) return;
    const took = profile.timeDeltas[place]! / 1_000;
    const whose = whoseIs(url, functionName);
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
