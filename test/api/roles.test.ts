import { describe, expect, test } from "vitest";
import { createApp } from "../../src/api/app.ts";
import { routeNames } from "../../src/api/http/matched-routes.ts";
import { ROLES, type Role } from "../../src/contract/tables/vocabulary.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { addressOf, rolesByRoute } from "../support/declared-routes.ts";
import { createKeyedApi } from "../support/keyed-api.ts";

const api = useApi({ worker: false });

/** What each role opens, said a second time and not by the product's own function. */
const OPENS: Readonly<Record<Role, readonly string[]>> = {
  viewer: ["anyone", "viewer"],
  operator: ["anyone", "viewer", "operator", "approver or operator"],
  approver: ["anyone", "viewer", "approver", "approver or operator"],
  admin: ["anyone", "viewer", "operator", "approver", "approver or operator", "admin"],
};

const roles = () => rolesByRoute(api().deps);
const registered = (): string[] => routeNames(createApp(api().deps).routes);

/** What became of a request: `open` when its route was reached, else why not. */
async function verdictOf(answer: Response): Promise<string> {
  if (!(answer.headers.get("content-type") ?? "").startsWith("application/problem+json")) {
    // Streams do not end by themselves.
    await answer.body?.cancel();
    return answer.status < 500 ? "open" : `${answer.status}`;
  }
  const { code, detail } = (await answer.json()) as { code: string; detail: string };
  if (code === "forbidden")
    return /needs the role [a-z]+(?: or [a-z]+)?/.exec(detail)?.[0] ?? detail;
  if (answer.status === 401 || code === "internal_error") return code;
  return "open";
}

/** Asks every route and gives its verdict, or `undeclared` to be told by a test of its own. */
async function verdicts(ask: (method: string, path: string) => Promise<Response>) {
  const table: Record<string, string> = {};
  const needed = roles();
  for (const route of registered()) {
    const [method = "", path = ""] = route.split(" ");
    const answer = await ask(method === "ALL" ? "GET" : method, addressOf(path));
    table[route] = needed[route] === undefined ? "undeclared" : await verdictOf(answer);
  }
  return table;
}

/** The table that is expected, from what each route needs. */
function tableOf(cell: (needed: string) => string): Record<string, string> {
  const table = roles();
  const cells = registered().map((route) => {
    const needed = table[route];
    return [route, needed === undefined ? "undeclared" : cell(needed)];
  });
  return Object.fromEntries(cells) as Record<string, string>;
}

describe("the roles of routes", () => {
  test("are declared for every route", () => {
    expect(registered().toSorted()).toEqual(Object.keys(roles()).toSorted());
  });

  test("let nobody change anything who may only look", () => {
    const rows = Object.entries(roles()).map(([route, needed]) => ({ route, needed }));
    // A tool makes the request of its own route, which asks for that route's role; who signs in or out changes their browser alone.
    const changing = rows.filter(
      ({ route }) => !/^(?:(?:GET|HEAD) |POST \/mcp$|\w+ \/v1\/sign-in$)/.test(route),
    );
    const lax = changing.filter(({ needed }) => ["anyone", "viewer"].includes(needed));
    expect(changing.length).toBeGreaterThan(10);
    expect(lax).toEqual([]);
  });

  test("show no plan to who has no key", () => {
    const table = roles();
    const open = Object.keys(table).filter((route) => table[route] === "anyone");
    expect(open).toContain("GET /healthz");
    const plans = open.filter((route) => /^[A-Z]+ \/(?:v1|ws|api)\b/.test(route));
    // Whoever has a cookie may drop it.
    expect(plans).toEqual(["DELETE /v1/sign-in"]);
  });

  test("leave decisions to approvers", () => {
    const table = roles();
    const deciding = Object.keys(table).filter((route) =>
      /\/(?:decisions?|approve|reject|answers?|extend|delegate|reveal)$/.test(route),
    );
    expect(deciding).toContain("POST /v1/holds/:hold_id/decision");
    expect(deciding.filter((route) => table[route] !== "approver")).toEqual([]);
  });
});

