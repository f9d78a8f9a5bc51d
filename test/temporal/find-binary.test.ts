import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inEnglish } from "../../src/contract/service/notices.ts";
import {
  type Environment,
  temporalCacheFolder,
} from "../../src/temporal/embedded/binary/cache-dir.ts";
import { serverProblem } from "../../src/temporal/embedded/binary/find-binary.ts";
import {
  type AcquireBinary,
  findTemporalBinary,
  locateTemporalBinary,
} from "../../src/temporal/embedded/binary/find-binary.ts";
import { writeExecutable, writeFakeTemporal } from "./fake-temporal.ts";

const VERSION = "1.8.2";
let root: string;
let env: Environment;
let lines: string[];

const closed: AcquireBinary = async () => {
  throw new Error("the network is closed");
};
const gives =
  (server: string): AcquireBinary =>
  async ({ target }) => {
    await writeFakeTemporal(dirname(target), server);
  };

function find(over: { env?: Environment; download?: AcquireBinary; build?: AcquireBinary } = {}) {
  return findTemporalBinary({
    version: VERSION,
    env: { ...env, ...over.env },
    download: over.download ?? closed,
    build: over.build ?? closed,
    onNotice: (said) => lines.push(inEnglish(said)),
  });
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "holdpoint-binary-"));
  env = { PATH: join(root, "path"), HOLDPOINT_CACHE: join(root, "cache") };
  lines = [];
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe("the order of places", () => {
  test("takes the environment's binary before all others", async () => {
    const chosen = await writeFakeTemporal(join(root, "chosen"), "1.31.2");
    await writeFakeTemporal(join(root, "path"), "1.31.2");
    const found = await find({ env: { HOLDPOINT_TEMPORAL_BINARY: chosen } });
    expect(found).toEqual({
      path: chosen,
      source: "environment",
      version: { cli: "9.9.9", server: "1.31.2" },
    });
  });

  test("takes temporal on PATH before the cache", async () => {
    const path = await writeFakeTemporal(join(root, "path"), "1.31.2");
    await writeFakeTemporal(temporalCacheFolder(VERSION, env), "1.31.2");
    expect(await find()).toMatchObject({ path, source: "path" });
  });

  test("takes the cache before a download", async () => {
    const path = await writeFakeTemporal(temporalCacheFolder(VERSION, env), "1.31.2");
    expect(await find({ download: gives("1.31.2") })).toMatchObject({ path, source: "cache" });
  });

  test("downloads before it builds, into the cache", async () => {
    const found = await find({ download: gives("1.31.2"), build: gives("1.31.2") });
    expect(found).toMatchObject({ source: "download" });
    expect(await find()).toMatchObject({ path: found.path, source: "cache" });
  });

  test("builds where downloads are closed, and says what it does", async () => {
    expect(await find({ build: gives("1.31.2") })).toMatchObject({ source: "build" });
    expect(lines).toEqual([
      "No Temporal server here yet: trying the SDK's download",
      "the SDK's download gave nothing: the network is closed",
      "No Temporal server here yet: trying a build with Go",
    ]);
  });

  test("names every way when none gives a binary", async () => {
    const error = await find().catch((reason: Error) => reason);
    expect(error).toBeInstanceOf(Error);
    const { message } = error as Error;
    expect(message).toContain("HOLDPOINT_TEMPORAL_BINARY: not set");
    expect(message).toContain("temporal on PATH: not there");
    expect(message).toContain("the cache: no ");
    expect(message).toContain("the SDK's download: the network is closed");
    expect(message).toContain("a build with Go: the network is closed");
    expect(message).toContain("install the Temporal CLI");
  });

  test("only looks when asked to locate", async () => {
    const download = gives("1.31.2");
    expect(await locateTemporalBinary({ version: VERSION, env, download })).toBeUndefined();
  });
});

