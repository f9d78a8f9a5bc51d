import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createApp } from "../../src/api/app.ts";
import { createKeyStore, type KeyStore } from "../../src/api/auth/key-store.ts";
import type { ApiDeps } from "../../src/api/routes/api-deps.ts";
import type { Key } from "../../src/contract/service/key.ts";
import type { Role } from "../../src/contract/tables/vocabulary.ts";

type Init = Omit<RequestInit, "method">;

export interface KeyedApi {
  readonly app: ReturnType<typeof createApp>;
  /** The file of keys. */
  readonly path: string;
  readonly keys: KeyStore;
  /** Makes a key. */
  add(name: string, role: Role, expires_at?: string): Promise<{ key: Key; written: string }>;
  request(method: string, path: string, init?: Init): Promise<Response>;
  /** A request with a key; an object goes as JSON. */
  as(written: string, method: string, path: string, body?: object): Promise<Response>;
}

/** An API with a file of keys of its own; the rest is as `deps` says. */
export function createKeyedApi(deps: ApiDeps, changes: Partial<ApiDeps> = {}): KeyedApi {
  const folder = mkdtempSync(join(tmpdir(), "holdpoint-keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "keys.json");
  const keys = createKeyStore(path);
  const app = createApp({ ...deps, keys, ...changes });
  const request: KeyedApi["request"] = async (method, to, init) =>
    app.request(to, { method, ...init });
  return {
    app,
    path,
    keys,
    add: (name, role, expires_at) =>
      keys.add({ name, roles: [role], created_at: deps.now(), expires_at: expires_at ?? null }),
    request,
    as: (written, method, to, body) =>
      request(method, to, {
        headers: { authorization: `Bearer ${written}`, "content-type": "application/json" },
        body: body === undefined ? null : JSON.stringify(body),
      }),
  };
}
