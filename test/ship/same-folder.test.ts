import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { setUpTemporal } from "../../src/runtime/set-up-temporal.ts";
import { createFolder } from "../cli/support/folders.ts";
import { runCli, type Cli } from "../cli/support/run-cli.ts";

const LONG = { timeout: 120_000 };
const env = { HOLDPOINT_LANG: "en" };

async function inNamespace(namespace: string) {
  const place = { address: inject("temporalAddress"), namespace };
  await setUpTemporal(place);
  const flags = ["--address", place.address, "--namespace", namespace];
  return (cwd: string, ...args: string[]): Cli => runCli([...args, ...flags], { cwd, env });
}

test(
  "two hosts that do not share their folder: the second is refused, and is told what to do",
  LONG,
  async () => {
    const run = await inNamespace("ship-folders");
    const [one, two] = [createFolder(), createFolder()];
    await run(one, "worker").sees(/The worker is ready/);
    for (const command of ["worker", "api"]) {
      const other = run(two, command);
      expect(await other.ended, command).toBe(1);
      expect(other.text()).toContain(
        `The workers and APIs of namespace ship-folders keep files of plans in another folder than ${join(two, ".holdpoint")}.`,
      );
      expect(other.text()).toContain("Next: holdpoint setup --new-stores --namespace ship-folders");
    }

    // The same folder by another path, as two machines mount it.
    const mounted = createFolder();
    symlinkSync(join(one, ".holdpoint"), join(mounted, ".holdpoint"), "dir");
    await run(mounted, "worker").sees(/The worker is ready/);

    // A copy is as good as the folder: that is how it moves to another disk.
    const moved = createFolder();
    mkdirSync(join(moved, ".holdpoint"));
    cpSync(join(one, ".holdpoint", "store-id"), join(moved, ".holdpoint", "store-id"));
    await run(moved, "worker").sees(/The worker is ready/);

    // It is gone for good.
    const anew = run(two, "setup", "--new-stores");
    await anew.sees(/the next worker or API says where files and large values are kept/);
    expect(await anew.ended).toBe(0);
    await run(two, "worker").sees(/The worker is ready/);
    expect(await run(one, "worker").ended).toBe(1);
  },
);

test(
  "two hosts that are the first at the same time and do not share: at most one starts",
  LONG,
  async () => {
    const run = await inNamespace("ship-first");
    const both = [createFolder(), createFolder()].map((folder) => run(folder, "worker"));
    const outcomes = await Promise.all(
      both.map((worker) => worker.sees(/The worker is ready/).then(String, () => "refused")),
    );
    expect(outcomes.filter((outcome) => outcome === "refused")).toHaveLength(1);
  },
);
