import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { setUpTemporal } from "../../src/runtime/set-up-temporal.ts";
import {
  createArtifactStore,
  MissingArtifactError,
  UnavailableArtifactsError,
  type ArtifactStore,
} from "../../src/temporal/connection/payloads/artifact-store.ts";
import { readKeyList } from "../../src/temporal/connection/payloads/encryption-keys.ts";
import { createS3Artifacts } from "../../src/temporal/connection/payloads/s3-artifacts.ts";
import { openBucket, type Bucket } from "../../src/temporal/connection/payloads/s3-bucket.ts";
import { sealArtifacts } from "../../src/temporal/connection/payloads/sealed-artifacts.ts";
import { signRequest } from "../../src/temporal/connection/payloads/sign-request.ts";
import { createProject } from "../cli/support/folders.ts";
import { runCli } from "../cli/support/run-cli.ts";
import { encryptionKey } from "../support/encryption-key.ts";
import { startS3Server, type S3Server } from "../support/s3-server.ts";
import { createFolder } from "../support/tool-context.ts";

let server: S3Server;
let buckets = 0;
beforeAll(async () => {
  server = await startS3Server();
}, 300_000);
afterAll(() => server?.stop());

interface Made {
  readonly store: ArtifactStore;
  readonly bucket: Bucket;
  readonly name: string;
}

async function makeBucketStore(): Promise<Made> {
  buckets += 1;
  const name = `plans-${buckets}`;
  await server.makeBucket(name);
  const place = { bucket: name, region: "us-east-1", endpoint: server.endpoint, prefix: "hp/" };
  const bucket = openBucket(place, server.credentials);
  return { store: createS3Artifacts(bucket, name), bucket, name };
}

const STORES: [string, () => Promise<ArtifactStore>][] = [
  ["a folder", async () => createArtifactStore(createFolder())],
  ["a bucket", async () => (await makeBucketStore()).store],
];

describe.each(STORES)("artifacts in %s", (_, make) => {
  test("are kept as they are, and once", async () => {
    const store = await make();
    const bytes = randomBytes(300_000);
    const reference = await store.put(bytes, "plan-a");
    expect(await store.put(bytes, "plan-a")).toBe(reference);
    expect(Buffer.from(await store.get(reference)).equals(bytes)).toBe(true);
    const empty = await store.put(new Uint8Array(), "plan-a");
    expect(await store.get(empty)).toHaveLength(0);
  });

  test("stay for as long as somebody uses them", async () => {
    const store = await make();
    const reference = await store.put(Buffer.from("shared"), "plan-a");
    await store.share(reference, "plan-b");
    // A plan's todos count as the plan.
    await store.put(Buffer.from("shared"), "plan-c.todo-1");
    await store.forget("plan-a");
    await store.forget("plan-a");
    await store.forget("plan-c");
    expect(Buffer.from(await store.get(reference)).toString()).toBe("shared");
    await store.forget("plan-b");
    await expect(store.get(reference)).rejects.toThrow(MissingArtifactError);
    expect(await store.put(Buffer.from("shared"), "plan-d")).toBe(reference);
    expect(Buffer.from(await store.get(reference)).toString()).toBe("shared");
  });

  test("go one by one when they are dropped", async () => {
    const store = await make();
    const [one, other] = [
      await store.put(Buffer.from("one"), "plan-a"),
      await store.put(Buffer.from("other"), "plan-a"),
    ];
    await store.share(one, "plan-b");
    await store.drop(one, "plan-a");
    expect(Buffer.from(await store.get(one)).toString()).toBe("one");
    await store.drop(one, "plan-b");
    await expect(store.get(one)).rejects.toThrow(MissingArtifactError);
    expect(Buffer.from(await store.get(other)).toString()).toBe("other");
  });

  test("that are not there stay missing, whoever shares them", async () => {
    const store = await make();
    const absent = `sha256:${"0".repeat(64)}`;
    await store.share(absent, "plan-a");
    await expect(store.get(absent)).rejects.toThrow(MissingArtifactError);
    await expect(store.get("sha256:../../keys.json")).rejects.toThrow(MissingArtifactError);
  });

  test("have names for each user, which go with it", async () => {
    const store = await make();
    const reference = await store.put(Buffer.from("1"), "plan-a");
    await store.name("plan-a", "events/1", reference);
    expect(await store.named("plan-a", "events/1")).toBe(reference);
    expect(await store.named("plan-b", "events/1")).toBeUndefined();
    await store.forget("plan-a");
    expect(await store.named("plan-a", "events/1")).toBeUndefined();
  });

  test("that one plan drops while another takes them are there for the other", async () => {
    const store = await make();
    const bytes = Buffer.from("wanted by many");
    for (let round = 0; round < 12; round += 1) {
      await Promise.all([store.put(bytes, "plan-x"), store.put(bytes, "plan-y")]);
      const [, , kept] = await Promise.all([
        store.forget("plan-x"),
        store.forget("plan-y"),
        store.put(bytes, `plan-${round}`),
      ]);
      expect(Buffer.from(await store.get(kept)).equals(bytes)).toBe(true);
      await store.forget(`plan-${round}`);
      await expect(store.get(kept)).rejects.toThrow(MissingArtifactError);
    }
  });
});

