import { createMcpHandler, INVALID_REQUEST, PARSE_ERROR } from "@modelcontextprotocol/server";
import type { Context } from "hono";
import { z } from "zod";
import { ProblemError } from "../../contract/problems/problem-error.ts";
import type { ToldProblem } from "../../contract/problems/problem.ts";
import { textOf } from "../../contract/sentences/sentence.ts";
import type { ProblemCode } from "../../contract/tables/problems.ts";
import { JsonSchema } from "../../contract/text.ts";
import { createConfirmation } from "../../mcp/confirm.ts";
import { createMcpServer } from "../../mcp/create-server.ts";
import { pathWith, type Ask } from "../../mcp/tool.ts";
import { createInternalRequest, type Handle } from "../auth/internal-request.ts";
import { languageHeaders, languageOf } from "../http/language.ts";
import { route } from "../http/route.ts";
import type { ApiDeps } from "./api-deps.ts";

/** What a body is that is no JSON, and one that is no message, in JSON-RPC's numbers. */
const UNREADABLE: ReadonlyMap<ProblemCode, number> = new Map([
  ["malformed_body", PARSE_ERROR],
  ["unsafe_text", INVALID_REQUEST],
  ["validation_failed", INVALID_REQUEST],
]);

/**
 * `/mcp`: what the API does, as tools for models. Each tool makes the request that anyone would make,
 * with the key of its caller, so that nothing is allowed here that is not allowed there.
 * @param handle answers a request as if it had arrived by itself.
 */
export function mcpRoutes(
  handle: Handle,
  { screenUrl, questionKey }: Pick<ApiDeps, "screenUrl" | "questionKey">,
) {
  const confirmation = createConfirmation(questionKey);
  return [
    route({
      at: "POST /mcp",
      id: "mcp",
      keepsNothing: true,
      tag: "mcp",
      role: "viewer",
      summary: "Speak MCP (Streamable HTTP, without sessions): tools and resources for models",
      body: z.union([z.record(z.string(), JsonSchema), z.array(JsonSchema)]),
      example: { jsonrpc: "2.0", id: 1, method: "tools/list" },
      responses: {
        200: { description: "A JSON-RPC answer, or a stream that ends with one" },
        202: { description: "A notification was taken" },
        400: { description: "A JSON-RPC error: the message, its version or its headers are wrong" },
        404: { description: "A JSON-RPC error: there is no such method" },
        406: { description: "The client has to accept JSON and streams of events" },
      },
      refuses(c, { code, detail, errors = [] }) {
        const known = UNREADABLE.get(code);
        const isOfBody = !errors.some(({ pointer }) => /^\/(?:query|header)\//.test(pointer));
        if (known === undefined || !isOfBody) return undefined;
        const error = { code: known, message: textOf(detail, languageOf(c)) };
        return c.json({ jsonrpc: "2.0", id: null, error }, 400, languageHeaders(c));
      },
      handler(c, { body }) {
        const ask = createAsk(c, handle);
        const mcp = createMcpHandler(() =>
          createMcpServer({ ask, confirmation, language: languageOf(c), screen: screenUrl }),
        );
        return mcp.fetch(c.req.raw, { parsedBody: body });
      },
    }),
  ];
}

function createAsk(c: Context, handle: Handle): Ask {
  const send = createInternalRequest(c, handle, "mcp");
  return async (method, path, { query = {}, body, version } = {}) => {
    const response = await send(pathWith(path, query), { method, body, version });
    const text = await response.text();
    if (!response.ok) throw new ProblemError(JSON.parse(text) as ToldProblem);
    return text === "" ? null : (JSON.parse(text) as unknown);
  };
}
