import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../src/api/app.ts";
import { readScreen } from "../../src/api/http/origins/screen.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { createKeyedApi } from "../support/keyed-api.ts";

const api = useApi({ worker: false });
const PAGE = "<!doctype html><title>Holdpoint</title>";
const SCRIPT = 'console.log("하나");';
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "holdpoint-screen-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), PAGE);
  await writeFile(join(folder, "assets/main-abc.js"), SCRIPT);
  await writeFile(join(folder, "secret.txt"), "not for anybody");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const served = () => {
  const screen = readScreen(folder);
  return createApp({ ...api().deps, screen: () => screen });
};

describe("the screen", () => {
  test("is one page at every address of it, which runs nothing but the server's own files", async () => {
    for (const path of [
      "/",
      "/inbox",
      "/inbox/tea.h1",
      "/h/tea.h1",
      "/plans",
      "/plans/new",
      "/plans/tea/todos/boil",
    ]) {
      const answer = await served().request(path);
      expect(await answer.text(), path).toBe(PAGE);
      expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      const policy = answer.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  test("has files that browsers keep, packed for those who take that", async () => {
    const plain = await served().request("/assets/main-abc.js");
    expect(await plain.text()).toBe(SCRIPT);
    expect(plain.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(plain.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const packed = await served().request("/assets/main-abc.js", {
      headers: { "accept-encoding": "br, gzip" },
    });
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(await packed.arrayBuffer()).toString()).toBe(SCRIPT);
    const head = await served().request("/", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  test("gives away no other file, and takes no address of the API", async () => {
    for (const path of [
      "/assets/no.js",
      "/assets/../secret.txt",
      "/assets/%2e%2e/secret.txt",
      "/secret.txt",
      "/inboxes",
    ]) {
      await problemOf(served().request(path), "not_found");
    }
    expect((await served().request("/docs")).status).toBe(200);
    expect((await served().request("/healthz")).status).toBe(200);
    expect((await served().request("/v1/plans", { method: "OPTIONS" })).status).toBe(405);
    await problemOf(served().request("/inbox", { method: "POST" }), "not_found");
  });

  test("says itself to a browser that there is no such page; programs get the problem", async () => {
    const asked = (path: string, accept: string) => served().request(path, { headers: { accept } });
    const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    for (const path of ["/xyz", "/inboxes", "/settings/keys"]) {
      const answer = await asked(path, browser);
      expect([answer.status, await answer.text()], path).toEqual([404, PAGE]);
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      await problemOf(asked(path, "*/*"), "not_found");
      await problemOf(asked(path, "application/json"), "not_found");
    }
    // What begins as the API does stays the API's, and files are no pages.
    for (const path of ["/v1/nope", "/api/nope", "/ws", "/docs/nope", "/assets/no.js"]) {
      await problemOf(asked(path, browser), "not_found");
    }
    await problemOf(asked("/mcp", browser), "method_not_allowed");
    await problemOf(api().request("GET", "/xyz", { headers: { accept: browser } }), "not_found");
  });

  test("is read without a key, and by the names only that are served", async () => {
    const screen = readScreen(folder);
    const keyed = createKeyedApi(api().deps, { screen: () => screen });
    await keyed.add("kim", "viewer");
    expect((await keyed.request("GET", "/inbox")).status).toBe(200);
    await problemOf(keyed.request("GET", "/v1/holds"), "unauthenticated");
    const elsewhere = keyed.request("GET", "/inbox", { headers: { host: "evil.example" } });
    await problemOf(elsewhere, "forbidden_host");
  });

  test("is nobody's address where it is not built", async () => {
    await problemOf(api().request("GET", "/"), "not_found");
    await problemOf(api().request("GET", "/assets/main-abc.js"), "not_found");
  });
});
