import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { startApi } from "../../src/runtime/api/api.ts";
import { loadConfig } from "../../src/runtime/config.ts";
import { ConfigSchema, type HoldpointConfig } from "../../src/runtime/define-config.ts";
import { checkKeys, openKeys } from "../../src/runtime/keys.ts";
import { startTestServer } from "../support/dev-server.ts";

type ApiSettings = NonNullable<HoldpointConfig["api"]>;

/** Where what is served keeps its files: the APIs of a namespace share them. */
const data_dir = mkdtempSync(join(tmpdir(), "holdpoint-served-"));
afterAll(() => rmSync(data_dir, { recursive: true, force: true }));

async function configWith(api: unknown, files: { readonly data_dir?: string } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "holdpoint-address-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const config = JSON.stringify({ api, ...files });
  writeFileSync(join(folder, "holdpoint.config.mjs"), `export default ${config};`);
  return loadConfig(folder);
}

/** Serves the API and tells the status that a request with this Host header gets. */
async function serve(api: ApiSettings) {
  const config = await configWith({ port: 0, ...api }, { data_dir });
  const running = await startApi({
    config,
    place: { address: inject("temporalAddress") },
    log: pino({ level: "silent" }),
    onNotice: () => undefined,
  });
  onTestFinished(() => running.close());
  const statusFor = (host: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request(`${running.url}/healthz`, { headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on("error", reject).end();
    });
  return { url: running.url, statusFor };
}

describe("an address that only this machine reaches", () => {
  test.each(["127.0.0.1", "127.8.9.10", "localhost", "::1", "::ffff:127.0.0.1"])(
    "%s needs no key",
    async (host) => {
      await expect(checkKeys(await configWith({ host }))).resolves.toBeUndefined();
    },
  );
});

describe("an address that others reach", () => {
  const hosts = ["0.0.0.0", "::", "192.168.0.7", "10.0.0.1", "8.8.8.8", "2001:db8::1", "fe80::1"];

  test.each(hosts)("%s needs a key that is valid now", async (host) => {
    const config = await configWith({ host });
    const keys = openKeys(config);
    const now = Date.now();
    const at = new Date(now).toISOString();
    const make = (expires_at: string | null) =>
      keys.add({ name: "kim", roles: ["admin"], created_at: at, expires_at });
    await expect(checkKeys(config)).rejects.toThrow("holdpoint key add");
    await make(new Date(now - 1).toISOString());
    await expect(checkKeys(config)).rejects.toThrow("there is no valid key");
    const { key } = await make(null);
    await expect(checkKeys(config)).resolves.toBeUndefined();
    await keys.revoke(key.id, at);
    await expect(checkKeys(config)).rejects.toThrow("there is no valid key");
  });
});

test("an API whose file of keys is damaged does not start, also on this machine", async () => {
  const config = await configWith({ port: 0 });
  const keys = openKeys(config);
  await keys.add({
    name: "kim",
    roles: ["admin"],
    created_at: "2026-11-20T12:00:00Z",
    expires_at: null,
  });
  writeFileSync(join(config.dataDir, "keys.json"), "{");
  const starting = startApi({
    config,
    place: { address: inject("temporalAddress") },
    log: pino({ level: "silent" }),
    onNotice: () => undefined,
  });
  await expect(starting).rejects.toThrow("cannot be read as a list of keys");
});

test("an API whose own Holdpoint has one at its port says so, and takes it for nobody else's", async () => {
  const config = await configWith({ port: 0 }, { data_dir });
  const start = (port: number) =>
    startApi({
      config,
      port,
      place: { address: inject("temporalAddress") },
      log: pino({ level: "silent" }),
      onNotice: () => undefined,
      screen: Promise.resolve(undefined),
    });
  const running = await start(0);
  onTestFinished(() => running.close());
  await expect(start(running.port)).rejects.toThrow(
    `An API of this Holdpoint already runs at ${running.url}: use that one, or end it first.`,
  );
});

describe("the configuration", () => {
  test.each([
    "example.org",
    "http://127.0.0.1",
    "127.0.0.1:80",
    "",
    "256.0.0.1",
    "[::1]",
    "127.1",
    "0",
    7,
  ])("does not take %j as api.host", async (host) => {
    await expect(configWith({ host })).rejects.toThrow(/must be an IP address or "localhost"/);
  });

  test.each([
    ["worker_metrics", "localhost:21450", "must be an IP address and a port"],
    ["worker_metrics", "::1:9464", "must be an IP address and a port"],
    ["worker_metrics", "127.0.0.1:99999", "must be an IP address and a port"],
    ["worker_health", "127.0.0.1:99999", "must be an address and a port"],
  ])("does not take as %s the address %s, where nothing can listen", (name, address, why) => {
    const { error } = ConfigSchema.safeParse({ [name]: address });
    expect(error?.issues).toMatchObject([{ path: [name], message: expect.stringContaining(why) }]);
  });

  test.each([
    ["worker_metrics", "127.0.0.1:9464"],
    ["worker_metrics", "[::1]:9464"],
    ["worker_health", "localhost:65535"],
  ])("takes as %s the address %s", (name, address) => {
    expect(ConfigSchema.parse({ [name]: address })).toMatchObject({ [name]: address });
  });

  test.each(["http://plans.example.org", "plans.example.org:443", "a b", "*", "", "a/b"])(
    "does not take %j as one of api.hosts",
    async (name) => {
      await expect(configWith({ hosts: [name] })).rejects.toThrow("must be a host name");
    },
  );

  test.each([
    { per_second: 0 },
    { per_second: -1 },
    { burst: 0 },
    { burst: 1.5 },
    { streams: 0 },
    { rate: 1 },
  ])("does not take %j as api.rate_limit", async (rate_limit) => {
    await expect(configWith({ rate_limit })).rejects.toThrow("rate_limit");
  });
});

describe("the API", () => {
  test("is called by its address and by the configured names, and by no others", async () => {
    const hosts = ["Plans.Example.org", "2001:db8::1", "192.0.2.7"];
    const { url, statusFor } = await serve({ host: "127.0.0.2", hosts });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.2:[0-9]+$/);
    for (const host of [
      new URL(url).host,
      "127.0.0.2",
      "localhost:1",
      "plans.example.org",
      "PLANS.example.org:443",
      "[2001:db8::1]",
      "[2001:DB8::1]:7400",
      "192.0.2.7",
    ]) {
      expect([host, await statusFor(host)]).toEqual([host, 200]);
    }
    for (const host of [
      "127.0.0.3",
      "example.org",
      "x.plans.example.org",
      "plans.example.org.evil.example",
      "plans.example.org@evil.example",
      "plans.example.org:x",
      "plans.example.org:",
      "[plans.example.org]",
    ]) {
      // The HTTP server refuses some before the API sees them.
      expect([400, 403]).toContain(await statusFor(host));
    }
  });

  test("says so when the address is none of this machine's", async () => {
    const config = await configWith({ port: 0, host: "192.0.2.1" });
    await openKeys(config).add({
      name: "kim",
      roles: ["admin"],
      created_at: "2026-11-20T12:00:00Z",
      expires_at: null,
    });
    // The other API keeps its files in another folder.
    const temporal = await startTestServer();
    onTestFinished(() => temporal.remove());
    const { address, namespace } = temporal;
    const starting = startApi({
      config,
      place: { address, namespace },
      log: pino({ level: "silent" }),
      onNotice: () => undefined,
    });
    await expect(starting).rejects.toThrow("192.0.2.1 is not an address of this machine");
  });
});
