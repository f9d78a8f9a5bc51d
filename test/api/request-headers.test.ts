import { describe, expect, test } from "vitest";
import type { OpenApiDocument } from "../../src/api/openapi/openapi-document.ts";
import { pointersOf, problemOf, useApi } from "../support/api-harness.ts";

const api = useApi({ worker: false });
/** A value that no pattern of a header takes. */
const ODD = "__main__ ,\u00e9";

interface Header {
  readonly name: string;
  readonly schema: { readonly pattern?: string };
}

/** Every operation of the document with the headers that it is said to take. */
async function operations() {
  const { paths, components } = await api().get<OpenApiDocument>("/openapi.json");
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path: path.replace("{hold_id}", "none.h1").replaceAll(/\{[a-z_0-9]+\}/g, "none"),
      headers: (described["parameters"] as { $ref?: string }[]).flatMap(({ $ref }) =>
        $ref === undefined
          ? []
          : [components["parameters"]![$ref.split("/").at(-1)!] as unknown as Header],
      ),
    })),
  );
}

describe("a header that the API's document describes", () => {
  test("is refused where it is not as the document says, by every route that takes it", async () => {
    const refused: string[] = [];
    for (const { name, method, path, headers } of await operations()) {
      for (const { name: header, schema } of headers) {
        if (schema.pattern === undefined) continue;
        expect(ODD).not.toMatch(new RegExp(schema.pattern));
        const answer = api().request(method, path, { headers: { [header]: ODD } });
        const problem = await problemOf(answer, "validation_failed");
        expect(pointersOf(problem), name).toEqual([`/header/${header.toLowerCase()}`]);
        refused.push(header);
      }
    }
    expect(new Set(refused)).toEqual(new Set(["Idempotency-Key", "If-Match", "Last-Event-ID"]));
    expect(refused.length).toBeGreaterThan(40);
  });

  test("and that is never refused may say anything", async () => {
    const headers = {
      "x-request-id": ODD,
      "accept-language": ODD,
      "if-none-match": ODD,
      prefer: ODD,
    };
    expect((await api().request("GET", "/openapi.json", { headers })).status).toBe(200);
  });

  test("is refused where a change is meant for one version and none is looked at", async () => {
    const passedOver: string[] = [];
    for (const { name, method, path, headers } of await operations()) {
      if (method === "GET" || headers.some((header) => header.name === "If-Match")) continue;
      const answer = await api().request(method, path, { headers: { "if-match": '"v3"' } });
      const problem = await problemOf(answer, "validation_failed");
      expect(pointersOf(problem), name).toEqual(["/header/if-match"]);
      passedOver.push(name);
    }
    expect(passedOver).toContain("PUT /v1/templates/{template_id}");
    const any = api().request("PUT", "/v1/templates/none", { headers: { "if-match": "*" } });
    expect(pointersOf(await problemOf(any, "validation_failed"))).toEqual(["/title"]);
  });

  test("is refused on a long-poll that has no use for it", async () => {
    const path = "/v1/plans/none/events?wait=1&after=362";
    const answer = api().request("GET", path, { headers: { "last-event-id": "__main__" } });
    const problem = await problemOf(answer, "validation_failed");
    expect(problem.detail).toBe("/header/last-event-id: must be a sequence number, such as 12.");
  });

  test.each([
    ["if-match", '"v1-s4-AbC_-"'],
    ["if-match", "*"],
    ["idempotency-key", "k-1"],
    ["idempotency-key", '"k-1"'],
  ])("is taken as the document says: %s: %s", async (header, value) => {
    const answer = await api().request("POST", "/v1/plans/none/undo?x=1", {
      headers: { [header]: value },
    });
    const problem = await problemOf(answer, "validation_failed");
    expect(pointersOf(problem)).toEqual(["/query/x"]);
  });
});
