import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createCommandProofs, openProofKeys } from "../../src/api/gateway/command-proofs.ts";

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "holdpoint-proofs-"));
  path = join(folder, "proof-keys.json");
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

const SEED = Buffer.alloc(32, 7).toString("base64");
const inUse = () => Promise.resolve(true);

describe("the keys by which plans know their API", () => {
  test("are made once, for their owner alone, and are the same for every API of the folder", async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => openProofKeys(path, {})));
    expect(new Set(all.map((keys) => JSON.stringify(keys))).size).toBe(1);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await openProofKeys(path, {})).toEqual(all[0]);
  });

  test("come from the environment, where several machines serve the same plans", async () => {
    const file = join(folder, "keys");
    await writeFile(file, `b:${SEED}\n`);
    const HOLDPOINT_PROOF_KEYS = `a:${SEED}, b:${SEED}`;
    const named = await openProofKeys(path, { HOLDPOINT_PROOF_KEYS });
    expect(named.map(({ id }) => id)).toEqual(["a", "b"]);
    const filed = await openProofKeys(path, { HOLDPOINT_PROOF_KEYS_FILE: file });
    expect(filed.map(({ id }) => id)).toEqual(["b"]);
    await expect(readFile(path)).rejects.toThrow("ENOENT");
  });

  test.each([
    ["no key", " "],
    ["an id twice", `a:${SEED} a:${SEED}`],
    ["a short key", "a:c2hvcnQ="],
    ["no id", SEED],
    ["no base64", `a:${"!".repeat(44)}`],
  ])("stop the start where what stands there is %s, without repeating it", async (_, text) => {
    const open = openProofKeys(path, { HOLDPOINT_PROOF_KEYS: text });
    const error = await open.then(
      () => undefined,
      (refused: Error) => refused,
    );
    expect(error?.message).toMatch(/HOLDPOINT_PROOF_KEYS.*cannot be read/);
    expect(error?.message).not.toContain(SEED);
  });

  test("say which entry of the variable is wrong, and in which form it is written", async () => {
    const HOLDPOINT_PROOF_KEYS = `a:${SEED},x`;
    await expect(openProofKeys(path, { HOLDPOINT_PROOF_KEYS })).rejects.toThrow(
      /^HOLDPOINT_PROOF_KEYS .*: entry 2 is no id:base64\./,
    );
    const HOLDPOINT_PROOF_KEYS_FILE = join(folder, "none");
    await expect(openProofKeys(path, { HOLDPOINT_PROOF_KEYS_FILE })).rejects.toThrow(
      /^HOLDPOINT_PROOF_KEYS_FILE .*ENOENT/,
    );
  });

  test("are not made anew where the file is damaged: plans that know the old ones would take nothing", async () => {
    await writeFile(path, '{"keys": [{"id": "a", "seed": ');
    await expect(openProofKeys(path, {})).rejects.toThrow("Bring back a copy");
    expect(await readFile(path, "utf8")).toContain('"a"');
  });

  test("are asked of plans only once callers need keys", async () => {
    const seeds = [{ id: "a", seed: SEED }];
    let used = false;
    const proofs = createCommandProofs(seeds, () => Promise.resolve(used));
    expect(await proofs.demanded()).toEqual([]);
    used = true;
    expect(await proofs.demanded()).toEqual([
      { id: "a", public_key: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    // What a plan keeps is public: nobody can sign with it.
    expect(JSON.stringify(await createCommandProofs(seeds, inUse).demanded())).not.toContain(SEED);
  });
});
