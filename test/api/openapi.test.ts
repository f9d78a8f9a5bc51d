import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createApp } from "../../src/api/app.ts";
import { routeNames } from "../../src/api/http/matched-routes.ts";
import { asyncApiDocument } from "../../src/api/openapi/asyncapi-document.ts";
import { openApiDocument, type OpenApiDocument } from "../../src/api/openapi/openapi-document.ts";
import { PROBLEMS } from "../../src/contract/tables/problems.ts";
import { pointersOf, problemOf, useApi } from "../support/api-harness.ts";
import { declaredRoutes, rolesByRoute } from "../support/declared-routes.ts";
import { createKeyedApi } from "../support/keyed-api.ts";

const api = useApi({ worker: false });
const document = () => api().get<OpenApiDocument>("/openapi.json");

type Described = Record<string, unknown> & {
  operationId: string;
  tags: string[];
  parameters: { $ref?: string; name?: string; in?: string }[];
  responses: Record<string, { $ref?: string; content?: Record<string, unknown> }>;
};

async function operations(): Promise<{ name: string; described: Described }[]> {
  const { paths } = await document();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      name: `${method.toUpperCase()} ${path.replaceAll(/\{([a-z_]+)\}/g, ":$1")}`,
      described: described as Described,
    })),
  );
}

/** Everything in a document that refers to another part of it. */
function referencesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === "$ref" && typeof item === "string" ? [item] : referencesIn(item),
  );
}

