import { randomUUID } from "node:crypto";
import { STATUS_CODES, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Problem } from "../../../contract/problems/problem.ts";
import { say } from "../../../contract/sentences/sentence.ts";
import { tellProblem } from "../../../contract/sentences/tell-problem.ts";
import { INSTANCE_HEADER } from "../../../contract/tables/headers.ts";
import { PROBLEMS } from "../../../contract/tables/problems.ts";

/** So long the answer may take to arrive: closed at once, it could be lost. Who then keeps the connection has to let it go. */
const LINGER_MS = 2_000;

/** A server of Node that tells about requests which it could not read. */
interface TellsErrors {
  on(event: "clientError", listener: (error: Error, socket: Duplex) => void): unknown;
}

/**
 * Answers requests that never become one, because they are no HTTP or their address and headers are
 * too large, with a problem as everything else.
 */
export function respondToUnreadable(server: TellsErrors, instance: string): void {
  server.on("clientError", (error, socket) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    socket.end(toResponse(BY_CODE.get(code) ?? MALFORMED, instance));
    const close = setTimeout(() => void socket.destroy(), LINGER_MS);
    socket.once("close", () => clearTimeout(close));
  });
}

const TOO_LARGE: Problem = {
  code: "headers_too_large",
  detail: say("head_too_large"),
  hint: say("shorten_address"),
};
const NO_TARGET: Problem = {
  code: "malformed_request",
  detail: say("no_address"),
  hint: say("write_address"),
};
const MALFORMED: Problem = {
  code: "malformed_request",
  detail: say("not_http"),
  hint: say("send_http"),
};

const RAW_ADDRESS: Problem = {
  code: "malformed_request",
  detail: say("raw_address"),
  hint: say("encode_address"),
};
/** What is wrong, by what Node's parser says. Behind an address it expects the protocol: a space ends the address. */
const BY_CODE: ReadonlyMap<string | undefined, Problem> = new Map([
  ["HPE_HEADER_OVERFLOW", TOO_LARGE],
  ["HPE_INVALID_URL", RAW_ADDRESS],
  ["HPE_INVALID_CONSTANT", RAW_ADDRESS],
]);

/** The answer to a request whose address, or whose host, can be none. */
export function unreadableTarget(instance: string): Response {
  const { status, headers, body } = answerTo(NO_TARGET, instance);
  return new Response(body, { status, headers });
}

/** The same answer to a request that names no host. */
export function refuseWithoutHost(outgoing: ServerResponse, instance: string): void {
  const { status, headers, body } = answerTo(NO_TARGET, instance);
  const length = Buffer.byteLength(body);
  outgoing
    .writeHead(status, { ...headers, "content-length": length, connection: "close" })
    .end(body);
}

function toResponse(problem: Problem, instance: string): string {
  const { status, headers, body } = answerTo(problem, instance);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
    "",
    body,
  ].join("\r\n");
}

function answerTo(problem: Problem, instance: string) {
  const { status, title, retryable } = PROBLEMS[problem.code];
  const request_id = randomUUID();
  const type = `/problems/${problem.code}`;
  const body = JSON.stringify({
    // Its headers, and so the caller's language, are not known.
    ...{ type, title: title.en, status, ...tellProblem(problem, "en") },
    ...{ instance: "", request_id, retryable },
  });
  const headers = {
    "content-type": "application/problem+json",
    "content-language": "en",
    "x-request-id": request_id,
    [INSTANCE_HEADER]: instance,
  };
  return { status, headers, body };
}