describe("every route", () => {
  test.each(ROLES)("opens to the role %s, or not, as it declares", async (role) => {
    const own = createKeyedApi(api().deps, {
      rate: { per_second: 1_000, burst: 10_000, streams: 500 },
    });
    const { written } = await own.add("kim", role);
    const table = await verdicts((method, path) =>
      own.as(written, method, path, method === "GET" ? undefined : {}),
    );
    const expected = tableOf((needed) =>
      OPENS[role].includes(needed) ? "open" : `needs the role ${needed}`,
    );
    expect(table).toEqual(expected);
  });

  test("is closed to whoever has no key, but for what anyone may see", async () => {
    const own = createKeyedApi(api().deps);
    await own.add("kim", "admin");
    const table = await verdicts((method, path) => own.request(method, path));
    expect(table).toEqual(tableOf((needed) => (needed === "anyone" ? "open" : "unauthenticated")));
  });

  test("that a role does not open names the route, the role, and the command for a key", async () => {
    const own = createKeyedApi(api().deps);
    const { written } = await own.add("kim", "viewer");
    const problem = await problemOf(own.as(written, "POST", "/v1/plans", {}), "forbidden");
    expect(problem.detail).toBe("POST /v1/plans needs the role operator; kim has viewer.");
    expect(problem.hint).toContain("holdpoint key add kim --role operator");
  });

  test("that was never declared is closed to every key, whatever it answers to", async () => {
    const own = createKeyedApi(api().deps);
    const { written } = await own.add("kim", "admin");
    own.app.get("/v1/new", (c) => c.json({ secret: true }));
    own.app.all("/mcp", (c) => c.json({ secret: true }));
    own.app.all("/files/*", (c) => c.json({ secret: true }));
    own.app.use("/v1/plans/*", async (_c, next) => next());
    const asked = [
      ["GET", "/v1/new", "GET /v1/new"],
      ["GET", "/mcp", "ALL /mcp"],
      ["POST", "/mcp", "ALL /mcp"],
      ["GET", "/files/a/b", "ALL /files/*"],
      ["GET", "/v1/plans/x", "ALL /v1/plans/*"],
    ] as const;
    for (const [method, path, route] of asked) {
      const problem = await problemOf(own.as(written, method, path), "forbidden");
      expect(problem.detail).toBe(`${route} is open to no key.`);
    }
    expect((await own.as(written, "HEAD", "/v1/new")).status).toBe(403);
  });

  test("that a viewer may not call stays closed however its address is written", async () => {
    const own = createKeyedApi(api().deps);
    const { written } = await own.add("kim", "viewer");
    const base = "/v1/plans/roles-none";
    for (const path of [
      `${base}/pause`,
      `${base}/pause?_method=GET`,
      `${base}/%70ause`,
      `${base}/pause#x`,
      `/v1/plans/%72oles-none/pause`,
      `/v1/../v1/plans/roles-none/pause`,
      `/v1/plans/./roles-none/pause`,
      `${base}/pause/`,
      `/${base}/pause`,
      `${base}%2Fpause`,
      `${base}/PAUSE`,
      `${base}/pause;x`,
    ]) {
      const { code } = (await (await own.as(written, "POST", path, {})).json()) as { code: string };
      expect(["forbidden", "not_found", "method_not_allowed"]).toContain(code);
    }
    const headers = {
      authorization: `Bearer ${written}`,
      "x-http-method-override": "POST",
      "x-original-url": `${base}/pause`,
    };
    const answer = own.request("GET", `${base}/pause`, { headers });
    await problemOf(answer, "method_not_allowed");
  });

  test("opens to a key with two roles when one of them is enough", async () => {
    const own = createKeyedApi(api().deps);
    const roles = ["viewer", "operator", "approver"] as const;
    const { written } = await own.keys.add({
      name: "kim",
      roles,
      created_at: api().deps.now(),
      expires_at: null,
    });
    for (const path of ["/v1/plans", "/v1/holds/roles-none.h1/decision"]) {
      const problem = await problemOf(own.as(written, "POST", path, {}), "validation_failed");
      expect(problem.instance).toBe(path);
    }
  });
});
