import { type IncomingMessage, STATUS_CODES } from "node:http";
import { z } from "zod";
import { english } from "../../contract/sentences/sentence.ts";
import { defineTool, type Tool, type ToolContext } from "../define-tool.ts";
import { createNetworkPolicy } from "../network/network-policy.ts";
import { decodeBody, readBody } from "../network/read-response.ts";
import { parseRequestTarget } from "../network/request-target.ts";
import { type HostLookup, resolveTarget, systemHostLookup } from "../network/resolve-target.ts";
import { networkFailure, sendRequest } from "../network/send-request.ts";
import { OwnFailure } from "../own-failure.ts";
import { ToolError } from "../tool-error.ts";
import { untilAborted, withDeadline } from "../with-deadline.ts";
import { HttpHeadersSchema } from "./http-headers.ts";

export interface HttpRequestOptions {
  /** What may be called besides the public internet: `host`, `host:port` or CIDR ranges. */
  readonly allow?: readonly string[];
  /** Where host names are resolved; the operating system when left out. */
  readonly lookup?: HostLookup;
}

const MIB = 1024 * 1024;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/**
 * 4xx answers that another attempt may change. 409 is one because servers answer it while an earlier
 * request with the same idempotency key is still running.
 */
const PASSING_REFUSALS = new Set([408, 409, 425, 429]);

const QueryValueSchema = z.union([z.string(), z.number(), z.boolean()]);

const InputSchema = z
  .strictObject({
    method: z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]),
    url: z
      .string()
      .max(8_192)
      .superRefine((text, check) => {
        const target = parseRequestTarget(text);
        if ("problem" in target)
          check.addIssue({ code: "custom", message: english(target.problem) });
      })
      .describe("Absolute http or https address."),
    headers: HttpHeadersSchema.optional(),
    query: z
      .record(z.string(), z.union([QueryValueSchema, z.array(QueryValueSchema)]))
      .optional()
      .describe("Added to the address; an array repeats its name."),
    body: z.json().optional().describe("Text is sent as it is, anything else as JSON."),
    timeout_seconds: z.number().positive().max(300).default(30),
    max_bytes: z
      .int()
      .positive()
      .max(10 * MIB)
      .default(MIB),
  })
  .superRefine(({ method, body }, check) => {
    if (body !== undefined && (method === "GET" || method === "HEAD")) {
      check.addIssue({
        code: "custom",
        path: ["body"],
        message: `${method} carries no body: remove it or use POST.`,
      });
    }
  });

const OutputSchema = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  body: z.unknown().describe("Parsed when the answer is JSON, else text."),
  bytes: z.int(),
});

type HttpRequestInput = z.output<typeof InputSchema>;

/**
 * The tool `http_request`: one HTTP exchange with a host on the public internet, or one that
 * `allow` opens. Host names are resolved once and only the vetted addresses are connected to.
 * @throws TypeError when `allow` holds an entry that is not understood.
 */
export function createHttpRequestTool(options: HttpRequestOptions): Tool {
  const policy = createNetworkPolicy(options.allow ?? []);
  const lookup = options.lookup ?? systemHostLookup;

  return defineTool({
    name: "http_request",
    description: "Sends one HTTP request and answers status, headers and body.",
    input: InputSchema,
    output: OutputSchema,
    async run(input, ctx) {
      const url = toUrl(input);
      return withDeadline(ctx.signal, input.timeout_seconds, async (signal) => {
        const addresses = await untilAborted(resolveTarget(url, policy, lookup), signal);
        const body = toBody(input.body);
        const headers = toHeaders(input, ctx, body);
        const { method } = input;
        const response = await sendRequest({ url, method, headers, body, addresses, signal });
        try {
          await refuseFailure(response, url, method);
          return await toOutput(response, input.max_bytes);
        } catch (error) {
          throw error instanceof ToolError || signal.aborted ? error : networkFailure(url, error);
        } finally {
          response.destroy();
        }
      });
    },
  });
}

function toUrl({ url: text, query }: HttpRequestInput): URL {
  const target = parseRequestTarget(text);
  if ("problem" in target) throw new OwnFailure(target.problem);
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      target.url.searchParams.append(name, String(one));
    }
  }
  return target.url;
}

function toBody(body: HttpRequestInput["body"]): Buffer | undefined {
  if (body === undefined) return undefined;
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

function toHeaders(
  input: HttpRequestInput,
  ctx: ToolContext,
  body: Buffer | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {
    accept: "*/*",
    "user-agent": "holdpoint",
    // Ids may hold letters that a header cannot.
    "idempotency-key": encodeURI(ctx.idempotency_key),
  };
  if (body !== undefined) {
    headers["content-type"] =
      typeof input.body === "string" ? "text/plain; charset=utf-8" : "application/json";
    headers["content-length"] = String(body.length);
  }
  for (const [name, value] of Object.entries(input.headers ?? {})) {
    headers[name.toLowerCase()] = value;
  }
  headers["accept-encoding"] = "identity";
  return headers;
}

async function refuseFailure(response: IncomingMessage, url: URL, method: string): Promise<void> {
  const status = response.statusCode ?? 0;
  const { location } = response.headers;
  if (REDIRECTS.has(status)) {
    const target =
      location !== undefined && URL.canParse(location, url.href)
        ? ` to ${new URL(location, url).host}`
        : "";
    throw new ToolError(
      "validation_error",
      `${url.host} redirects${target} (${status}). Redirects are not followed: use the final address.`,
    );
  }
  if (status < 400) return;

  const said = await firstWords(response);
  // The query stays out: it often holds keys.
  const what = `${method} ${url.origin}${url.pathname} was answered ${status} ${STATUS_CODES[status] ?? ""}`;
  if (status >= 500 || PASSING_REFUSALS.has(status)) {
    throw new ToolError(
      "api_error",
      `${what.trim()}${said}. The server may answer later: try again.`,
    );
  }
  const advice =
    status === 401 || status === 403
      ? "Check the credentials in headers."
      : "Correct the url, method, headers or body.";
  throw new ToolError("validation_error", `${what.trim()}${said}. ${advice}`);
}

/** The start of an error page, on one line, for the message; "" when it cannot be read. */
async function firstWords(response: IncomingMessage): Promise<string> {
  if (response.headers["content-encoding"] !== undefined) return "";
  let text = "";
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      text += chunk.toString("utf8");
      if (text.length >= 1_000) break;
    }
  } catch {
    // The status alone says what is wrong.
  }
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  return line === "" ? "" : `: ${line.slice(0, 200)}`;
}

async function toOutput(
  response: IncomingMessage,
  maxBytes: number,
): Promise<z.input<typeof OutputSchema>> {
  const body = await readBody(response, maxBytes);
  const headers = Object.entries(response.headersDistinct).map(([name, values = []]) => [
    name,
    values.length === 1 ? values[0] : values,
  ]);
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: decodeBody(body, response.headers["content-type"]),
    bytes: body.length,
  };
}