describe("the API's document", () => {
  test("describes every route that the API has, and no other", async () => {
    const registered = routeNames(createApp(api().deps).routes);
    const described = (await operations()).map(({ name }) => name);
    expect(described.toSorted()).toEqual([...new Set(registered)].toSorted());
    expect(described.length).toBeGreaterThan(40);
  });

  test("names every operation once, under a tag that it explains", async () => {
    const all = await operations();
    const ids = all.map(({ described }) => described.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = (await document()).tags.map(({ name }) => name);
    for (const { described } of all) expect(tags).toContain(described.tags[0]);
  });

  test("has no schema by a name that generators of clients give to an operation's own types", async () => {
    const { components } = await document();
    const names = Object.keys(components.schemas ?? {});
    const taken = (await operations()).flatMap(({ described: { operationId } }) => {
      const own = operationId.charAt(0).toUpperCase() + operationId.slice(1);
      const ends = ["Params", "Body", "Request", "Response", "Data", "Error", "Errors", "Result"];
      return ends.map((end) => own + end);
    });
    expect(names.filter((name) => taken.includes(name))).toEqual([]);
    expect(names.filter((name) => name.endsWith("InputInput"))).toEqual([]);
  });

  test("says of answers what is known: a priority is a number, an edit's answer has a name", async () => {
    const { components, paths } = await document();
    expect(components.schemas?.["PriorityParams"]).toMatchObject({
      properties: { priority: { type: "integer", minimum: 0, maximum: 10 } },
    });
    const { post } = paths["/v1/plans/{plan_id}/edits"] as { post: Described };
    expect(post.responses["200"]?.content).toMatchObject({
      "application/json": { schema: { $ref: "#/components/schemas/EditAnswer" } },
    });
  });

  test("leads nowhere that is not there", async () => {
    const whole = await document();
    const references = new Set(referencesIn(whole));
    expect(references.size).toBeGreaterThan(30);
    for (const reference of references) {
      const parts = reference.slice(2).split("/");
      let at: unknown = whole;
      for (const part of parts) at = (at as Record<string, unknown> | undefined)?.[part];
      expect(at, reference).toBeTypeOf("object");
    }
  });

  test("is the same where other code has a schema of its own by one of the names", () => {
    const routes = declaredRoutes(api().deps);
    const written = () => [openApiDocument(routes, "cookie"), asyncApiDocument(routes)];
    const before = written();
    const strangers = ["Timestamp", "Todo", "Sandwich"].map((id) => z.string().meta({ id }));
    expect(z.globalRegistry.get(strangers[0]!)).toEqual({ id: "Timestamp" });
    expect(written()).toEqual(before);
  });

  test("names every problem code", async () => {
    const { components } = await document();
    const code = components["schemas"]?.["ProblemCode"] as { enum: string[] };
    expect(code.enum.toSorted()).toEqual(Object.keys(PROBLEMS).toSorted());
  });

  test("says of every problem's status where it may be answered", async () => {
    const described = await operations();
    const statuses = new Set(described.flatMap((one) => Object.keys(one.described.responses)));
    const problems = Object.values(PROBLEMS).map(({ status }) => String(status));
    expect(problems.filter((status) => !statuses.has(status))).toEqual([]);
    const ranges = described.filter((one) => "416" in one.described.responses);
    expect(ranges.map(({ name }) => name)).toEqual([
      "GET /v1/plans/:plan_id/todos/:todo_id/result",
      "GET /v1/holds/:hold_id/arguments",
    ]);
  });

  test("says where an answer may be a stream, and that a plan's has an end", async () => {
    const streams = (await operations()).filter(({ described }) => {
      return "text/event-stream" in (described.responses["200"]?.content ?? {});
    });
    expect(streams.map(({ name }) => name)).toEqual([
      "GET /v1/plans/:plan_id/events",
      "GET /v1/events",
    ]);
    expect(streams.map(({ described }) => "204" in described.responses)).toEqual([true, false]);
  });

  test("says which headers a request may carry", async () => {
    const all = await operations();
    const takes = (name: string): string[] =>
      all
        .find((operation) => operation.name === name)!
        .described.parameters.flatMap(({ $ref }) => $ref?.split("/").at(-1) ?? []);
    expect(takes("POST /v1/plans")).toEqual(["X-Request-Id", "Accept-Language", "Idempotency-Key"]);
    expect(takes("POST /v1/plans/:plan_id/edits")).toContain("If-Match");
    expect(takes("POST /v1/plans/:plan_id/resume")).toContain("If-Match");
    expect(takes("POST /v1/plans/:plan_id/cancel")).toContain("If-Match");
    for (const word of ["pause", "archive", "unarchive", "acknowledge"]) {
      expect(takes(`POST /v1/plans/:plan_id/${word}`)).not.toContain("If-Match");
    }
    expect(takes("GET /v1/plans/:plan_id")).toContain("If-None-Match");
    expect(takes("POST /v1/plans/:plan_id/pause")).toContain("Prefer");
    expect(takes("GET /v1/plans/:plan_id/events")).toContain("Last-Event-ID");
  });

  test("says which operations need no key, as the routes declare it", async () => {
    const open = (await operations()).filter(
      ({ described }) => described["security"] !== undefined,
    );
    const roles = rolesByRoute(api().deps);
    const anyone = Object.keys(roles).filter((name) => roles[name] === "anyone");
    expect(open.map(({ name }) => name).toSorted()).toEqual(anyone.toSorted());
  });

  test("describes requests by what may be left out and answers by what is always there", async () => {
    const { components } = await document();
    const schemas = components["schemas"] as Record<string, { required?: string[] }>;
    expect(schemas["NewPlan"]?.required ?? schemas["NewPlanInput"]?.required).toEqual([
      "title",
      "todos",
    ]);
    expect(schemas["Plan"]?.required).toContain("next_offset");
  });

  test("names nothing that refers to itself, and what a choice is between", async () => {
    const { components } = await document();
    const schemas = components["schemas"]!;
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(["AddTodoOpInput", "CommandReceipt"]),
    );
    const known = new Set<string>();
    // Each schema comes behind those that it refers to, so none can refer to itself.
    for (const [name, schema] of Object.entries(schemas)) {
      for (const reference of referencesIn(schema)) {
        expect(known, `${name} refers to ${reference}`).toContain(reference);
      }
      known.add(`#/components/schemas/${name}`);
    }
  });

  test("says the greatest number that is taken", async () => {
    const { described } = (await operations()).find(
      ({ name }) => name === "GET /v1/plans/:plan_id",
    )!;
    const offset = described.parameters.find(({ name }) => name === "offset");
    expect(offset).toMatchObject({ schema: { maximum: Number.MAX_SAFE_INTEGER } });
    const tooLarge = api().request("GET", "/v1/plans/p?offset=9007199254740993");
    expect(pointersOf(await problemOf(tooLarge, "validation_failed"))).toEqual(["/query/offset"]);
  });

  test.each([
    ["POST", "/v1/plans/p/rollback", { checkpoint_id: "cp\u0007" }, "/checkpoint_id"],
    ["POST", "/v1/plans/p/fork", { checkpoint_id: "cp\u0007" }, "/checkpoint_id"],
    ["POST", "/v1/plans/p/todos", { title: "t", command_id: "c\n" }, "/command_id"],
    ["PATCH", "/v1/plans/p/todos/t", { title: "t", command_id: "c\n" }, "/command_id"],
    ["POST", "/api/todos/p/rollback?checkpoint_id=cp%07", {}, "/query/checkpoint_id"],
    ["GET", "/v1/plans/p/events?types=todo,nonsense", null, "/query/types"],
  ] as const)("forbids what the plan would refuse, with its place: %s %s", async (...asked) => {
    const [method, path, body, place] = asked;
    const answer = api().send(method, path, body);
    expect(pointersOf(await problemOf(answer, "validation_failed"))).toEqual([place]);
  });

  test("tells another method what there is, whatever the body is", async () => {
    const answer = await api().request("PUT", "/v1/plans/p/files", {
      body: new Uint8Array([0x89, 0xff, 0xfe]),
    });
    expect(answer.headers.get("allow")).toBe("POST");
    await problemOf(answer, "method_not_allowed");
  });

  test("is there for who has no key, and so is its page", async () => {
    const own = createKeyedApi(api().deps);
    await own.add("kim", "viewer");
    for (const path of ["/openapi.json", "/docs", "/problems", "/problems/not_found"]) {
      expect((await own.request("GET", path)).status).toBe(200);
    }
  });
});

describe("the page of the API's document", () => {
  test("shows every operation, without scripts and without anything from elsewhere", async () => {
    const answer = await api().request("GET", "/docs");
    expect(answer.headers.get("content-type")).toContain("text/html");
    const page = await answer.text();
    for (const { described } of await operations()) {
      expect(page).toContain(`id="${described.operationId}"`);
    }
    expect(page).not.toMatch(/<script/i);
    const links = [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link!);
    expect(links.filter((link) => !/^[#/](?!\/)/.test(link))).toEqual([]);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  test("links schemas to their description", async () => {
    const page = await (await api().request("GET", "/docs")).text();
    for (const [, name] of page.matchAll(/href="#([\w-]+)"/g)) {
      expect(page).toContain(`id="${name}"`);
    }
  });
});
