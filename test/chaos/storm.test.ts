import { onTestFinished, expect, test } from "vitest";
import { readEncryptionKeys } from "../../src/temporal/connection/payloads/encryption-keys.ts";
import { createProject } from "../cli/support/folders.ts";
import { encryptionKey } from "../support/encryption-key.ts";
import { stormOver } from "./storm/storm.ts";
import { LEDGER_TOOLS } from "./support/ledger-file.ts";
import { startParts } from "./support/parts.ts";

/** The same storms every time; `npm run chaos` makes others, and longer ones. */
const STORM = { seed: 20_261_125, kills: 13 };

test.each([
  ["in plain text", {}],
  ["encrypted", { HOLDPOINT_ENCRYPTION_KEYS: encryptionKey("storm") }],
])(
  "a storm of kill -9 over API, worker and Temporal loses no command, applies none twice and repeats no effect: %s",
  { timeout: 600_000 },
  async (how, environment) => {
    const flags = how === "encrypted" ? "--encrypted " : "";
    const again = `npm run chaos -- ${flags}--seed ${STORM.seed} --kills ${STORM.kills}`;
    console.log(again);
    const folder = createProject(LEDGER_TOOLS);
    const parts = await startParts(folder, environment);
    onTestFinished(() => parts.stop());
    const keys = readEncryptionKeys(environment);
    const storm = { ...STORM, keys, tell: () => undefined };
    const { told, zeros } = await stormOver(parts, folder, storm);
    console.table(told);
    const nothing = Object.fromEntries(Object.keys(zeros).map((name) => [name, []]));
    expect(zeros, again).toEqual(nothing);
    expect(told["kills"]).toBe(STORM.kills);
  },
);
