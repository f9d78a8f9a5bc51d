import { describe, expect, test } from "vitest";
import { createApp } from "../../src/api/app.ts";
import { useApi } from "../support/api-harness.ts";
import { addressOf, declaredRoutes } from "../support/declared-routes.ts";
import { createKeyedApi } from "../support/keyed-api.ts";

const api = useApi({ config: { webhooks: { allow: ["127.0.0.1"] } } });
const cacheOf = (answer: Response) => answer.headers.get("cache-control");
const ALONE = "private, no-cache";

describe("a browser or a proxy that keeps answers", () => {
  test("shows nobody else's, whatever was asked and however it was answered", async () => {
    const app = createApp(api().deps);
    const reads = declaredRoutes(api().deps).filter(({ at }) => at.startsWith("GET "));
    expect(reads.length).toBeGreaterThan(40);
    for (const { at } of reads) {
      const answer = await app.request(addressOf(at.slice("GET ".length)));
      await answer.body?.cancel();
      expect([at, cacheOf(answer)]).toEqual([at, ALONE]);
    }
    for (const path of ["/v1/plans/missing", "/v1/nothing", "/nothing"]) {
      const answer = await app.request(path);
      expect([answer.status, cacheOf(answer)]).toEqual([404, ALONE]);
    }
  });

  test("asks before it shows a plan again, and is told that it is the same", async () => {
    const { id } = await api().create({ title: "계획", todos: [{ title: "Look" }] });
    const first = await api().request("GET", `/v1/plans/${id}`);
    expect([first.status, cacheOf(first)]).toEqual([200, ALONE]);
    const headers = { "if-none-match": first.headers.get("etag")! };
    const again = await api().request("GET", `/v1/plans/${id}`, { headers });
    expect([again.status, cacheOf(again)]).toEqual([304, ALONE]);
  });

  test("shows no refusal to somebody who has a key by now", async () => {
    const keyed = createKeyedApi(api().deps);
    const { written } = await keyed.add("lee", "viewer");
    for (const key of ["hp_wrong", written]) {
      const answer = await keyed.as(key, "GET", "/v1/keys");
      expect([401, 403]).toContain(answer.status);
      expect(cacheOf(answer)).toBe(ALONE);
    }
  });

  test("stores no secret", async () => {
    const keyed = createKeyedApi(api().deps);
    const { written } = await keyed.add("admin", "admin");
    const ask = async (path: string, body?: object) => {
      const answer = await keyed.as(written, "POST", path, body);
      expect([path, answer.ok, cacheOf(answer)]).toEqual([path, true, "no-store"]);
      return answer;
    };
    await ask("/v1/keys", { name: "kim", roles: ["viewer"] });
    await ask("/v1/sign-in");
    const made = await ask("/v1/webhooks", { url: "http://127.0.0.1:9/" });
    const { id } = (await made.json()) as { id: string };
    await ask(`/v1/webhooks/${id}/rotate`, {});
    await ask("/codec/decode", { payloads: [] });
  });
});