describe("a bucket", () => {
  test("holds nothing of a plan that was deleted, and nothing readable of one that is encrypted", async () => {
    const { store, bucket } = await makeBucketStore();
    const sealed = sealArtifacts(store, readKeyList(encryptionKey("k1")));
    const reference = await sealed.put(Buffer.from("a secret report"), "plan-a");
    await sealed.name("plan-a", "first", reference);
    const names = await bucket.list("");
    expect(names).toHaveLength(4);
    for (const name of names) {
      expect((await bucket.get(name))!.toString("latin1")).not.toContain("secret report");
      expect(name).not.toContain("plan-a");
    }
    expect(Buffer.from(await sealed.get(reference)).toString()).toBe("a secret report");
    await sealed.forget("plan-a");
    expect(await bucket.list("")).toEqual([]);
  });

  test("gives back what a killed process had moved aside", async () => {
    const { store, bucket } = await makeBucketStore();
    const reference = await store.put(Buffer.from("kept"), "plan-a");
    const hash = reference.slice("sha256:".length);
    const object = `objects/${hash.slice(0, 2)}/${hash}`;
    expect(await bucket.copy(object, `aside/${hash}/somebody`)).toBe(true);
    await bucket.remove(object);
    expect(Buffer.from(await store.get(reference)).toString()).toBe("kept");
    await store.share(reference, "plan-b");
    expect((await bucket.get(object))!.toString()).toBe("kept");
  });

  test("lists more than fits into one answer", async () => {
    const { bucket } = await makeBucketStore();
    const names = Array.from({ length: 1_001 }, (_, place) => String(place).padStart(4, "0"));
    for (let from = 0; from < names.length; from += 50) {
      const some = names.slice(from, from + 50);
      await Promise.all(some.map((name) => bucket.put(`many/${name}`, new Uint8Array())));
    }
    expect(await bucket.list("many/")).toEqual(names);
    expect(await bucket.list("many/", 2)).toEqual(names.slice(0, 2));
  });

  test("that notices a changed byte says that it is missing, and not what was there", async () => {
    const { store, bucket } = await makeBucketStore();
    const reference = await store.put(Buffer.from("true"), "plan-a");
    const [name] = await bucket.list("objects/");
    await bucket.put(`objects/${name}`, Buffer.from("fake"));
    await expect(store.get(reference)).rejects.toThrow("was changed");
  });

  test("that refuses, or is not there, is no missing artifact", async () => {
    const { name } = await makeBucketStore();
    const place = { bucket: name, region: "us-east-1", endpoint: server.endpoint, prefix: "" };
    const reference = `sha256:${"0".repeat(64)}`;
    const wrong = { ...server.credentials, secretAccessKey: "wrong" };
    const failing: [Bucket, RegExp][] = [
      [openBucket(place, wrong), /403 SignatureDoesNotMatch/],
      [openBucket({ ...place, bucket: "nobodys" }, server.credentials), /404 NoSuchBucket/],
      [openBucket({ ...place, endpoint: "http://127.0.0.1:1" }, wrong), /fetch failed/],
    ];
    for (const [bucket, why] of failing) {
      const error = await createS3Artifacts(bucket, name)
        .get(reference)
        .catch((thrown: Error) => thrown);
      expect(error).toBeInstanceOf(UnavailableArtifactsError);
      expect(String(error)).toMatch(why);
    }
  });
});

