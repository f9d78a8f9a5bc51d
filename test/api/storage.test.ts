import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createApp } from "../../src/api/app.ts";
import { createKeyStore } from "../../src/api/auth/key-store.ts";
import type { ApiDeps } from "../../src/api/routes/api-deps.ts";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import { createArtifactStore } from "../../src/temporal/connection/payloads/artifact-store.ts";
import { createDisk } from "../../src/temporal/machine/disk.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { mountSmallDisk } from "../support/small-disk.ts";

const api = useApi();
const PLAN = { title: "A plan", todos: [{ title: "One" }] };
const JSON_TYPE = { "content-type": "application/json" };

/** The API of this file, with its data folder on another disk. */
function onDisk(folder: string, changes: Partial<ApiDeps> = {}) {
  const disk = createDisk(folder);
  const artifacts = createArtifactStore(join(folder, "artifacts"));
  const app = createApp({ ...api().deps, disk, artifacts, keepsPlans: true, ...changes });
  const request = (method: string, path: string, body?: object | Uint8Array, headers = JSON_TYPE) =>
    app.request(path, {
      method,
      headers,
      ...(body !== undefined && {
        body: body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body),
      }),
    });
  return { disk, artifacts, request };
}
const upload = (
  { request }: ReturnType<typeof onDisk>,
  planId: string,
  bytes: number,
): Response | Promise<Response> =>
  request("POST", `/v1/plans/${planId}/files?name=big.bin`, new Uint8Array(bytes).fill(7), {
    "content-type": "application/octet-stream",
  });

describe("a disk that has become read-only", () => {
  test("keeps nobody from signing in, previewing and reading over MCP, which write nothing", async () => {
    const small = mountSmallDisk(32);
    mkdirSync(join(small.folder, "artifacts"));
    small.makeReadOnly();
    const here = onDisk(small.folder);
    const mcp = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const accept = { ...JSON_TYPE, accept: "application/json, text/event-stream" };
    expect((await here.request("POST", "/v1/sign-in", {})).status).toBe(200);
    expect((await here.request("POST", "/v1/plans/preview", PLAN)).status).toBe(200);
    expect((await here.request("POST", "/mcp", mcp, accept)).status).toBe(200);
    expect((await here.request("DELETE", "/v1/sign-in")).status).toBe(204);
    await problemOf(here.request("POST", "/v1/plans", PLAN), "storage_full");
  });

  test("is named by what is refused, and reading goes on", async () => {
    const { id } = await api().create(PLAN);
    const small = mountSmallDisk(32);
    mkdirSync(join(small.folder, "artifacts"));
    small.makeReadOnly();
    const here = onDisk(small.folder);
    const refused = await problemOf(here.request("POST", "/v1/plans", PLAN), "storage_full");
    expect(refused.detail).toContain("read-only");
    expect(refused.hint).toContain("/readyz");
    expect((await here.request("GET", `/v1/plans/${id}`)).status).toBe(200);
    const unready = await problemOf(here.request("GET", "/readyz"), "not_ready");
    expect(unready.errors).toEqual([expect.objectContaining({ pointer: "/disk" })]);
    // An address that is not there is still that.
    await problemOf(here.request("POST", "/v1/nothing", {}), "not_found");
  });

  test("refuses a file where plans are kept elsewhere, and nothing else", async () => {
    const { id } = await api().create(PLAN);
    const small = mountSmallDisk(32);
    mkdirSync(join(small.folder, "artifacts"));
    small.makeReadOnly();
    const here = onDisk(small.folder, { keepsPlans: false });
    const problem = await problemOf(upload(here, id, 10), "storage_full");
    expect(problem.detail).toContain("read-only");
    expect((await here.request("POST", `/v1/plans/${id}/pause`, {})).status).toBe(200);
  });
});

describe("a disk with little room", () => {
  test("refuses a file that it cannot hold, and takes a smaller one", async () => {
    const { id } = await api().create(PLAN);
    const small = mountSmallDisk(24);
    const here = onDisk(small.folder);
    const filler = join(small.folder, "other-data");
    writeFileSync(filler, new Uint8Array(5 * 1024 * 1024));
    await problemOf(upload(here, id, LIMITS.file_bytes), "storage_full");
    expect((await upload(here, id, 1_000)).status).toBe(201);
  });

  test("keeps room for what is under way; an ended plan can be deleted then", async () => {
    const { id } = await api().create(PLAN);
    const small = mountSmallDisk(24);
    writeFileSync(join(small.folder, "other-data"), new Uint8Array(12 * 1024 * 1024));
    const here = onDisk(small.folder);
    const problem = await problemOf(
      here.request("POST", `/v1/plans/${id}/cancel`, {}),
      "storage_full",
    );
    expect(problem.detail).toContain("12.0 MiB are free, and 16 MiB are kept back");
    expect((await api().post(`/v1/plans/${id}/cancel`, {})).status).toBe(200);
    await api().untilEnded(id);
    expect((await here.request("DELETE", `/v1/plans/${id}`)).status).toBe(204);
  });

  test("tells who makes a key so", async () => {
    const small = mountSmallDisk(1);
    small.fill();
    const keys = createKeyStore(join(small.folder, "keys.json"));
    const key = { name: "kim", roles: ["admin"], created_at: "", expires_at: null } as const;
    await expect(keys.add({ ...key, created_at: new Date().toISOString() })).rejects.toThrow(
      /ENOSPC.*Free space/s,
    );
    small.free();
    await keys.add({ ...key, created_at: new Date().toISOString() });
    expect(await keys.list()).toHaveLength(1);
  });
});

test("a service that is ready says how many bytes are free", async () => {
  // A worker that is kept from asking for work for a while does not count as ready.
  await expect
    .poll(async () => (await api().request("GET", "/readyz")).json())
    .toEqual({
      temporal: { ready: true },
      workers: { ready: true },
      disk: { ready: true, free_bytes: expect.any(Number) },
    });
});

test("without a worker the service is not ready, and says so in the caller's language", async () => {
  const presence = () => Promise.resolve({ state: "down", seen_at: null } as const);
  const app = createApp({ ...api().deps, presence });
  const headers = { "accept-language": "ko" };
  const problem = await problemOf(app.request("/readyz", { headers }), "not_ready");
  expect(problem.errors).toEqual([
    expect.objectContaining({ pointer: "/workers", detail: "계획을 실행할 워커가 없습니다." }),
  ]);
});

test("without Temporal the service is not ready", async () => {
  const presence = () => Promise.reject(new Error("No answer."));
  const app = createApp({ ...api().deps, presence });
  const problem = await problemOf(app.request("/readyz"), "not_ready");
  expect(problem.errors).toEqual([expect.objectContaining({ pointer: "/temporal" })]);
});
