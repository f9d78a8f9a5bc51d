import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { defaultPayloadConverter, type FailureConverter, type Payload } from "@temporalio/common";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { LOCKED_PAYLOAD, TASK_TO_COME } from "../../src/contract/tables/temporal-names.ts";
import { loadConfig } from "../../src/runtime/config.ts";
import { createArtifactStore } from "../../src/temporal/connection/payloads/artifact-store.ts";
import { createDataConverter } from "../../src/temporal/connection/payloads/data-converter.ts";
import { createEncryptionCodec } from "../../src/temporal/connection/payloads/encryption-codec.ts";
import {
  readEncryptionKeys,
  type EncryptionKeys,
} from "../../src/temporal/connection/payloads/encryption-keys.ts";
import { sealArtifacts } from "../../src/temporal/connection/payloads/sealed-artifacts.ts";

const base64 = (fill: number): string => Buffer.alloc(32, fill).toString("base64");
const keys = (...ids: readonly string[]): EncryptionKeys =>
  readEncryptionKeys({
    HOLDPOINT_ENCRYPTION_KEYS: ids.map((id) => `${id}:${base64(id.charCodeAt(0))}`).join(","),
  });
const at = (workflowId: string) =>
  ({ type: "workflow", namespace: "default", workflowId }) as const;

async function encrypt(
  with_: EncryptionKeys,
  value: unknown,
  workflowId: string,
): Promise<Payload> {
  const payload = defaultPayloadConverter.toPayload(value);
  return (await createEncryptionCodec(with_).encode([payload], at(workflowId)))[0]!;
}

async function decrypt(with_: EncryptionKeys, payload: Payload, workflowId: string) {
  const [read] = await createEncryptionCodec(with_).decode([payload], at(workflowId));
  const encoding = Buffer.from(read!.metadata!["encoding"]!).toString();
  return encoding.startsWith("holdpoint/locked")
    ? encoding
    : defaultPayloadConverter.fromPayload(read!);
}

