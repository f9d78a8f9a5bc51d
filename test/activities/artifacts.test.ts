import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fetchArtifacts, keepResult } from "../../src/activities/artifacts.ts";
import type { JsonObject } from "../../src/contract/text.ts";
import { LIMITS } from "../../src/contract/vocabulary.ts";
import { createArtifactStore, type ArtifactStore } from "../../src/temporal/artifact-store.ts";
import { createFolder, failureOf } from "../support/tool-context.ts";

const inline = LIMITS.inline_result_bytes;
const WORKSPACE = "/nowhere";

/** A store that counts how often it is asked. */
function countingStore(): ArtifactStore & { puts: number; gets: number } {
  const store = createArtifactStore(createFolder());
  const counting = {
    puts: 0,
    gets: 0,
    put: (bytes: Uint8Array) => {
      counting.puts += 1;
      return store.put(bytes);
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
  expect(await keepResult(fits, store)).toBe(fits);
  expect(store.puts).toBe(0);
  const kept = await keepResult(`${fits}x`, store);
  expect(kept).toEqual({
    $artifact: expect.stringMatching(/^sha256:/),
    bytes: inline + 1,
    preview: `"${"x".repeat(199)}`,
  });
  expect(await fetchArtifacts({ it: kept }, store, WORKSPACE)).toEqual({ it: `${fits}x` });
});

test("the limits count bytes and not characters", async () => {
  const store = countingStore();
  const korean = "가".repeat(inline / 3);
  expect(await keepResult(korean, store)).toMatchObject({
    bytes: 3 * Math.floor(inline / 3) + 2,
  });
  expect(store.puts).toBe(1);
});

test("a preview never ends in half a character", async () => {
  const kept = await keepResult("🙂".repeat(inline), countingStore());
  expect((kept as { preview: string }).preview.isWellFormed()).toBe(true);
});

test("equal results are one artifact", async () => {
  const store = countingStore();
  const [first, second] = [
    await keepResult({ a: "x".repeat(inline) }, store),
    await keepResult({ a: "x".repeat(inline) }, store),
  ];
  expect(first).toEqual(second);
});

test("an artifact that is named often is read once", async () => {
  const store = countingStore();
  const $artifact = await store.put(Buffer.from('{"a":[1,2,{"b/c":null}]}'));
  const args: JsonObject = {
    list: [
      { $artifact, path: "/a/0" },
      { $artifact, path: "/a/1" },
    ],
    deep: { deeper: { $artifact, path: "/a/2/b~1c" } },
  };
  expect(await fetchArtifacts(args, store, WORKSPACE)).toEqual({
    list: [1, 2],
    deep: { deeper: null },
  });
  expect(store.gets).toBe(1);
});

test("a part that is not there is a clear failure that no attempt mends", async () => {
  const store = countingStore();
  const $artifact = await store.put(Buffer.from("[1]"));
  for (const path of ["/1", "/length", "/constructor", "0"]) {
    expect(
      await failureOf(fetchArtifacts({ it: { $artifact, path } }, store, WORKSPACE)),
    ).toMatchObject({
      type: "validation_error",
      message: expect.stringContaining(`"${path}"`),
    });
  }
});

test("an artifact that is not in the store, or no reference at all, is an error that names it", async () => {
  const store = countingStore();
  const unknown = `sha256:${"0".repeat(64)}`;
  for (const $artifact of [unknown, "sha256:short", "../../etc/passwd", ""]) {
    const failure = failureOf(fetchArtifacts({ it: { $artifact } }, store, WORKSPACE));
    expect(await failure).toMatchObject({ message: expect.stringContaining($artifact) });
  }
});

test("what only looks like a reference is left as it is", async () => {
  const args: JsonObject = { a: { $artifact: 7 }, b: { $Artifact: "sha256:" }, c: null, d: [] };
  expect(await fetchArtifacts(args, countingStore(), WORKSPACE)).toEqual(args);
});

test("a file that a person sent is a file of the workspace, whatever its name says", async () => {
  const store = countingStore();
  const $file = await store.put(Buffer.from("a,b\n1,2\n"));
  const workspace = createFolder();
  const args = { path: { $file, name: "../../보고서 1.csv", media_type: "text/csv", bytes: 8 } };
  const path = String((await fetchArtifacts(args, store, workspace))["path"] as string);
  expect(path).toMatch(/^files\/[0-9a-f]{16}\/_.._보고서 1\.csv$/);
  expect(await readFile(join(workspace, path), "utf8")).toBe("a,b\n1,2\n");
});
