import { describe, expect, test } from "vitest";
import { isChanging, splitAddress, type Route } from "../../src/api/http/route.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { addressOf, declaredRoutes } from "../support/declared-routes.ts";
import { createKeyedApi } from "../support/keyed-api.ts";

const api = useApi({ worker: false });
const HOST = "127.0.0.1:7400";
const OWN = `http://${HOST}`;

/** What a browser says of pages that are not the API's own. */
const FOREIGN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "of another site": { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  "that hides where it is from, as sandboxed frames and files do": { origin: "null" },
  "on another port": { origin: "http://127.0.0.1:7401", "sec-fetch-site": "same-site" },
  "on another port, told by the browser alone": { "sec-fetch-site": "same-site" },
  "of another site, told by the browser alone": { "sec-fetch-site": "cross-site" },
  "on no port": { origin: "http://127.0.0.1" },
  "of another scheme": { origin: `https://${HOST}` },
  "of another name of this machine": { origin: "http://localhost:7400" },
  "that names two origins": { origin: `${OWN}, ${OWN}` },
  "whose origin begins with the API's": { origin: `${OWN}.evil.example` },
  "whose origin is an address of the API's": { origin: `${OWN}/` },
  "that the browser takes for a foreign one": { origin: OWN, "sec-fetch-site": "cross-site" },
};
/** What pages of the API's own, and programs, say. */
const OWN_CALLERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a page of its own": { origin: OWN, "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" },
  "a page of its own in an old browser": { origin: OWN },
  "a person at the browser": { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" },
  "a program": {},
  "Node's fetch": { "sec-fetch-mode": "cors" },
};

const routes = (): readonly Route[] => declaredRoutes(api().deps);
const ask = (route: Route, headers: object, body: string | null = null) => {
  const { method, path } = splitAddress(route.at);
  return api().request(method, addressOf(path), { headers: { host: HOST, ...headers }, body });
};

describe("on every route that may change something, a page", () => {
  test.each(Object.entries(FOREIGN))("%s is refused, with a body and without", async (_, said) => {
    const changing = routes().filter(isChanging);
    expect(changing.length).toBeGreaterThan(35);
    for (const route of changing) {
      await problemOf(ask(route, said), "forbidden_origin");
      for (const type of ["text/plain", "application/json", "application/octet-stream"]) {
        await problemOf(ask(route, { ...said, "content-type": type }, "{}"), "forbidden_origin");
      }
    }
  });

  test("of another origin is refused where nothing is, too", async () => {
    const headers = { host: HOST, origin: "null" };
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      await problemOf(api().request(method, "/v1/new-one", { headers }), "forbidden_origin");
    }
  });

  test("of another origin is told where to ask", async () => {
    const pause = routes().find(({ id }) => id === "pausePlan")!;
    const said = { origin: "https://evil.example" };
    const problem = await problemOf(ask(pause, said), "forbidden_origin");
    expect(problem.detail).toContain("https://evil.example");
    expect(problem.hint).toContain(OWN);
    const long = await problemOf(ask(pause, { origin: "x".repeat(10_000) }), "forbidden_origin");
    expect(long.detail.length).toBeLessThan(250);
  });
});

test.each(Object.entries(OWN_CALLERS))("%s is heard on every route", async (_, said) => {
  for (const route of routes().filter(isChanging)) {
    const answer = await ask(route, said);
    expect(answer.status, `${route.at}: ${await answer.text()}`).not.toBe(403);
  }
});

test("a page behind a proxy that ends TLS is one of the address that it names", async () => {
  const own = createKeyedApi(api().deps, { hosts: ["plans.example.org"] });
  const { written } = await own.add("kim", "operator");
  const authorization = `Bearer ${written}`;
  const pause = (headers: object) =>
    own.request("POST", "/v1/plans/nobody/pause", {
      headers: { host: "plans.example.org", authorization, ...headers },
    });
  const origin = "https://plans.example.org";
  await problemOf(pause({ origin, "x-forwarded-proto": "https" }), "plan_not_found");
  await problemOf(pause({ origin }), "forbidden_origin");
  const plain = { origin: "http://plans.example.org", "x-forwarded-proto": "https" };
  await problemOf(pause(plain), "forbidden_origin");
  // The first of several proxies is the one that the browser speaks with.
  for (const proto of ["https,http", " HTTPS , http"]) {
    await problemOf(pause({ origin, "x-forwarded-proto": proto }), "plan_not_found");
  }
  await problemOf(pause({ origin, "x-forwarded-proto": "http,https" }), "forbidden_origin");
});

test("a proxy that changes what the browser sent is named as the cause", async () => {
  const headers = { origin: "https://plans.example.org", "sec-fetch-site": "same-origin" };
  const pause = (more: object) =>
    problemOf(
      api().request("POST", "/v1/plans/nobody/pause", { headers: { ...headers, ...more } }),
      "forbidden_origin",
    );
  expect((await pause({ host: "127.0.0.1:7400" })).hint).toMatch(/proxy.*Host.*X-Forwarded-Proto/);
  // Of a foreign page it is not said.
  const foreign = await pause({ host: "127.0.0.1:7400", "sec-fetch-site": "cross-site" });
  expect(foreign.hint).not.toContain("proxy");
});

test("no name of the domain is forced to https but its own", async () => {
  const { headers } = await api().request("GET", "/healthz");
  expect(headers.get("strict-transport-security")).toBe("max-age=15552000");
});

describe("what changes nothing", () => {
  test("is answered to every page, and no answer lets another origin's page read it", async () => {
    const reading = routes().filter((route) => !isChanging(route));
    expect(reading.length).toBeGreaterThan(30);
    for (const route of reading.filter(({ responses }) => !("101" in responses))) {
      const { headers, status } = await ask(route, FOREIGN["of another site"]!);
      expect(status, route.at).not.toBe(403);
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  test("gives no leave to ask for more", async () => {
    const answer = await api().request("OPTIONS", "/v1/plans", {
      headers: {
        host: HOST,
        origin: "https://evil.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
      },
    });
    expect(answer.status).toBe(405);
    expect([...answer.headers.keys()].join()).not.toContain("access-control");
  });
});

test.each(Object.entries(FOREIGN))("a page %s opens no stream and no socket", async (_, said) => {
  const headers = { host: HOST, accept: "text/event-stream", ...said };
  for (const path of ["/v1/events", "/v1/plans/nobody/events", "/v1/ws", "/ws/nobody"]) {
    await problemOf(api().request("GET", path, { headers }), "forbidden_origin");
  }
});

describe("a body", () => {
  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])(
    "of the type %j is read nowhere",
    async (type) => {
      for (const route of routes().filter((route) => isChanging(route))) {
        if (route.body === undefined) continue;
        await problemOf(ask(route, { "content-type": type }, "{}"), "unsupported_media_type");
      }
    },
  );

  test("that is a file has the type of bytes", async () => {
    const upload = routes().find(({ id }) => id === "uploadFile")!;
    const problem = await problemOf(
      ask(upload, { "content-type": "text/plain" }, "a"),
      "unsupported_media_type",
    );
    expect(problem.hint).toContain("application/octet-stream");
  });
});
