import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createKeyStore, KeyFileError, type NewKey } from "../../src/api/auth/key-store.ts";

const AT = "2026-11-20T12:00:00.000Z";
const admin = (name: string): NewKey => ({
  name,
  roles: ["admin"],
  created_at: AT,
  expires_at: null,
});

/** A path in a folder that is not there yet. */
function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "holdpoint-keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "data", "keys.json");
}

describe("the file of keys", () => {
  test("is its owner's alone, and holds no key in the clear", async () => {
    const path = newPath();
    const keys = createKeyStore(path);
    const { key, written } = await keys.add(admin("kim"));
    expect(written).toMatch(/^hp_[0-9a-f]{10}_[A-Za-z0-9_-]{43}$/);
    await keys.add(admin("lee"));
    await keys.revoke(key.id, AT);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const content = readFileSync(path, "utf8");
    expect(content).toContain(key.id);
    expect(content).not.toContain(written);
    expect(content).not.toContain(written.slice(-20));
    expect(JSON.stringify(await keys.list())).not.toContain("hash");
  });

  test("lets in whoever had a name before it was taken, and gives it to nobody else", async () => {
    const path = newPath();
    const { written } = await createKeyStore(path).add(admin("kim"));
    writeFileSync(path, readFileSync(path, "utf8").replace('"kim"', '"me"'));
    const keys = createKeyStore(path);
    expect(await keys.find(written)).toMatchObject({ name: "me", roles: ["admin"] });
    await expect(keys.add(admin("me"))).rejects.toThrow("key_name_taken");
    expect(await keys.list()).toHaveLength(1);
  });

  test("keeps every key that several processes add at the same time", async () => {
    const path = newPath();
    const stores = Array.from({ length: 8 }, () => createKeyStore(path));
    const added = await Promise.all(
      stores.flatMap((store, place) => [
        store.add(admin(`kim-${place}`)),
        store.add(admin(`lee-${place}`)),
      ]),
    );
    const kept = new Set((await createKeyStore(path).list()).map(({ id }) => id));
    expect(kept).toEqual(new Set(added.map(({ key }) => key.id)));
    for (const { key, written } of added) expect(await stores[0]!.find(written)).toEqual(key);
    expect(readdirSync(join(path, ".."))).toEqual(["keys.json"]);
  });

  test("that is damaged is left as it is", async () => {
    const path = newPath();
    const keys = createKeyStore(path);
    const { key } = await keys.add(admin("kim"));
    const damaged = readFileSync(path, "utf8").slice(0, -10);
    writeFileSync(path, damaged);
    const attempts = [
      () => keys.add(admin("lee")),
      () => keys.revoke(key.id, AT),
      () => keys.list(),
      () => keys.inUse(),
      () => keys.find("hp_"),
    ];
    for (const attempt of attempts) {
      const error = await attempt().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(KeyFileError);
      expect(String(error)).toContain(path);
    }
    expect(readFileSync(path, "utf8")).toBe(damaged);
    expect(readdirSync(join(path, ".."))).toEqual(["keys.json"]);
  });
});

describe("a key", () => {
  test("stays revoked since the first time", async () => {
    const keys = createKeyStore(newPath());
    const { key } = await keys.add(admin("kim"));
    expect(await keys.revoke(key.id, AT)).toEqual({ ...key, revoked_at: AT });
    const again = await keys.revoke(key.id, "2027-01-01T00:00:00.000Z");
    expect(again).toEqual({ ...key, revoked_at: AT });
    expect(await keys.list()).toEqual([again]);
  });

  test.each(["", "0123456789", "__proto__", "hp_"])("with the id %j is not there", async (id) => {
    const keys = createKeyStore(newPath());
    await keys.add(admin("kim"));
    expect(await keys.revoke(id, AT)).toBeNull();
  });

  test.each([
    "",
    " ",
    "a b",
    "-kim",
    "kim\n",
    "kim\u0000",
    "a\u202eb",
    "k\u200bim",
    "policy:on_timeout",
    "holdpoint",
    "Temporal",
    "LOCAL-OPERATOR",
    "x".repeat(65),
  ])("cannot be called %j", async (name) => {
    const keys = createKeyStore(newPath());
    await expect(keys.add(admin(name))).rejects.toThrow(/key_name_(?:long|signs|taken)/);
    expect(await keys.list()).toEqual([]);
  });

  test.each(["kim", "kim@example.org", "김민지", "deploy-bot.2", "7", "é"])(
    "may be called %j",
    async (name) => {
      const keys = createKeyStore(newPath());
      const { written } = await keys.add(admin(name));
      expect((await keys.find(written))?.name).toBe(name);
    },
  );

  test("of one person has one name, however its letters are composed", async () => {
    const keys = createKeyStore(newPath());
    const names = ["김민지".normalize("NFD"), "김민지"];
    for (const name of names) await keys.add(admin(name));
    expect((await keys.list()).map(({ name }) => name)).toEqual(["김민지", "김민지"]);
  });
});
