import type { OpenAPIHono, RouteConfig } from "@hono/zod-openapi";
import type { z } from "zod";
import { NewPlanSchema } from "../contract/plan.ts";
import { PROBLEMS } from "../contract/problem.ts";
import { SOCKET_PROTOCOL } from "../contract/stream.ts";
import { EXAMPLES } from "./openapi-examples.ts";
import { REQUEST_HEADERS, RESPONSE_HEADERS } from "./openapi-headers.ts";
import { OPERATIONS, TAGS, type Operation } from "./operations.ts";
import { ProblemSchema } from "./problem.ts";
import { ROUTE_ROLES } from "./route-roles.ts";
import { createSchemaWriter, type JsonSchemaObject, type SchemaWriter } from "./schema-names.ts";

/** An OpenAPI 3.1 document, as far as anybody here reads it. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: JsonSchemaObject;
  readonly tags: readonly { name: string; description: string }[];
  readonly paths: Record<string, Record<string, JsonSchemaObject>>;
  readonly components: Record<string, Record<string, JsonSchemaObject>>;
  readonly security: readonly JsonSchemaObject[];
}

const SOCKETS = ["GET /v1/ws", "GET /ws/:session_id"];
const PROBLEM_JSON = "application/problem+json";

/** `METHOD /path/:parameter` of a route as `createRoute` has it. */
export function nameOf({ method, path }: Pick<RouteConfig, "method" | "path">): string {
  return `${method.toUpperCase()} ${path.replaceAll(/\{([a-z_]+)\}/g, ":$1")}`;
}

/** The API's document (OpenAPI 3.1), made of the schemas that its routes check and answer with. */
export function openApiDocument(app: Pick<OpenAPIHono, "openAPIRegistry">): OpenApiDocument {
  const writer = createSchemaWriter();
  const paths: OpenApiDocument["paths"] = {};
  const put = (name: string, described: JsonSchemaObject): void => {
    const [method = "", path = ""] = name.split(" ");
    const address = path.replaceAll(/:([a-z_]+)/g, "{$1}");
    paths[address] = { ...paths[address], [method.toLowerCase()]: described };
  };
  for (const definition of app.openAPIRegistry.definitions) {
    if (definition.type !== "route") continue;
    const name = nameOf(definition.route);
    const operation = OPERATIONS[name];
    if (operation !== undefined) put(name, describe(name, operation, definition.route, writer));
  }
  for (const name of SOCKETS) put(name, describeSocket(name, OPERATIONS[name]!));
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
    security: [{ bearer: [] }, {}],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description:
            "A key, `hp_…` (holdpoint key add). On loopback without keys none is needed.",
        },
      },
      responses: problemResponses(writer),
      headers: RESPONSE_HEADERS,
      parameters: REQUEST_HEADERS,
      schemas: writer.components(),
    },
  };
}

function describe(
  name: string,
  operation: Operation,
  route: RouteConfig,
  writer: SchemaWriter,
): JsonSchemaObject {
  const changes = !name.startsWith("GET ");
  const { request } = route;
  const parameters = [
    ...parametersOf("path", request?.params as z.ZodType | undefined, writer),
    ...parametersOf("query", request?.query as z.ZodType | undefined, writer),
    ...headersOf(operation, changes).map((header) => ({
      $ref: `#/components/parameters/${header}`,
    })),
  ];
  const body = request?.body as { required?: boolean; content: Content } | undefined;
  return {
    ...headOf(name, operation),
    parameters,
    ...(body !== undefined && {
      requestBody: {
        required: body.required ?? false,
        content: contentOf(body.content, writer.input, EXAMPLES[operation.id]),
      },
    }),
    responses: { ...answersOf(route, writer, changes), ...refusalsOf(name, changes) },
  };
}

function headOf(name: string, { id, tag, summary }: Operation): JsonSchemaObject {
  const role = ROUTE_ROLES[name];
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: role === "anyone" ? "Needs no key." : `Needs the role ${role}.`,
    ...(role === "anyone" && { security: [{}] }),
  };
}

