import { randomInt } from "node:crypto";
import { LIMITS } from "../../../src/contract/tables/limits.ts";
import type { Json } from "../../../src/contract/text.ts";
import { createRandom } from "../../races/support/seeded-random.ts";
import type { Entrance } from "./entrance.ts";
import { entrances } from "./entrances.ts";
import { grown, mutate } from "./mutate.ts";

/*
 * `npm run fuzz:slow [-- filter…]`: looks for inputs that take long, not for wrong answers. Changes of
 * the slowest inputs so far are tried (`INPUTS`, 20,000 in all), then the slowest are made as large as
 * a body may be. Ends with 1 when anything takes longer than a workflow task may. Times are CPU time.
 */
const INPUTS = Number(process.env["INPUTS"] ?? "20000");
const SEED = Number(process.env["SLOW_SEED"] ?? randomInt(2 ** 31));
/** CPU seconds that what a workflow task does may take, whatever it is given. */
const GOAL = 1;
/** Characters of an input while many are tried. */
const SMALL = 20_000;
const KEPT = 6;
/** A step of growing that adds less is not worth a try. */
const LEAST_GROWTH = 1.2;

interface Tried {
  readonly input: Json;
  readonly seconds: number;
}

function cpuOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const secondsOf = (entrance: Entrance, input: Json): number => cpuOf(() => entrance.run(input));

/** The least of three: what else the process does, such as collecting garbage, does not count. */
function surely(entrance: Entrance, input: Json): Tried {
  let seconds = secondsOf(entrance, input);
  for (let again = 0; again < 2 && seconds > 0.05 && seconds < 4 * GOAL; again += 1) {
    seconds = Math.min(seconds, secondsOf(entrance, input));
  }
  return { input, seconds };
}

/** Hill-climbing: the slowest inputs are changed, and what is slower than one of them takes its place. */
function climb(entrance: Entrance, random: () => number, inputs: number): Tried[] {
  const kept = entrance.seeds.map((input) => surely(entrance, input));
  for (let tried = kept.length; tried < inputs; tried += 1) {
    const parent = kept[Math.floor(random() * kept.length)]!;
    const input = mutate(parent.input, random, SMALL);
    const seconds = secondsOf(entrance, input);
    if (kept.length >= KEPT && seconds <= kept.at(-1)!.seconds) continue;
    kept.push(surely(entrance, input));
    kept.sort((a, b) => b.seconds - a.seconds);
    kept.length = Math.min(kept.length, Math.max(KEPT, entrance.seeds.length));
  }
  return kept;
}

/** An input as it grows to what a body may have, in each way that keeps it the slowest. */
function enlarge(entrance: Entrance, from: Tried): Tried {
  let worst = from;
  let now = from.input;
  while (JSON.stringify(now).length < LIMITS.body_bytes / 2 && worst.seconds < 10 * GOAL) {
    const forms = growths(now).map((input) => surely(entrance, input));
    if (forms.length === 0) break;
    const slowest = forms.reduce((a, b) => (b.seconds > a.seconds ? b : a));
    if (slowest.seconds > worst.seconds) worst = slowest;
    now = slowest.input;
  }
  return worst;
}

/** The value with one of its lists, objects or texts doubled, for each of the largest of them. */
function growths(value: Json): Json[] {
  const paths: { path: string[]; size: number }[] = [];
  const look = (item: Json, path: string[]): void => {
    if (typeof item === "string" && item.length > 0) paths.push({ path, size: item.length });
    if (typeof item !== "object" || item === null) return;
    paths.push({ path, size: JSON.stringify(item).length });
    if (path.length > 8) return;
    for (const [key, inner] of Object.entries(item).slice(0, 4)) look(inner, [...path, key]);
  };
  look(value, []);
  const largest = paths.toSorted((a, b) => b.size - a.size).slice(0, 6);
  return largest
    .map(({ path }) => changeAt(value, path))
    .filter((input) => {
      const { length } = JSON.stringify(input);
      return length <= LIMITS.body_bytes && length > LEAST_GROWTH * JSON.stringify(value).length;
    });
}

function changeAt(value: Json, path: readonly string[]): Json {
  const [key, ...rest] = path;
  if (key === undefined) return grown(value, 2);
  const inner = changeAt((value as { [key: string]: Json })[key]!, rest);
  if (Array.isArray(value)) return value.with(Number(key), inner);
  return { ...(value as { [key: string]: Json }), [key]: inner };
}

function main(): void {
  const wanted = process.argv.slice(2);
  const isWanted = (name: string): boolean =>
    wanted.length === 0 || wanted.some((word) => name.includes(word));
  console.log(`slow inputs: INPUTS=${INPUTS} SLOW_SEED=${SEED}, at most ${GOAL} s each`);
  const small = Object.entries(entrances(false)).filter(([name]) => isWanted(name));
  const large = entrances(true);
  let failed = 0;
  for (const [place, [name, entrance]] of small.entries()) {
    const random = createRandom(SEED + place);
    const found = climb(entrance, random, Math.ceil(INPUTS / small.length));
    const worst = found
      .slice(0, 3)
      .map((tried) => enlarge(large[name]!, { ...tried, seconds: 0 }))
      .reduce((a, b) => (b.seconds > a.seconds ? b : a));
    const text = JSON.stringify(worst.input);
    const isGood = worst.seconds <= GOAL;
    if (!isGood) failed += 1;
    console.log(
      `${isGood ? "✓" : "✗"} ${name.padEnd(22)} ${worst.seconds.toFixed(2)} s for ${text.length.toLocaleString("en-US")} characters`,
    );
    if (!isGood) console.log(`  ${text.slice(0, 300)}`);
  }
  console.log(`${small.length} entrances, ${failed} of them slow`);
  process.exitCode = failed === 0 ? 0 : 1;
}

main();
