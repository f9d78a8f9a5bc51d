import type { z } from "zod";
import { NewPlanSchema } from "../../contract/plan/plan.ts";
import { ProblemSchema } from "../../contract/problems/problem.ts";
import { english } from "../../contract/sentences/sentence.ts";
import { PROBLEMS } from "../../contract/tables/problems.ts";
import {
  BYTES,
  headersOf,
  isChanging,
  neededRole,
  splitAddress,
  TAGS,
  templateOf,
  type Route,
} from "../http/route.ts";
import { headerParameters, RESPONSE_HEADERS } from "./openapi-headers.ts";
import { writeDocument, type JsonSchemaObject, type SchemaWriter } from "./schema-writer.ts";

/** An OpenAPI 3.1 document, as far as anybody here reads it. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: JsonSchemaObject;
  readonly tags: readonly { name: string; description: string }[];
  readonly paths: Record<string, Record<string, JsonSchemaObject>>;
  readonly components: Record<string, Record<string, JsonSchemaObject>>;
  readonly security: readonly JsonSchemaObject[];
}

const PROBLEM_JSON = "application/problem+json";

/**
 * The API's document (OpenAPI 3.1), made of the schemas that its routes check and answer with.
 * @param cookie what the cookie of sign-ins is called.
 */
export function openApiDocument(routes: readonly Route[], cookie: string): OpenApiDocument {
  return writeDocument((writer) => describeRoutes(routes, cookie, writer));
}

function describeRoutes(
  routes: readonly Route[],
  cookie: string,
  writer: SchemaWriter,
): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {};
  for (const route of routes) {
    const { method, path } = splitAddress(route.at);
    const address = templateOf(path);
    paths[address] = { ...paths[address], [method.toLowerCase()]: describe(route, writer) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Holdpoint",
      version: "1",
      summary: "Durable plans that stop exactly where a person must decide.",
      description:
        "Every refusal is a problem (RFC 9457) with a stable code and the next step; its `type` leads to a page about it. Unknown query parameters and fields are refused. See docs/api.md for the conventions.",
      license: { name: "MIT", identifier: "MIT" },
    },
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [{ bearer: [] }, { cookie: [] }, {}],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description:
            "A key, `hp_…` (holdpoint key add). On loopback without keys none is needed.",
        },
        cookie: {
          type: "apiKey",
          in: "cookie",
          name: cookie,
          description:
            "What `POST /v1/sign-in` gives a browser in the place of its key; over https its name begins with `__Host-`. It counts for pages of the API's own origin only, and only without an authorization header.",
        },
      },
      responses: problemResponses(writer),
      headers: RESPONSE_HEADERS,
      parameters: headerParameters(writer),
      schemas: writer.components(),
    },
  };
}

function describe(route: Route, writer: SchemaWriter): JsonSchemaObject {
  const { id, tag, summary, params, query } = route;
  const role = english(neededRole(route));
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: role === "anyone" ? "Needs no key." : `Needs the role ${role}.`,
    ...(role === "anyone" && { security: [{}] }),
    parameters: [
      ...parametersOf("path", params, writer),
      ...parametersOf("query", query, writer),
      ...headersOf(route).map((header) => ({ $ref: `#/components/parameters/${header}` })),
    ],
    ...requestBodyOf(route, writer),
    responses: { ...responsesOf(route, writer), ...refusalsOf(route) },
  };
}

function requestBodyOf({ body, example }: Route, writer: SchemaWriter): JsonSchemaObject {
  if (body === undefined) return {};
  if (body === BYTES) {
    const schema = { type: "string", format: "binary" };
    return { requestBody: { required: true, content: { [BYTES]: { schema } } } };
  }
  const content = { schema: writer.input(body), ...(example !== undefined && { example }) };
  // No body is an empty object.
  const required = !body.safeParse({}).success;
  return { requestBody: { required, content: { "application/json": content } } };
}

function parametersOf(
  place: "path" | "query",
  schema: z.ZodType | undefined,
  writer: SchemaWriter,
): JsonSchemaObject[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = writer.input(schema) as {
    properties?: Record<string, JsonSchemaObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

function responsesOf(route: Route, writer: SchemaWriter) {
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, { description, content }]) => {
      const headers = [
        "X-Request-Id",
        "Holdpoint-Instance",
        ...(isChanging(route) ? ["Idempotent-Replayed"] : status === "200" ? ["ETag"] : []),
        // A file is named in the answer; it has no address.
        ...(status === "201" && route.body !== BYTES ? ["Location"] : []),
      ];
      return [
        status,
        {
          description,
          // A switch to another protocol is no answer of this one.
          ...(status !== "101" && { headers: linked(headers) }),
          ...(content !== undefined && { content: contentOf(content, writer) }),
        },
      ];
    }),
  );
}

function linked(headers: readonly string[]): JsonSchemaObject {
  return Object.fromEntries(
    headers.map((header) => [header, { $ref: `#/components/headers/${header}` }]),
  );
}

function contentOf(content: Readonly<Record<string, { schema: z.ZodType }>>, writer: SchemaWriter) {
  return Object.fromEntries(
    Object.entries(content).map(([type, { schema }]) => [
      type,
      // A plan as a person writes it leaves defaults out in answers, too.
      { schema: schema === NewPlanSchema ? writer.input(schema) : writer.output(schema) },
    ]),
  );
}

/** Statuses of problems that any route may answer, and those that only changing ones do. */
const EVERYWHERE = [400, 401, 403, 404, 405, 421, 422, 429, 431, 500, 502, 503, 507];
const CHANGING = [409, 410, 412, 413, 415];
/** Of bytes alone, whose parts can be asked for. */
const RANGE = 416;
/** Of sockets alone. */
const UPGRADE = 426;

function refusalsOf(route: Route): Record<string, JsonSchemaObject> {
  const { at, headers = [], responses } = route;
  const statuses = [
    ...EVERYWHERE,
    // What a choice would do is refused as the choice itself.
    ...(isChanging(route) || at.endsWith("/choices") ? CHANGING : []),
    ...(headers.includes("Range") ? [RANGE] : []),
    ...(101 in responses ? [UPGRADE] : []),
  ];
  return {
    ...(headers.includes("If-None-Match") && {
      304: { description: "It is as the caller knows it" },
    }),
    ...Object.fromEntries(
      statuses.map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
    ),
  };
}

function problemResponses(writer: SchemaWriter): Record<string, JsonSchemaObject> {
  return Object.fromEntries(
    [...EVERYWHERE, ...CHANGING, RANGE, UPGRADE].map((status) => {
      const codes = Object.entries(PROBLEMS).filter(([, problem]) => problem.status === status);
      const retry = status === 429 || status === 503;
      const headers = [
        "X-Request-Id",
        "Holdpoint-Instance",
        "Content-Language",
        ...(retry ? ["Retry-After"] : []),
      ];
      return [
        `Problem${status}`,
        {
          description: codes.map(([code, { title }]) => `${title.en} (\`${code}\`)`).join("; "),
          headers: linked(headers),
          content: { [PROBLEM_JSON]: { schema: writer.output(ProblemSchema) } },
        },
      ];
    }),
  );
}
