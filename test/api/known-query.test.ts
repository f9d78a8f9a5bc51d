import { describe, expect, test } from "vitest";
import { pointersOf, problemOf, useApi } from "../support/api-harness.ts";
import { declaredRoutes } from "../support/declared-routes.ts";
import { createKeyedApi } from "../support/keyed-api.ts";

const api = useApi({ worker: false });
const addressOf = (path: string): string =>
  path
    .replace(":action", "skip")
    .replace(":hold_id", "query-none.h1")
    .replaceAll(/:[a-z_]+/g, "query-none");

test.each([
  ["/v1/plans/x?offset=0x10", "/query/offset"],
  ["/v1/plans/x?offset=", "/query/offset"],
  ["/v1/plans/x?limit=1e2", "/query/limit"],
  ["/v1/plans/x/events?after=%20", "/query/after"],
  ["/v1/plans/x/compare?from=1&to=0b11", "/query/to"],
  ["/v1/plans/x/versions/0x1", "/param/version"],
])(
  "a number in an address is written in digits, and nothing else is taken for one: %s",
  async (path, pointer) => {
    const problem = await problemOf(api().request("GET", path), "validation_failed");
    expect(pointersOf(problem)).toEqual([pointer]);
  },
);

describe("a query parameter that a route does not have", () => {
  test("is refused by every route", async () => {
    const names = declaredRoutes(api().deps).map(({ at }) => at);
    for (const name of names) {
      const [method = "", path = ""] = name.split(" ");
      const answer = api().request(method, `${addressOf(path)}?nothing=1`);
      const problem = await problemOf(answer, "validation_failed");
      expect(pointersOf(problem), name).toEqual(["/query/nothing"]);
    }
    expect(names.length).toBeGreaterThan(40);
  });

  test.each([
    ["/v1/plans?stauts=running", "status"],
    ["/v1/plans/x?ofset=1", "offset"],
    ["/v1/plans/x/events?Limit=1", "limit"],
    ["/v1/holds?asignee=me", "assignee"],
  ])("is answered with the nearest name: %s", async (path, meant) => {
    const problem = await problemOf(api().request("GET", path), "validation_failed");
    expect(problem.detail).toContain(`Did you mean "${meant}"?`);
    expect(problem.hint).toContain(meant);
  });

  test("is named among those that are known", async () => {
    const problem = await problemOf(
      api().request("GET", "/v1/plans/x/schedule?limit=1&a=1&b=2&a=3"),
      "validation_failed",
    );
    expect(pointersOf(problem)).toEqual(["/query/a", "/query/b"]);
    expect(problem.hint).toBe("This address takes limit.");
  });

  test("says that an address takes none", async () => {
    const problem = await problemOf(
      api().request("GET", "/v1/plans/x/progress?fresh=1"),
      "validation_failed",
    );
    expect(problem.hint).toContain("takes none");
  });

  test("may have any name", async () => {
    for (const name of [
      "%00",
      "%ED%A0%80",
      "a/b~c",
      "__proto__",
      "constructor",
      "x".repeat(5_000),
    ]) {
      const answer = api().request("GET", `/v1/plans/x?${name}=1`);
      const problem = await problemOf(answer, "validation_failed");
      expect(JSON.stringify(problem).length).toBeLessThan(1_000);
    }
  });

  test("holds a time whose + came as a space, and is told how it is written", async () => {
    const address = "/v1/plans?deadline_before=2026-12-01T00:00:00+09:00";
    const problem = await problemOf(api().request("GET", address), "validation_failed");
    expect(problem.detail).toContain("%2B");
    expect((await api().request("GET", address.replace("+", "%2B"))).status).toBe(200);
  });

  test("is told to nobody who may not call the route", async () => {
    const own = createKeyedApi(api().deps);
    const { written } = await own.add("kim", "viewer");
    await problemOf(own.request("GET", "/v1/plans/x?a=1"), "unauthenticated");
    await problemOf(own.as(written, "POST", "/v1/plans?a=1", {}), "forbidden");
  });

  test("does not stand in the way of addresses and methods that are not there", async () => {
    await problemOf(api().request("GET", "/v1/nothing?a=1"), "not_found");
    await problemOf(api().request("PUT", "/v1/plans/x?a=1"), "method_not_allowed");
  });
});
