import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { inEnglish } from "../../src/contract/service/notices.ts";
import { checkArtifacts, toldStores } from "../../src/runtime/artifacts.ts";
import { UnavailableArtifactsError } from "../../src/temporal/connection/payloads/artifact-store.ts";
import { NO_KEYS } from "../../src/temporal/connection/payloads/encryption-keys.ts";
import {
  openBucket,
  type Bucket,
  type Patience,
} from "../../src/temporal/connection/payloads/s3-bucket.ts";

/** Within which the first request of a process reaches its server, too. */
const ANSWER_MS = 1_000;

/** A bucket of a server that does with requests what a test says; it counts them. */
async function bucketOf(
  take: RequestListener,
  patience: Patience,
): Promise<{ bucket: Bucket; asked: () => number }> {
  let asked = 0;
  const server = createServer((request, answer) => {
    asked += 1;
    take(request, answer);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const place = { bucket: "b", region: "us-east-1", prefix: "" };
  const endpoint = `http://127.0.0.1:${port}`;
  const credentials = { accessKeyId: "id", secretAccessKey: "secret" };
  return {
    bucket: openBucket({ ...place, endpoint }, credentials, patience),
    asked: () => asked,
  };
}

/** A bucket in memory, which can be closed to whoever writes. */
async function serveObjects() {
  const objects = new Map<string, Buffer>();
  let closed: "no" | "to writers" | "to all" = "no";
  const take = async (request: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "", "http://bucket");
    const name = decodeURIComponent(url.pathname);
    const writes = request.method !== "GET" && request.method !== "HEAD";
    if (closed === "to all" || (writes && closed === "to writers")) {
      return void answer.writeHead(403).end("<Error><Code>AccessDenied</Code></Error>");
    }
    const bytes = await buffer(request);
    const source = request.headers["x-amz-copy-source"];
    const wanted = source === undefined ? bytes : objects.get(decodeURIComponent(String(source)));
    const keptThere = objects.get(name);
    if (url.searchParams.has("list-type")) {
      const prefix = `${name.replace(/\/$/, "")}/${url.searchParams.get("prefix") ?? ""}`;
      const keys = [...objects.keys()].filter((key) => key.startsWith(prefix));
      const told = keys.map((key) => `<Key>${key.split("/").slice(2).join("/")}</Key>`).join("");
      return void answer.end(`<ListBucketResult>${told}</ListBucketResult>`);
    }
    if (request.method === "DELETE") objects.delete(name);
    else if (writes && wanted !== undefined) objects.set(name, wanted);
    else if (keptThere === undefined) return void answer.writeHead(404).end();
    else return void answer.writeHead(200, { "content-length": keptThere.length }).end(keptThere);
    answer.writeHead(200).end();
  };
  const server = createServer((request, answer) => void take(request, answer)).listen(
    0,
    "127.0.0.1",
  );
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, "listening");
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    close: (to: typeof closed) => {
      closed = to;
    },
  };
}

test("the doctor says whether the bucket keeps values, and what mends it when it does not", async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  const { endpoint, objects, close } = await serveObjects();
  const artifacts = { bucket: "b", region: "us-east-1", prefix: "hp/", endpoint };
  const config = { artifactsDir: "/data/artifacts", artifacts, encryptionKeys: NO_KEYS };
  const look = async () => {
    const [found] = await checkArtifacts(config);
    return { ...found, detail: inEnglish(found!.detail) };
  };

  vi.stubEnv("AWS_ACCESS_KEY_ID", "");
  expect(await look()).toMatchObject({
    ok: false,
    fix: "export AWS_ACCESS_KEY_ID=<id> AWS_SECRET_ACCESS_KEY=<secret>",
  });
  vi.stubEnv("AWS_ACCESS_KEY_ID", "id");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
  expect(await look()).toEqual({
    name: "artifacts",
    ok: true,
    detail: `large values are kept in ${endpoint}/b/hp/, which takes and gives them`,
  });
  expect([...objects.keys()]).toEqual([]);
  for (const to of ["to writers", "to all"] as const) {
    close(to);
    const refused = await look();
    expect(refused.detail).toMatch(/cannot be kept in .*: .*403/);
    expect(refused).toMatchObject({
      ok: false,
      fix: `aws s3 ls s3://b/hp/ --endpoint-url ${endpoint}`,
    });
  }
});

test("who starts a worker or an API is told where large values are kept, a bucket or the folder", () => {
  const artifacts = { bucket: "b", region: "us-east-1", prefix: "hp/" };
  expect(inEnglish(toldStores({ dataDir: "/data", artifacts }))).toMatch(
    /^Files of plans are kept in \/data, and large values in s3:\/\/b\/hp\/\. /,
  );
  expect(inEnglish(toldStores({ dataDir: "/data", artifacts: undefined }))).toMatch(
    /^Files of plans and large values are kept in \/data\. /,
  );
});

test.each([1, 2])(
  "a bucket that says nothing is given up after %i unanswered requests",
  async (silences) => {
    const patience = { answerMs: ANSWER_MS, silences };
    const { bucket, asked } = await bucketOf(() => undefined, patience);
    await expect(bucket.get("a")).rejects.toThrow(UnavailableArtifactsError);
    expect(asked()).toBe(silences);
  },
);

test("one that is busy is asked again, however little silence is borne", async () => {
  const patience = { answerMs: 20_000, silences: 1 };
  const { bucket, asked } = await bucketOf((_, answer) => {
    answer.writeHead(asked() < 3 ? 503 : 200).end("kept");
  }, patience);
  expect((await bucket.get("a"))?.toString()).toBe("kept");
  expect(asked()).toBe(3);
});

test("a large upload has the time that its bytes take, beside that for the answer", async () => {
  const patience = { answerMs: ANSWER_MS, silences: 1 };
  // As on a line that takes longer for the bytes than an answer may take.
  const { bucket, asked } = await bucketOf((request, answer) => {
    request.resume().on("end", () => setTimeout(() => answer.end(), 2 * ANSWER_MS));
  }, patience);
  await bucket.put("a", new Uint8Array(4 * 1024 * 1024));
  expect(asked()).toBe(1);
});
