import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, Connection } from "@temporalio/client";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { PASSING_PAYLOAD } from "../../src/contract/tables/temporal-names.ts";
import { createArtifactStore } from "../../src/temporal/connection/payloads/artifact-store.ts";
import { createDataConverter } from "../../src/temporal/connection/payloads/data-converter.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "holdpoint-converter-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("large payloads", () => {
  test("meet one protobufjs, however many packages bring it", () => {
    const from = (packageName: string): string =>
      createRequire(createRequire(import.meta.url).resolve(packageName)).resolve("protobufjs");
    const copies = ["@temporalio/common", "@temporalio/proto", "@temporalio/worker"].map(from);
    expect(new Set([...copies, createRequire(import.meta.url).resolve("protobufjs")]).size).toBe(1);
  });

  test("go to the artifact store and come back whole", async () => {
    const artifacts = createArtifactStore(folder);
    const kept: string[] = [];
    const connection = await Connection.connect({ address: inject("temporalAddress") });
    const client = new Client({
      connection,
      namespace: inject("temporalNamespace"),
      dataConverter: createDataConverter({
        ...artifacts,
        put: async (bytes, user) => {
          const reference = await artifacts.put(bytes, user);
          kept.push(reference);
          return reference;
        },
      }),
    });
    const memo = { small: "작은 글", large: "큰 글 ".repeat(50_000) };
    const workflowId = `large-${process.pid}-${Date.now()}`;
    const handle = await client.workflow.start("nothing", {
      taskQueue: workflowId,
      workflowId,
      memo,
    });
    expect(kept).toHaveLength(1);
    expect((await handle.describe()).memo).toEqual(memo);
    await handle.terminate();
    await connection.close();
  });
});

test("a large answer to a query is not kept: nobody would ever delete it", async () => {
  const { externalStorage } = createDataConverter(createArtifactStore(folder));
  const data = new Uint8Array(100_000);
  const encoding = new TextEncoder().encode("json/plain");
  const chosen = (metadata: Record<string, Uint8Array>, length = data.length) =>
    externalStorage?.driverSelector({}, { metadata, data: new Uint8Array(length) });
  const passing = { encoding, [PASSING_PAYLOAD]: new Uint8Array([1]) };
  expect(chosen({ encoding })).not.toBeNull();
  expect(chosen(passing)).toBeNull();
  // Temporal itself would refuse it.
  expect(chosen(passing, 1_900_000)).not.toBeNull();
});
