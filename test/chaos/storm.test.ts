import { onTestFinished, expect, test } from "vitest";
import { createProject } from "../cli/support/folders.ts";
import { stormOver } from "./storm/storm.ts";
import { LEDGER_TOOLS } from "./support/ledger-file.ts";
import { startParts } from "./support/parts.ts";

/** The same storm every time; `npm run chaos` makes others, and longer ones. */
const STORM = { seed: 20_261_125, kills: 25 };

test(
  "a storm of kill -9 over API, worker and Temporal loses no command, applies none twice and repeats no effect",
  { timeout: 600_000 },
  async () => {
    const again = `npm run chaos -- --seed ${STORM.seed} --kills ${STORM.kills}`;
    console.log(again);
    const folder = createProject(LEDGER_TOOLS);
    const parts = await startParts(folder);
    onTestFinished(() => parts.stop());
    const { told, zeros } = await stormOver(parts, folder, { ...STORM, tell: () => undefined });
    console.table(told);
    const nothing = Object.fromEntries(Object.keys(zeros).map((name) => [name, []]));
    expect(zeros, again).toEqual(nothing);
    expect(told["kills"]).toBe(STORM.kills);
  },
);
