import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Key } from "../../src/contract/service/key.ts";
import { createFolder, createProject } from "./support/folders.ts";
import { runCli } from "./support/run-cli.ts";

/** Starts take seconds, and a busy machine makes them many. */
const LONG = { timeout: 120_000 };

interface Ended {
  readonly exit: number | NodeJS.Signals;
  readonly text: string;
}

async function holdpoint(cwd: string, ...args: string[]): Promise<Ended> {
  const cli = runCli(args, { cwd });
  return { exit: await cli.ended, text: cli.text() };
}

async function add(cwd: string, ...args: string[]): Promise<Key & { key: string }> {
  const { exit, text } = await holdpoint(cwd, "key", "add", ...args, "--json");
  expect(exit, text).toBe(0);
  return JSON.parse(/^\{.*\}$/m.exec(text)![0]) as Key & { key: string };
}

describe("holdpoint key", () => {
  test("makes a key that is shown once, lists it, and revokes it", async () => {
    const cwd = createFolder();
    expect((await holdpoint(cwd, "key", "list")).text).toContain("There are no keys");
    const made = await holdpoint(cwd, "key", "add", "김민지", "--role", "approver");
    expect(made.exit).toBe(0);
    const [written = ""] = /^hp_\S+$/m.exec(made.text) ?? [];
    const id = written.split("_")[1]!;
    expect(made.text).toContain(`Key ${id} for 김민지: approver, never expires.`);
    expect(made.text).toContain("From now on, every request");
    expect(made.text).toContain("nobody can do more than approver may");
    expect(made.text).toContain("holdpoint key add <name> --role admin");
    const file = join(cwd, ".holdpoint", "keys.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).not.toContain(written);

    const listed = await holdpoint(cwd, "key", "list");
    expect(listed.text).toMatch(
      new RegExp(`${id} +active +approver +…${written.slice(-4)} +never`),
    );
    expect(listed.text).not.toContain(written);

    expect((await holdpoint(cwd, "key", "revoke", id)).exit).toBe(0);
    expect((await holdpoint(cwd, "key", "list")).text).toMatch(new RegExp(`${id} +revoked`));
    const again = await holdpoint(cwd, "key", "revoke", id);
    expect([again.exit, again.text]).toEqual([0, expect.stringContaining("and no longer works.")]);
  });

  test("says nothing of other keys when the first may do everything, or when it is not the first", async () => {
    const cwd = createFolder();
    for (const args of [
      ["kim", "--role", "viewer", "--role", "admin"],
      ["lee", "--role", "viewer"],
    ]) {
      const { exit, text } = await holdpoint(cwd, "key", "add", ...args);
      expect([exit, text.includes("--role admin")]).toEqual([0, false]);
    }
  });

  test("writes JSON that says when a key ends, and nothing to check it with", async () => {
    const cwd = createFolder();
    const kim = await add(
      cwd,
      "kim",
      "--role",
      "operator",
      "--role",
      "approver",
      "--expires",
      "4w",
    );
    const days = (Date.parse(kim.expires_at!) - Date.parse(kim.created_at)) / 86_400_000;
    expect([kim.roles, days]).toEqual([["operator", "approver"], 28]);
    await add(cwd, "lee", "--role", "viewer");
    const { text } = await holdpoint(cwd, "key", "list", "--json");
    const { key, ...known } = kim;
    expect(JSON.parse(text)).toMatchObject([
      { ...known, state: "active" },
      { name: "lee", roles: ["viewer"], expires_at: null, state: "active" },
    ]);
    expect(text).not.toMatch(/hash|hp_/);
    expect(text).not.toContain(key);
  });

  test.each([
    ["no role", ["kim"], "--role"],
    ["a role that is not there", ["kim", "--role", "root"], "viewer|operator|approver|admin"],
    ["no name", ["--role", "admin"], "name"],
    ["a name of two words", ["a b", "--role", "admin"], "must be letters"],
    ["a name of Holdpoint's own", ["Holdpoint", "--role", "admin"], "uses itself"],
    ["a time without a unit", ["kim", "--role", "admin", "--expires", "30"], "30d"],
    ["no time", ["kim", "--role", "admin", "--expires", "0d"], "30d"],
    ["too long a time", ["kim", "--role", "admin", "--expires", "3651d"], "3650d"],
  ])("adds none for %s", async (_what, args, told) => {
    const cwd = createFolder();
    const { exit, text } = await holdpoint(cwd, "key", "add", ...args);
    expect([exit, text]).toEqual([2, expect.stringContaining(told)]);
    expect(existsSync(join(cwd, ".holdpoint"))).toBe(false);
  });

  test("says where to look when there is no such key, in Korean, too", async () => {
    const revoke = ["key", "revoke", "0123456789"];
    const [en, ko] = await Promise.all([
      holdpoint(createFolder(), ...revoke),
      holdpoint(createFolder(), ...revoke, "--lang", "ko"),
    ]);
    expect([en.exit, en.text]).toEqual([1, expect.stringContaining("holdpoint key list")]);
    expect([ko.exit, ko.text]).toEqual([
      1,
      "✖ 그런 키가 없습니다: 0123456789.\n다음: holdpoint key list\n",
    ]);
  });

  test("leaves a damaged file as it is and names it", async () => {
    const cwd = createFolder();
    await add(cwd, "kim", "--role", "admin");
    const file = join(cwd, ".holdpoint", "keys.json");
    writeFileSync(file, "{");
    for (const args of [["list"], ["add", "lee", "--role", "admin"], ["revoke", "0123456789"]]) {
      const { exit, text } = await holdpoint(cwd, "key", ...args);
      expect([exit, text]).toEqual([1, expect.stringContaining(file)]);
    }
    expect(readFileSync(file, "utf8")).toBe("{");
  });
});

describe("holdpoint start", () => {
  test("does not open the API to others while there is no valid key", async () => {
    const cwd = createFolder();
    const config = `export default { api: { host: "0.0.0.0", port: 0 } };`;
    writeFileSync(join(cwd, "holdpoint.config.mjs"), config);
    const { exit, text } = await holdpoint(cwd, "start");
    expect([exit, text]).toEqual([1, expect.stringContaining("holdpoint key add")]);
    expect(text).toContain("0.0.0.0");
    // Nothing was started that had to be stopped again.
    expect(existsSync(join(cwd, ".holdpoint"))).toBe(false);
    const { id } = await add(cwd, "kim", "--role", "admin");
    await holdpoint(cwd, "key", "revoke", id);
    const again = await holdpoint(cwd, "start");
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
      const { id, key } = await add(cwd, "kim", "--role", "viewer");
      expect([await ask(), await ask(key)]).toEqual([401, 404]);
      await holdpoint(cwd, "key", "revoke", id);
      expect([await ask(), await ask(key)]).toEqual([401, 401]);
      cli.kill("SIGINT");
      expect(await cli.ended).toBe(0);
      expect(cli.text().split("\n")).toHaveLength(2);
    },
  );
});

describe("holdpoint demo", () => {
  const demo = (cwd: string) => runCli(["demo", "--decide", "approve"], { cwd });

  test("goes through with the key in HOLDPOINT_KEY, and ends with 4 without", LONG, async () => {
    const cwd = createFolder();
    const { key } = await add(cwd, "kim", "--role", "admin");
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
    await cli.sees(/The plan is completed: 100 %/);
    expect(await cli.ended).toBe(0);
    expect(cli.text()).not.toContain(key);
  });
});