function describeSocket(name: string, operation: Operation): JsonSchemaObject {
  const plan = { type: "string", description: "A plan's id" };
  return {
    ...headOf(name, operation),
    parameters: name.includes(":session_id")
      ? [{ name: "session_id", in: "path", required: true, schema: plan }]
      : [],
    responses: {
      101: {
        description: name.startsWith("GET /v1")
          ? `The socket is open; its subprotocol is ${SOCKET_PROTOCOL}.`
          : "The socket is open; its messages are those of seed S0 §5.5 and §5.6.",
      },
      426: { $ref: "#/components/responses/Problem426" },
      ...refusalsOf(name, false),
    },
  };
}

function headersOf({ takes = [] }: Operation, changes: boolean): string[] {
  return ["X-Request-Id", "Accept-Language", ...(changes ? ["Idempotency-Key"] : []), ...takes];
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

type Content = Readonly<Record<string, { schema: unknown }>>;

function contentOf(
  content: Content,
  write: (schema: z.ZodType) => JsonSchemaObject,
  example?: object,
): Record<string, JsonSchemaObject> {
  return Object.fromEntries(
    Object.entries(content).map(([type, { schema }]) => [
      type,
      { schema: write(schema as z.ZodType), ...(example !== undefined && { example }) },
    ]),
  );
}

function answersOf(
  { responses }: RouteConfig,
  writer: SchemaWriter,
  changes: boolean,
): Record<string, JsonSchemaObject> {
  const entries = Object.entries(responses).filter(([status]) => status !== "default");
  return Object.fromEntries(
    entries.map(([status, answer]) => {
      const { description, content } = answer as { description: string; content?: Content };
      const headers = [
        "X-Request-Id",
        ...(changes ? ["Idempotent-Replayed"] : status === "200" ? ["ETag"] : []),
        ...(status === "201" ? ["Location"] : []),
      ];
      return [
        status,
        {
          description,
          headers: Object.fromEntries(
            headers.map((header) => [header, { $ref: `#/components/headers/${header}` }]),
          ),
          ...(content !== undefined && {
            content: contentOf(content, (schema) =>
              // A plan as a person writes it leaves defaults out in answers, too.
              schema === NewPlanSchema ? writer.input(schema) : writer.output(schema),
            ),
          }),
        },
      ];
    }),
  );
}

/** Statuses of problems that any route may answer, and those that only changing ones do. */
const EVERYWHERE = [400, 401, 403, 404, 405, 422, 429, 431, 500, 503];
const CHANGING = [409, 410, 412, 413, 415];

function refusalsOf(name: string, changes: boolean): Record<string, JsonSchemaObject> {
  const cached = OPERATIONS[name]?.takes?.includes("If-None-Match") === true;
  const statuses = [...EVERYWHERE, ...(changes ? CHANGING : [])];
  return {
    ...(cached && { 304: { description: "It is as the caller knows it" } }),
    ...Object.fromEntries(
      statuses.map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
    ),
  };
}

function problemResponses(writer: SchemaWriter): Record<string, JsonSchemaObject> {
  return Object.fromEntries(
    [...EVERYWHERE, ...CHANGING, 426].map((status) => {
      const codes = Object.entries(PROBLEMS).filter(([, problem]) => problem.status === status);
      const retry = status === 429 || status === 503;
      const headers = ["X-Request-Id", "Content-Language", ...(retry ? ["Retry-After"] : [])];
      return [
        `Problem${status}`,
        {
          description: codes.map(([code, { title }]) => `${title.en} (\`${code}\`)`).join("; "),
          headers: Object.fromEntries(
            headers.map((header) => [header, { $ref: `#/components/headers/${header}` }]),
          ),
          content: { [PROBLEM_JSON]: { schema: writer.output(ProblemSchema) } },
        },
      ];
    }),
  );
}
