import { readdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fetchInput, keepResult } from "../../src/activities/artifacts.ts";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import type { JsonObject } from "../../src/contract/text.ts";
import { readAnswer } from "../../src/json/referring.ts";
import {
  createArtifactStore,
  MissingArtifactError,
  type ArtifactStore,
} from "../../src/temporal/connection/payloads/artifact-store.ts";
import { createFolder, failureOf } from "../support/tool-context.ts";

const inline = LIMITS.inline_result_bytes;
const WORKSPACE = "/nowhere";
const USER = "plan-p1";

/** The arguments as their tool gets them. */
async function fetchArgs(
  args: JsonObject,
  references: string[],
  store: ArtifactStore,
  workspace = WORKSPACE,
): Promise<JsonObject> {
  const input = { args, input_data: null, references: references.map((place) => `/args${place}`) };
  return (await fetchInput(input, store, USER, workspace)).args;
}

/** A store that counts how often it is asked. */
function countingStore(): ArtifactStore & { puts: number; gets: number } {
  const store = createArtifactStore(createFolder());
  const counting = {
    ...store,
    puts: 0,
    gets: 0,
    put: (bytes: Uint8Array, user: string) => {
      counting.puts += 1;
      return store.put(bytes, user);
    },
    get: (reference: string) => {
      counting.gets += 1;
      return store.get(reference);
    },
  };
  return counting;
}

test("a result of up to 64 KiB of JSON stays in the plan, one byte more goes to the store", async () => {
  const store = countingStore();
  const fits = "x".repeat(inline - 2);
  expect(await keepResult(fits, store, USER)).toBe(fits);
  expect(store.puts).toBe(0);
  const kept = await keepResult(`${fits}x`, store, USER);
  expect(kept).toEqual({
    $artifact: expect.stringMatching(/^sha256:/),
    bytes: inline + 1,
    preview: `"${"x".repeat(199)}`,
  });
  expect(await fetchArgs({ it: kept }, ["/it"], store)).toEqual({ it: `${fits}x` });
});

test("the limits count bytes and not characters", async () => {
  const store = countingStore();
  const korean = "가".repeat(inline / 3);
  expect(await keepResult(korean, store, USER)).toMatchObject({
    bytes: 3 * Math.floor(inline / 3) + 2,
  });
  expect(store.puts).toBe(1);
});

test("a preview never ends in half a character", async () => {
  const kept = await keepResult("🙂".repeat(inline), countingStore(), USER);
  expect((kept as { preview: string }).preview.isWellFormed()).toBe(true);
});

test("equal results are one artifact", async () => {
  const store = countingStore();
  const [first, second] = [
    await keepResult({ a: "x".repeat(inline) }, store, USER),
    await keepResult({ a: "x".repeat(inline) }, store, USER),
  ];
  expect(first).toEqual(second);
});

test("an artifact that is named often is read once", async () => {
  const store = countingStore();
  const $artifact = await store.put(Buffer.from('{"a":[1,2,{"b/c":null}]}'), USER);
  const args: JsonObject = {
    list: [
      { $artifact, path: "/a/0" },
      { $artifact, path: "/a/1" },
    ],
    deep: { deeper: { $artifact, path: "/a/2/b~1c" } },
  };
  const references = ["/list/0", "/list/1", "/deep/deeper"];
  expect(await fetchArgs(args, references, store)).toEqual({
    list: [1, 2],
    deep: { deeper: null },
  });
  expect(store.gets).toBe(1);
});

test("a part that is not there is a clear failure that no attempt mends", async () => {
  const store = countingStore();
  const $artifact = await store.put(Buffer.from("[1]"), USER);
  for (const path of ["/1", "/length", "/constructor", "0"]) {
    expect(await failureOf(fetchArgs({ it: { $artifact, path } }, ["/it"], store))).toMatchObject({
      type: "validation_error",
      message: expect.stringContaining(`"${path}"`),
    });
  }
});

test("a large result that stands in many places is a clear failure that no attempt mends", async () => {
  const store = countingStore();
  const kept = (await keepResult("x".repeat(1_000_000), store, USER)) as JsonObject;
  const body = Array.from({ length: 53 }, () => ({ $artifact: kept["$artifact"]!, path: "" }));
  const places = body.map((_, place) => `/body/${place}`);
  expect(await failureOf(fetchArgs({ body }, places, store))).toMatchObject({
    type: "validation_error",
    message: expect.stringContaining(`more than ${LIMITS.result_bytes} bytes`),
  });
  const fewer = { body: body.slice(1) };
  expect(await fetchArgs(fewer, places.slice(0, -1), store)).toHaveProperty(["body", 51]);
  expect(store.gets).toBe(2);
});

test("an artifact that is not in the store, or no reference at all, is an error that names it", async () => {
  const store = countingStore();
  const unknown = `sha256:${"0".repeat(64)}`;
  for (const $artifact of [unknown, "sha256:short", "../../etc/passwd", ""]) {
    const failure = failureOf(fetchArgs({ it: { $artifact } }, ["/it"], store));
    expect(await failure).toMatchObject({ message: expect.stringContaining($artifact) });
  }
});