test("a request is signed as Amazon's own example has it", () => {
  const signed = signRequest(
    {
      method: "GET",
      url: new URL("https://examplebucket.s3.amazonaws.com/test.txt"),
      headers: { range: "bytes=0-9" },
      body: new Uint8Array(),
    },
    {
      credentials: {
        accessKeyId: "AKIAIOSFODNN7EXAMPLE",
        secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
      },
      region: "us-east-1",
      at: new Date("2013-05-24T00:00:00Z"),
    },
  );
  expect(signed["authorization"]).toContain(
    "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  );
});

/** A tool whose result is larger than Temporal should keep. */
const TOOLS = `import { defineTool } from "holdpoint/tools";
import { z } from "zod";
export const tools = [defineTool({
  name: "large",
  description: "Writes much.",
  input: z.object({}),
  output: z.object({ text: z.string() }),
  run: () => ({ text: "much ".repeat(40_000) }),
})];
`;

test(
  "workers and an API keep large results in a bucket, encrypted, and nothing in their folder",
  { timeout: 120_000 },
  async () => {
    const { bucket, name } = await makeBucketStore();
    const place = { address: inject("temporalAddress"), namespace: "ship-s3" };
    await setUpTemporal(place);
    const folder = createProject(TOOLS);
    const written = (more: string): void =>
      writeFileSync(
        join(folder, "holdpoint.config.ts"),
        `import { defineConfig } from "holdpoint/config";
export default defineConfig({ tools: "./tools.ts", api: { port: 0 }, ${more} });
`,
      );
    written(`artifacts: { bucket: "${name}", endpoint: "${server.endpoint}", prefix: "hp/" }`);
    const flags = ["--address", place.address, "--namespace", place.namespace];
    const keyless = {
      HOLDPOINT_LANG: "en",
      HOLDPOINT_ENCRYPTION_KEYS: encryptionKey("k1"),
    };
    const env = {
      ...keyless,
      AWS_ACCESS_KEY_ID: server.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: server.credentials.secretAccessKey,
    };
    const refused = runCli(["worker", ...flags], { cwd: folder, env: keyless });
    expect(await refused.ended).toBe(1);
    expect(refused.text()).toContain("there are no credentials for it in the environment");
    const wrong = { ...env, AWS_SECRET_ACCESS_KEY: "wrong" };
    const denied = runCli(["api", ...flags], { cwd: folder, env: wrong });
    expect(await denied.ended).toBe(1);
    expect(denied.text()).toContain("403 SignatureDoesNotMatch");

    await runCli(["worker", ...flags], { cwd: folder, env }).sees(/The worker is ready/);
    const api = runCli(["api", ...flags], { cwd: folder, env });
    const [, url = ""] = await api.sees(/The API is at (http:\/\/127\S+:\d+)/);
    const client = createClient(url);
    const { id } = await client.plans.create({
      title: "Much",
      todos: [{ id: "much", title: "Much", tool_name: "large" }],
    });
    await expect.poll(async () => (await client.plans.get(id)).status).toBe("completed");
    const kept = await bucket.list("objects/");
    expect(kept.length).toBeGreaterThan(0);
    for (const object of kept) {
      expect((await bucket.get(`objects/${object}`))!.toString("latin1")).not.toContain(
        "much much",
      );
    }
    const artifacts = join(folder, ".holdpoint", "artifacts");
    expect(existsSync(artifacts) ? readdirSync(artifacts) : []).toEqual([]);
    const answer = await fetch(`${url}/v1/plans/${id}/todos/much`);
    expect(await answer.text()).toContain("much much");

    // A bucket that does not answer for a while costs time, and nothing else.
    server.halt();
    const { id: later } = await client.plans.create({
      title: "Later",
      todos: [{ id: "much", title: "Much", tool_name: "large", max_retries: 0 }],
    });
    await expect.poll(async () => (await client.plans.get(later)).status).toBe("running");
    // Who asks for something that needs it hears so in the time that answers have.
    const sent = await fetch(`${url}/v1/plans/${later}/files?name=a.csv`, {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: "a,b\n",
      signal: AbortSignal.timeout(15_000),
    });
    expect(await sent.json()).toMatchObject({ status: 503, code: "artifacts_unavailable" });
    server.goOn();
    await expect.poll(async () => (await client.plans.get(later)).status).toBe("completed");

    // One that keeps them elsewhere does not start beside it.
    written("");
    const elsewhere = runCli(["worker", ...flags], { cwd: folder, env });
    expect(await elsewhere.ended).toBe(1);
    expect(elsewhere.text()).toContain(`keep large values in ${server.endpoint}/${name}/hp/`);
  },
);
