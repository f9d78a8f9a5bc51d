import { readFile } from "node:fs/promises";
import { z } from "zod";
import { PLAN_FILE_SCHEMA, planFileSchema } from "../../../contract/plan/plan-file.ts";
import { refusal, Refusal } from "../../../contract/problems/problem-error.ts";
import { ProblemListSchema, type ProblemDetail } from "../../../contract/problems/problem.ts";
import { say, sayAll } from "../../../contract/sentences/sentence.ts";
import { ReadySchema } from "../../../contract/service/ready.ts";
import { PROBLEMS, type ProblemCode } from "../../../contract/tables/problems.ts";
import { JsonObjectSchema, type JsonObject } from "../../../contract/text.ts";
import { languageHeaders, languageOf } from "../../http/language.ts";
import type { ApiMetrics } from "../../http/observe.ts";
import { json, route, type Route } from "../../http/route.ts";
import { whyFull } from "../../http/storage.ts";
import {
  asyncApiDocument,
  serversAt,
  type AsyncApiDocument,
} from "../../openapi/asyncapi-document.ts";
import { docsPage } from "../../openapi/docs-page.ts";
import { openApiDocument, type OpenApiDocument } from "../../openapi/openapi-document.ts";
import type { ApiDeps } from "../api-deps.ts";

/** One page for each problem. */
const PAGES = new URL("../../../../docs/errors/", import.meta.url);
const NO_SCRIPTS = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'";
const text = (type: string, description: string) => ({
  description,
  content: { [type]: { schema: z.string() } },
});
const FOR_ANYONE = { tag: "service", role: "anyone" } as const;
const RETRY_SECONDS = 2;

/**
 * What the API says about itself. Its numbers need a key; the rest needs none.
 * @param allRoutes what it has, these included: asked for at the first request.
 */
export function serviceRoutes(
  allRoutes: () => readonly Route[],
  metrics: ApiMetrics,
  { disk, figures, presence, signIns }: Pick<ApiDeps, "disk" | "figures" | "presence" | "signIns">,
) {
  let openapi: OpenApiDocument | undefined;
  let asyncapi: AsyncApiDocument | undefined;
  return [
    route({
      at: "GET /healthz",
      id: "health",
      ...FOR_ANYONE,
      summary: "Check that the API answers",
      responses: { 200: json(z.object({ status: z.literal("ok") }), "The API answers") },
      handler: (c) => c.json({ status: "ok" as const }, 200),
    }),
    route({
      at: "GET /readyz",
      id: "ready",
      ...FOR_ANYONE,
      summary: "Check that Temporal answers, workers poll and the disk takes what comes",
      responses: { 200: json(ReadySchema, "Everything is ready; a refusal names what is not") },
      async handler(c) {
        const [workers, { free_bytes, ...disks }] = await Promise.all([
          presence().catch(() => undefined),
          disk.look(),
        ]);
        const errors: ProblemDetail[] = [];
        if (workers === undefined)
          errors.push({ pointer: "/temporal", detail: say("no_temporal") });
        if (workers?.state === "down") {
          errors.push({ pointer: "/workers", detail: say("no_worker_polls") });
        }
        if (disks.refusal !== undefined || free_bytes === null) {
          errors.push({ pointer: "/disk", detail: whyFull({ free_bytes, ...disks }) });
        } else if (errors.length === 0) {
          const part = { ready: true as const };
          return c.json({ temporal: part, workers: part, disk: { ...part, free_bytes } }, 200);
        }
        throw new Refusal(
          {
            code: "not_ready",
            detail: sayAll(errors.map(({ detail }) => detail)),
            hint: say("ready_by_itself"),
            errors,
          },
          RETRY_SECONDS,
        );
      },
    }),
    route({
      at: "GET /openapi.json",
      id: "openapi",
      ...FOR_ANYONE,
      summary: "Get this document",
      headers: ["If-None-Match"],
      responses: { 200: json(JsonObjectSchema, "OpenAPI 3.1") },
      handler(c) {
        openapi ??= openApiDocument(allRoutes(), signIns.cookie);
        return c.json(openapi as unknown as JsonObject, 200);
      },
    }),
    route({
      at: "GET /asyncapi.json",
      id: "asyncapi",
      ...FOR_ANYONE,
      summary: "Get the document of the live stream",
      headers: ["If-None-Match"],
      responses: { 200: json(JsonObjectSchema, "AsyncAPI 3.0") },
      handler(c) {
        asyncapi ??= asyncApiDocument(allRoutes());
        const document = { ...asyncapi, servers: serversAt(c.req.url) };
        return c.json(document as unknown as JsonObject, 200);
      },
    }),
    route({
      at: `GET /${PLAN_FILE_SCHEMA}`,
      id: "planFileSchema",
      ...FOR_ANYONE,
      summary: "Get the JSON Schema of plan files, for editors",
      headers: ["If-None-Match"],
      responses: { 200: json(JsonObjectSchema, "JSON Schema 2020-12") },
      handler: (c) => c.json(planFileSchema() as JsonObject, 200),
    }),
    route({
      at: "GET /metrics",
      id: "metrics",
      tag: "service",
      role: "viewer",
      summary: "Get metrics for Prometheus",
      responses: {
        200: text(
          "text/plain",
          "Requests by route, plans, holds and deliveries, in the text format of Prometheus",
        ),
      },
      async handler(c) {
        const read = await metrics.read(await figures());
        return c.text(read.text, 200, { "content-type": read.type });
      },
    }),
    route({
      at: "GET /docs",
      id: "docs",
      ...FOR_ANYONE,
      summary: "Read this document as a page",
      responses: { 200: text("text/html", "The document as a page") },
      handler(c) {
        c.header("content-security-policy", NO_SCRIPTS);
        openapi ??= openApiDocument(allRoutes(), signIns.cookie);
        return c.html(docsPage(openapi), 200);
      },
    }),
    route({
      at: "GET /problems",
      id: "listProblems",
      ...FOR_ANYONE,
      summary: "List every problem that the API can answer with",
      responses: { 200: json(ProblemListSchema, "Every problem, sorted by code") },
      handler(c) {
        const codes = Object.keys(PROBLEMS).toSorted() as ProblemCode[];
        const language = languageOf(c);
        const problems = codes.map((code) => {
          const { status, retryable, title } = PROBLEMS[code];
          return { code, type: `/problems/${code}`, status, title: title[language], retryable };
        });
        return c.json({ problems }, 200, languageHeaders(c));
      },
    }),
    route({
      at: "GET /problems/:code",
      id: "getProblem",
      ...FOR_ANYONE,
      summary: "Read what a problem means and what to do",
      params: z.object({ code: z.string().max(100) }),
      responses: { 200: text("text/markdown", "What it means and what to do") },
      async handler(c, { params: { code } }) {
        if (!Object.hasOwn(PROBLEMS, code)) {
          throw refusal("not_found", say("no_problem", { code }), say("look_at_problems"));
        }
        const page = await readFile(new URL(`${code}.md`, PAGES), "utf8");
        return c.body(page, 200, { "content-type": "text/markdown; charset=utf-8" });
      },
    }),
  ];
}