describe("keys", () => {
  test("come from the environment, or from a file that it names", () => {
    const folder = mkdtempSync(join(tmpdir(), "holdpoint-keys-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "keys");
    writeFileSync(file, `new:${base64(1)}\nold:${base64(2)}\n`);
    const read = readEncryptionKeys({ HOLDPOINT_ENCRYPTION_KEYS_FILE: file });
    expect([...read.keys()]).toEqual(["new", "old"]);
    expect(readEncryptionKeys({}).size).toBe(0);
  });

  test("that an empty file should hold are refused, and plain text is not written instead", () => {
    const folder = mkdtempSync(join(tmpdir(), "holdpoint-keys-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "keys");
    writeFileSync(file, "");
    const read = () => readEncryptionKeys({ HOLDPOINT_ENCRYPTION_KEYS_FILE: file });
    expect(read).toThrow(new Error("it is empty"));
    // A variable without a value is as good as none.
    const unset = { HOLDPOINT_ENCRYPTION_KEYS: "", HOLDPOINT_ENCRYPTION_KEYS_FILE: "" };
    expect(readEncryptionKeys(unset).size).toBe(0);
  });

  test.each([
    ["HOLDPOINT_ENCRYPTION_KEYS_FILE", "/nowhere/keys", /ENOENT/],
    ["HOLDPOINT_ENCRYPTION_KEYS", "x", /entry 1 is no id:base64/],
  ])(
    "that cannot be read stop the start with %s, which names them",
    async (variable, value, why) => {
      vi.stubEnv(variable, value);
      onTestFinished(() => void vi.unstubAllEnvs());
      const error = await loadConfig(tmpdir()).catch((refused: Error) => refused);
      const text = (error as Error).message;
      expect(text.split(" ")[0]).toBe(variable);
      expect(text).toMatch(why);
    },
  );

  test.each([
    ["without an id", base64(1), "entry 1 is no id:base64"],
    ["that is too short", `a:${base64(1)},b:c2hvcnQ=`, "entry 2 is no id:base64"],
    ["that is there twice", `a:${base64(1)},a:${base64(2)}`, 'the id "a" is there twice'],
    ["that is only white space", " ", "it is empty"],
  ])("a key %s is refused, and not repeated", (_, text, why) => {
    expect(() => readEncryptionKeys({ HOLDPOINT_ENCRYPTION_KEYS: text })).toThrow(new Error(why));
  });
});

describe("a payload", () => {
  test("is read with its key, whichever key encrypts now", async () => {
    const payload = await encrypt(keys("a"), { note: "비밀" }, "plan-1");
    expect(Buffer.from(payload.data!).includes("note")).toBe(false);
    expect(await decrypt(keys("c", "b", "a"), payload, "plan-1")).toEqual({ note: "비밀" });
    expect(await decrypt(keys("c", "b"), payload, "plan-1")).toBe("holdpoint/locked:a");
  });

  test("is never encrypted alike", async () => {
    const [one, two] = [await encrypt(keys("a"), "x", "p"), await encrypt(keys("a"), "x", "p")];
    expect(one.data).not.toEqual(two.data);
  });

  test("that was copied to another plan, or changed, cannot be read", async () => {
    const payload = await encrypt(keys("a"), "approve", "plan-1");
    expect(await decrypt(keys("a"), payload, "plan-2")).toBe("holdpoint/locked:a");
    const renamed = { ...payload.metadata, "encryption-owner": Buffer.from("default/plan-2") };
    expect(await decrypt(keys("a"), { ...payload, metadata: renamed }, "plan-2")).toMatch("locked");
    for (const place of [0, 12, payload.data!.length - 1]) {
      const data = Uint8Array.from(payload.data!);
      data[place]! ^= 1;
      expect(await decrypt(keys("a"), { ...payload, data }, "plan-1")).toMatch("locked");
    }
    const short = { ...payload, data: new Uint8Array(3) };
    expect(await decrypt(keys("a"), short, "plan-1")).toBe("holdpoint/locked:a");
  });

  test("that a schedule hands on is read by each workflow that it starts, and by no other", async () => {
    const payload = await encrypt(keys("a"), "given", "scheduled-daily");
    const id = "scheduled-daily-2026-11-22T09:00:00Z";
    expect(await decrypt(keys("a"), payload, id)).toBe("given");
    expect(await decrypt(keys("a"), payload, "scheduled-dailyish")).toBe("holdpoint/locked:a");
  });

  test("from before the keys is read as it is", async () => {
    const payload = defaultPayloadConverter.toPayload("plain")!;
    expect(await decrypt(keys("a"), payload, "plan-1")).toBe("plain");
  });
});

describe("an artifact", () => {
  function createFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), "holdpoint-sealed-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    return folder;
  }
  const filesIn = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.match(/users/))
      .map((entry) => join(entry.parentPath, entry.name));

  test("is kept once and encrypted, under a name that its content does not tell", async () => {
    const folder = createFolder();
    const plain = createArtifactStore(createFolder());
    const store = sealArtifacts(createArtifactStore(folder), keys("a"));
    const bytes = Buffer.from("a text that somebody could guess");
    const reference = await store.put(bytes, "plan-1");
    expect(await store.put(bytes, "plan-2")).toBe(reference);
    expect(await store.get(reference)).toEqual(bytes);
    const files = filesIn(folder);
    expect(files).toHaveLength(1);
    expect(readFileSync(files[0]!).includes("somebody")).toBe(false);
    expect(reference).not.toBe(await plain.put(bytes, "plan-1"));
  });

  test("is read after the keys were changed, also one from before there were any", async () => {
    const folder = createFolder();
    const open = (...ids: string[]) => sealArtifacts(createArtifactStore(folder), keys(...ids));
    const old = await createArtifactStore(folder).put(Buffer.from("old"), "u");
    const first = await open("a").put(Buffer.from("first"), "u");
    expect(Buffer.from(await open("b", "a").get(old)).toString()).toBe("old");
    expect(Buffer.from(await open("b", "a").get(first)).toString()).toBe("first");
    const locked = open("b").get(first);
    await expect(locked).rejects.toThrow('cannot be decrypted with key "a"');
    await expect(locked).rejects.toMatchObject({ name: "LockedArtifactError", keyId: "a" });
  });

  test("that looks like an encrypted one comes back as it was", async () => {
    const store = sealArtifacts(createArtifactStore(createFolder()), keys("a"));
    const bytes = Buffer.from("holdpoint-sealed a\nnothing");
    expect(await store.get(await store.put(bytes, "u"))).toEqual(bytes);
  });
});

describe("a failure of a worker that has keys", () => {
  async function messageOf(error: Error): Promise<string | null | undefined> {
    const converter = createDataConverter(createArtifactStore(tmpdir()), keys("a"));
    const path = pathToFileURL(converter.failureConverterPath!).href;
    const { failureConverter } = (await import(path)) as { failureConverter: FailureConverter };
    return failureConverter.errorToFailure(error, defaultPayloadConverter).message;
  }

  test.each([
    "Workflow did not register a handler for plan. Registered queries: [__stack_trace]",
    `Unknown encoding: ${LOCKED_PAYLOAD}a`,
    "Script execution timed out after 5000ms",
    "Received workflow activation for an untracked workflow with no init workflow job",
    TASK_TO_COME,
  ])("says in plain text what the API goes by: %s", async (message) => {
    expect(await messageOf(new Error(message))).toBe(message);
  });

  test.each([
    ["anything else", new Error("Transfer to Kim failed")],
    ["what something of a plan caused", new Error(TASK_TO_COME, { cause: new Error("Kim") })],
  ])("hides the rest: %s", async (_, error) => {
    expect(await messageOf(error)).toBe("Encoded failure");
  });
});