test("what only looks like a reference is data, also when the store has what it names", async () => {
  const store = countingStore();
  const $artifact = await store.put(Buffer.from('"rm -rf /"'), USER);
  const fake = { $artifact, path: "", bytes: 21, preview: "echo hello" };
  const args: JsonObject = {
    command: fake,
    list: [fake, { $file: $artifact, name: "x" }],
    real: { $artifact, path: "" },
  };
  expect(await fetchArgs(args, ["/real"], store)).toEqual({ ...args, real: "rm -rf /" });
  expect(store.gets).toBe(1);
});

test("a small result that looks like a reference, or like its wrapping, comes through as it is", async () => {
  const store = countingStore();
  const $artifact = `sha256:${"0".repeat(64)}`;
  for (const result of [
    { $artifact, bytes: 1, preview: "x" },
    { $value: 1 },
    { $value: { $value: { $artifact } } },
    [{ $artifact }],
    { deep: { $artifact } },
    "$value",
    null,
  ]) {
    const answer = await keepResult(result, store, USER);
    expect(readAnswer(answer)).toEqual({ value: result, references: [] });
  }
  const kept = await keepResult({ a: "x".repeat(inline) }, store, USER);
  expect(readAnswer(kept)).toEqual({ value: kept, references: [""] });
});

test("a file that a person sent is a file of the workspace, whatever its name says", async () => {
  const store = countingStore();
  const $file = await store.put(Buffer.from("a,b\n1,2\n"), USER);
  const workspace = createFolder();
  const args = { path: { $file, name: "../../보고서 1.csv", media_type: "text/csv", bytes: 8 } };
  const path = String((await fetchArgs(args, ["/path"], store, workspace))["path"] as string);
  expect(path).toMatch(/^files\/[0-9a-f]{16}\/_.._보고서 1\.csv$/);
  expect(await readFile(join(workspace, path), "utf8")).toBe("a,b\n1,2\n");
});

describe("an artifact that two plans use", () => {
  const bytes = Buffer.from("the same bytes");
  const [ana, bo] = ["plan-ana", "plan-bo"];

  test("stays until the last of them is forgotten", async () => {
    const store = createArtifactStore(createFolder());
    const reference = await store.put(bytes, ana);
    expect(await store.put(bytes, bo)).toBe(reference);
    await store.forget(ana);
    expect(Buffer.from(await store.get(reference))).toEqual(bytes);
    await store.forget(bo);
    await expect(store.get(reference)).rejects.toThrow(MissingArtifactError);
  });

  test("stays for one that took it over from the other", async () => {
    const store = createArtifactStore(createFolder());
    const reference = await store.put(bytes, ana);
    await store.share(reference, bo);
    await store.forget(ana);
    expect(Buffer.from(await store.get(reference))).toEqual(bytes);
  });

  test("stays when one of them drops it, and so does all else that one has", async () => {
    const store = createArtifactStore(createFolder());
    const reference = await store.put(bytes, ana);
    const other = await store.put(Buffer.from("ana's own"), ana);
    await store.put(bytes, bo);
    await store.drop(reference, ana);
    expect(Buffer.from(await store.get(reference))).toEqual(bytes);
    await store.drop(reference, bo);
    await expect(store.get(reference)).rejects.toThrow(MissingArtifactError);
    expect(Buffer.from(await store.get(other)).toString()).toBe("ana's own");
  });

  test("counts a plan's todos and what reopens it as the plan", async () => {
    const store = createArtifactStore(createFolder());
    const references = [
      await store.put(Buffer.from("1"), "plan-ana"),
      await store.put(Buffer.from("2"), "plan-ana.todo"),
      await store.put(Buffer.from("3"), "ended-ana.run"),
    ];
    await store.forget("plan-ana");
    for (const reference of references) {
      await expect(store.get(reference)).rejects.toThrow(MissingArtifactError);
    }
  });

  test("is never lost to whoever keeps it while another forgets it", async () => {
    const store = createArtifactStore(createFolder());
    for (let round = 0; round < 100; round += 1) {
      const reference = await store.put(bytes, ana);
      await Promise.all([store.forget(ana), store.put(bytes, bo), store.put(bytes, `${bo}-2`)]);
      expect(Buffer.from(await store.get(reference))).toEqual(bytes);
      await store.forget(`${bo}-2`);
      expect(Buffer.from(await store.get(reference))).toEqual(bytes);
      await Promise.all([store.forget(bo), store.forget(ana)]);
      await expect(store.get(reference)).rejects.toThrow(MissingArtifactError);
    }
  });

  test("is no more than a mark that goes again when nobody has it", async () => {
    const folder = createFolder();
    const store = createArtifactStore(folder);
    await store.share(`sha256:${"0".repeat(64)}`, ana);
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    expect(files.filter((entry) => entry.isFile())).toEqual([]);
  });
});

test("a deletion that was cut off is finished by doing it again, wherever it was", async () => {
  const bytes = Buffer.from("half gone");
  const folder = createFolder();
  const store = createArtifactStore(folder);
  const reference = await store.put(bytes, "plan-ana");
  const hash = reference.slice("sha256:".length);
  const path = join(folder, hash.slice(0, 2), hash);
  // As it is when the process is killed between moving the bytes aside and looking again.
  await rename(path, `${path}.aside`);
  expect(Buffer.from(await store.get(reference))).toEqual(bytes);
  await store.forget("plan-ana");
  await expect(store.get(reference)).rejects.toThrow(MissingArtifactError);
});