describe("a wrong binary in the environment", () => {
  test("is an error when the path does not exist, whatever else is there", async () => {
    await writeFakeTemporal(join(root, "path"), "1.31.2");
    const missing = join(root, "nowhere");
    await expect(find({ env: { HOLDPOINT_TEMPORAL_BINARY: missing } })).rejects.toThrow(
      `HOLDPOINT_TEMPORAL_BINARY names ${missing}, which is not an executable file. Set HOLDPOINT_TEMPORAL_BINARY`,
    );
  });

  test("is an error when it may not be executed or is a folder", async () => {
    const plain = await writeFakeTemporal(join(root, "plain"), "1.31.2");
    await chmod(plain, 0o644);
    for (const path of [plain, root]) {
      await expect(find({ env: { HOLDPOINT_TEMPORAL_BINARY: path } })).rejects.toThrow(
        "not an executable file",
      );
    }
  });

  test("is an error when it is another program", async () => {
    const path = await writeExecutable(join(root, "other"), "echo hello");
    await expect(find({ env: { HOLDPOINT_TEMPORAL_BINARY: path } })).rejects.toThrow(
      `${path} is not the Temporal CLI: "--version" answered "hello\\n"`,
    );
  });

  test("is used with a warning when its server is vulnerable, for the person chose it", async () => {
    const path = await writeFakeTemporal(join(root, "old"), "1.29.1");
    const found = await find({ env: { HOLDPOINT_TEMPORAL_BINARY: path } });
    expect(found).toMatchObject({ path, source: "environment" });
    expect(lines.join("\n")).toContain("CVE-2026-5199");
  });
});

describe("a binary on PATH", () => {
  test("is passed over when its server is vulnerable, and the next on PATH is taken", async () => {
    const old = await writeFakeTemporal(join(root, "old"), "1.30.2");
    const good = await writeFakeTemporal(join(root, "good"), "1.30.3");
    const found = await find({ env: { PATH: `${join(root, "old")}:${join(root, "good")}` } });
    expect(found).toMatchObject({ path: good, source: "path" });
    expect(lines).toEqual([
      `${old} is passed over: its server 1.30.2 has a published vulnerability (CVE-2026-5199), fixed in 1.30.3`,
    ]);
  });

  test("is passed over when it is broken", async () => {
    const broken = await writeExecutable(join(root, "path"), "exit 3");
    const error = await find().catch((reason: Error) => reason);
    expect((error as Error).message).toContain(`${broken} is passed over: ${broken} does not run`);
  });

  test.each([
    ["1.28.3", "older than"],
    ["1.29.0", "CVE-2026-5199"],
    ["1.29.4", "CVE-2026-5199"],
    ["1.29.5", "older than"],
    ["1.30.0", "CVE-2026-5199"],
    ["1.30.2", "CVE-2026-5199"],
    ["nightly", "not a number"],
  ])("with server %s is refused as %s", (server, why) => {
    expect(inEnglish(serverProblem(server) ?? "")).toContain(why);
  });

  test.each(["1.30.3", "1.31.2", "1.32.0-157.0", "2.0.0"])("with server %s is fine", (server) => {
    expect(serverProblem(server)).toBeUndefined();
  });
});

describe("the cache", () => {
  test("replaces a binary that does not run", async () => {
    const path = await writeExecutable(temporalCacheFolder(VERSION, env), "exit 1");
    const found = await find({ build: gives("1.31.2") });
    expect(found).toMatchObject({ path, source: "build" });
    expect(lines[0]).toContain("It will be replaced.");
  });

  test("is filled once when two starts need it at the same time", async () => {
    let builds = 0;
    const build: AcquireBinary = async (request) => {
      builds += 1;
      await gives("1.31.2")(request);
    };
    const found = await Promise.all([find({ build }), find({ build })]);
    expect(builds).toBe(1);
    expect(found.map(({ source }) => source).toSorted()).toEqual(["build", "cache"]);
    expect(lines).toContain("Another process is getting the Temporal server: waiting");
  });

  test("gives up at once when the start is aborted during a build", async () => {
    const abort = new AbortController();
    const found = findTemporalBinary({
      version: VERSION,
      env,
      download: closed,
      signal: abort.signal,
      build: async () => {
        abort.abort(new Error("Ctrl-C"));
        throw new Error("ended");
      },
    });
    await expect(found).rejects.toThrow("Ctrl-C");
    // The lock is free again.
    expect(await find({ build: gives("1.31.2") })).toMatchObject({ source: "build" });
  });
});

test("the release in temporal-dev.yaml is the one that tools/temporal-cli builds", async () => {
  const yaml = await readFile(new URL("../../temporal-dev.yaml", import.meta.url), "utf8");
  const goMod = await readFile(new URL("../../tools/temporal-cli/go.mod", import.meta.url), "utf8");
  const [, wanted] = /^temporal_cli: (\S+)$/m.exec(yaml) ?? [];
  expect(goMod).toContain(`github.com/temporalio/cli v${wanted} `);
});
