import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createFolder } from "./support/folders.ts";
import { addKey, typeIn } from "./support/keys.ts";

describe("holdpoint key", () => {
  test("makes a key that is shown once, lists it, and revokes it", async () => {
    const cwd = createFolder();
    expect((await typeIn(cwd, "key", "list")).text).toContain("There are no keys");
    const made = await typeIn(cwd, "key", "add", "김민지", "--role", "approver");
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

    const listed = await typeIn(cwd, "key", "list");
    expect(listed.text).toMatch(
      new RegExp(`${id} +active +approver +- +…${written.slice(-4)} +never`),
    );
    expect(listed.text).not.toContain(written);

    const asks = await typeIn(cwd, "key", "revoke", id);
    expect([asks.exit, asks.text]).toEqual([
      2,
      expect.stringContaining(`Next: holdpoint key revoke ${id} --yes\n`),
    ]);
    expect((await typeIn(cwd, "key", "revoke", id, "--yes")).exit).toBe(0);
    expect((await typeIn(cwd, "key", "list")).text).toMatch(new RegExp(`${id} +revoked`));
    const again = await typeIn(cwd, "key", "revoke", id);
    expect([again.exit, again.text]).toEqual([0, expect.stringContaining("and no longer works.")]);
  });

  test("puts its owner into groups of approvers, under names that plans can write", async () => {
    const cwd = createFolder();
    const args = ["--role", "approver", "--group", "release", "--group", "운영"];
    const made = await typeIn(cwd, "key", "add", "kim", ...args);
    expect(made.text).toContain("It is in these groups: release, 운영.");
    expect((await typeIn(cwd, "key", "list")).text).toMatch(/approver +release,운영 +…/);
    const wrong = await typeIn(
      cwd,
      "key",
      "add",
      "lee",
      "--role",
      "approver",
      "--group",
      "@release",
    );
    expect([wrong.exit, wrong.text]).toEqual([2, expect.stringContaining("letters, digits")]);
    const { groups } = await addKey(cwd, "lee", ...args.slice(0, 4), "--group", "release");
    expect(groups).toEqual(["release"]);
  });

  test("says nothing of other keys when the first may do everything, or when it is not the first", async () => {
    const cwd = createFolder();
    for (const args of [
      ["kim", "--role", "viewer", "--role", "admin"],
      ["lee", "--role", "viewer"],
    ]) {
      const { exit, text } = await typeIn(cwd, "key", "add", ...args);
      expect([exit, text.includes("--role admin")]).toEqual([0, false]);
    }
  });

  test("writes JSON that says when a key ends, and nothing to check it with", async () => {
    const cwd = createFolder();
    const kim = await addKey(
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
    await addKey(cwd, "lee", "--role", "viewer");
    const { text } = await typeIn(cwd, "key", "list", "--json");
    const { key, ...known } = kim;
    expect(JSON.parse(text)).toMatchObject([
      { ...known, state: "active" },
      { name: "lee", roles: ["viewer"], expires_at: null, state: "active" },
    ]);
    expect(text).not.toMatch(/hash|hp_/);
    expect(text).not.toContain(key);
  });

  test.each([
    ["no role", ["kim"], "--role is missing.\n"],
    ["a role without a name", ["kim", "--role"], "--role needs a value.\n"],
    ["a role that is not there", ["kim", "--role", "root"], "viewer|operator|approver|admin"],
    ["no name", ["--role", "admin"], "name"],
    ["a name of two words", ["a b", "--role", "admin"], "must be letters"],
    ["a name of Holdpoint's own", ["Holdpoint", "--role", "admin"], "uses itself"],
    ["the word for oneself", ["me", "--role", "admin"], "uses itself"],
    ["a time without a unit", ["kim", "--role", "admin", "--expires", "30"], "30d"],
    ["no time", ["kim", "--role", "admin", "--expires", "0d"], "30d"],
    ["too long a time", ["kim", "--role", "admin", "--expires", "3651d"], "3650d"],
  ])("adds none for %s", async (_what, args, told) => {
    const cwd = createFolder();
    const { exit, text } = await typeIn(cwd, "key", "add", ...args);
    expect([exit, text]).toEqual([2, expect.stringContaining(told)]);
    expect(existsSync(join(cwd, ".holdpoint"))).toBe(false);
  });

  test("says where to look when there is no such key, in Korean, too", async () => {
    const revoke = ["key", "revoke", "0123456789"];
    const [en, ko] = await Promise.all([
      typeIn(createFolder(), ...revoke),
      typeIn(createFolder(), ...revoke, "--lang", "ko"),
    ]);
    expect([en.exit, en.text]).toEqual([1, expect.stringContaining("holdpoint key list")]);
    expect([ko.exit, ko.text]).toEqual([
      1,
      "✖ 그런 키가 없습니다: 0123456789.\n다음: holdpoint key list\n",
    ]);
  });

  test("leaves a damaged file as it is and names it", async () => {
    const cwd = createFolder();
    await addKey(cwd, "kim", "--role", "admin");
    const file = join(cwd, ".holdpoint", "keys.json");
    writeFileSync(file, "{");
    for (const args of [["list"], ["add", "lee", "--role", "admin"], ["revoke", "0123456789"]]) {
      const { exit, text } = await typeIn(cwd, "key", ...args);
      expect([exit, text]).toEqual([1, expect.stringContaining(file)]);
    }
    expect(readFileSync(file, "utf8")).toBe("{");
  });
});
