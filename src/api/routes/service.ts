import { readFile } from "node:fs/promises";
import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { PROBLEMS, type ProblemCode } from "../../contract/problem.ts";
import { JsonObjectSchema, type JsonObject } from "../../contract/text.ts";
import { asyncApiDocument, serversAt, type AsyncApiDocument } from "../asyncapi-document.ts";
import { docsPage } from "../docs-page.ts";
import { languageHeaders, languageOf } from "../language.ts";
import { json, onInvalid, problems } from "../openapi.ts";
import { openApiDocument, type OpenApiDocument } from "../openapi-document.ts";
import { Refused } from "../refused.ts";

/** One page for each problem. */
const PAGES = new URL("../../../docs/errors/", import.meta.url);
const NO_SCRIPTS = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'";
const text = (type: string, description: string) => ({
  description,
  content: { [type]: { schema: z.string() } },
});

const health = createRoute({
  method: "get",
  path: "/healthz",
  responses: { 200: json(z.object({ status: z.literal("ok") }), "It answers"), ...problems },
});
const openapi = createRoute({
  method: "get",
  path: "/openapi.json",
  responses: { 200: json(JsonObjectSchema, "OpenAPI 3.1"), ...problems },
});
const asyncapi = createRoute({
  method: "get",
  path: "/asyncapi.json",
  responses: { 200: json(JsonObjectSchema, "AsyncAPI 3.0"), ...problems },
});
const docs = createRoute({
  method: "get",
  path: "/docs",
  responses: { 200: text("text/html", "The document as a page"), ...problems },
});
const list = createRoute({
  method: "get",
  path: "/problems",
  responses: {
    200: json(
      z.object({
        problems: z.array(
          z.object({
            code: z.string(),
            type: z.string(),
            status: z.int(),
            title: z.string(),
            retryable: z.boolean(),
          }),
        ),
      }),
      "Every problem, by code",
    ),
    ...problems,
  },
});
const page = createRoute({
  method: "get",
  path: "/problems/{code}",
  request: { params: z.object({ code: z.string().max(100) }) },
  responses: { 200: text("text/markdown", "What it means and what to do"), ...problems },
});

/** What the API says about itself; it needs no key. */
export function serviceRoutes(app: Pick<OpenAPIHono, "openAPIRegistry">) {
  // Made at the first request, when all routes are there.
  let document: OpenApiDocument | undefined;
  let live: AsyncApiDocument | undefined;
  return new OpenAPIHono({ defaultHook: onInvalid })
    .openapi(health, (c) => c.json({ status: "ok" as const }, 200))
    .openapi(openapi, (c) => {
      document ??= openApiDocument(app);
      return c.json(document as unknown as JsonObject, 200);
    })
    .openapi(asyncapi, (c) => {
      live ??= asyncApiDocument();
      const described = { ...live, servers: serversAt(c.req.url) };
      return c.json(described as unknown as JsonObject, 200);
    })
    .openapi(docs, (c) => {
      c.header("content-security-policy", NO_SCRIPTS);
      document ??= openApiDocument(app);
      return c.html(docsPage(document), 200);
    })
    .openapi(list, (c) => {
      const codes = Object.keys(PROBLEMS).toSorted() as ProblemCode[];
      const language = languageOf(c);
      const all = codes.map((code) => {
        const { status, retryable, title } = PROBLEMS[code];
        return { code, type: `/problems/${code}`, status, title: title[language], retryable };
      });
      return c.json({ problems: all }, 200, languageHeaders(c));
    })
    .openapi(page, async (c) => {
      const { code } = c.req.valid("param");
      if (!Object.hasOwn(PROBLEMS, code)) {
        throw new Refused({
          code: "not_found",
          detail: `There is no problem "${code}".`,
          hint: "Look at /problems for those that there are.",
        });
      }
      const found = await readFile(new URL(`${code}.md`, PAGES), "utf8");
      return c.body(found, 200, { "content-type": "text/markdown; charset=utf-8" });
    });
}
