import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../../src/client/client.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { createFolder, createProject } from "./support/folders.ts";
import { addKey, runToEnd, typeIn } from "./support/keys.ts";
import { runCli } from "./support/run-cli.ts";
import { watchPlan } from "./support/watch-plan.ts";

/** Starts take seconds, and a busy machine makes them many. */
const LONG = { timeout: 120_000 };

describe("holdpoint start", () => {
  test("does not open the API to others while there is no valid key", async () => {
    const cwd = createFolder();
    const config = `export default { api: { host: "0.0.0.0", port: 0 } };`;
    writeFileSync(join(cwd, "holdpoint.config.mjs"), config);
    const { exit, text } = await runToEnd(cwd, "start");
    expect([exit, text]).toEqual([1, expect.stringContaining("holdpoint key add")]);
    expect(text).toContain("0.0.0.0");
    // Nothing was started that had to be stopped again.
    expect(existsSync(join(cwd, ".holdpoint"))).toBe(false);
    const { id } = await addKey(cwd, "kim", "--role", "admin");
    await typeIn(cwd, "key", "revoke", id, "--yes");
    const again = await runToEnd(cwd, "start");
    expect([again.exit, again.text]).toEqual([1, expect.stringContaining("no valid key")]);
  });

  test(
    "asks for keys from the moment that there is one, and no longer takes a revoked one",
    LONG,
    async () => {
      const cwd = createProject("export const tools = [];\n");
      // With --json, nothing else is said.
      const cli = runCli(["start", "--json"], { cwd });
      const [, url = ""] = await cli.sees(/^\{"url":"(http:[^"]+)","temporal":\{.*\}\}\n/);
      const ask = async (key?: string): Promise<number> => {
        const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
        return (await fetch(`${url}/v1/plans/none`, { headers })).status;
      };
      expect(await ask()).toBe(404);
      const { id, key } = await addKey(cwd, "kim", "--role", "viewer");
      expect([await ask(), await ask(key)]).toEqual([401, 404]);
      await typeIn(cwd, "key", "revoke", id, "--yes");
      expect([await ask(), await ask(key)]).toEqual([401, 401]);
      cli.kill("SIGINT");
      expect(await cli.ended).toBe(0);
      expect(cli.text().split("\n")).toHaveLength(2);
    },
  );
});

describe("the keys by which plans know their API", () => {
  test(
    "are not made anew when they are gone, and what to do is told",
    { timeout: 240_000 },
    async () => {
      const cwd = createProject("export const tools = [];\n");
      const { key } = await addKey(cwd, "kim", "--role", "admin");
      const start = async () => {
        const cli = runCli(["start"], { cwd });
        const [, url = ""] = await cli.sees(/The API is at (http:\S+)\.\n/);
        await cli.sees(/Holdpoint is running/);
        const stop = async () => {
          cli.kill("SIGINT");
          expect(await cli.ended).toBe(0);
        };
        return { cli, client: createClient(url, { key }), stop };
      };
      const first = await start();
      const ask = {
        id: "ask",
        title: "언제?",
        input_request: { question: "언제?", input_type: "text" },
      };
      const { id } = await first.client.plans.create({ title: "차", todos: [ask] } as NewPlanInput);
      await watchPlan(first.client, id).until((events) => events.at(-1)?.type === "hold.requested");
      await first.stop();

      const file = join(cwd, ".holdpoint", "proof-keys.json");
      renameSync(file, `${file}.away`);
      const refused = await runToEnd(cwd, "start");
      expect([refused.exit, refused.text]).toEqual([1, expect.stringContaining(`${file} is gone`)]);
      expect(refused.text).toContain("HOLDPOINT_PROOF_KEYS is not set");
      expect(refused.text).toContain(`Next: cp <backup>/proof-keys.json ${file}\n`);
      expect(existsSync(file)).toBe(false);

      // Where no copy is left, a new key lets all but the old plans go on.
      const seed = Buffer.alloc(32, 7).toString("base64");
      writeFileSync(file, JSON.stringify({ keys: [{ id: "second", seed }] }));
      const second = await start();
      expect(second.cli.text()).toContain("those that began with it take no command from here");
      const doctor = await runToEnd(cwd, "doctor");
      expect([doctor.exit, doctor.text]).toEqual([
        1,
        expect.stringMatching(/✖ proof keys +Plans know/),
      ]);
      await second.stop();

      renameSync(`${file}.away`, file);
      const third = await start();
      await third.client.holds.decide(`${id}.h1`, { decision: "answer", value: "지금" });
      expect((await runToEnd(cwd, "doctor")).text).toMatch(/✔ proof keys/);
      await third.stop();
    },
  );
});

describe("holdpoint demo", () => {
  const demo = (cwd: string) => runCli(["demo", "--decide", "approve"], { cwd });

  test("goes through with the key in HOLDPOINT_KEY, and ends with 4 without", LONG, async () => {
    const cwd = createFolder();
    const { key } = await addKey(cwd, "kim", "--role", "admin");
    const without = demo(cwd);
    expect([await without.ended, without.text()]).toEqual([
      4,
      expect.stringContaining("HOLDPOINT_KEY"),
    ]);
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv("HOLDPOINT_KEY", key);
    const cli = demo(cwd);
    await cli.sees(/-H "authorization: Bearer \$HOLDPOINT_KEY"/);
    await cli.sees(/kim approved/);
    await cli.sees(/The plan is completed: 100%/);
    expect(await cli.ended).toBe(0);
    expect(cli.text()).not.toContain(key);
  });
});
