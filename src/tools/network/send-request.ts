import { type ClientRequest, type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { ToolError } from "../tool-error.ts";
import { hostOf, portOf } from "./request-target.ts";

export interface OutgoingRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  /** The vetted addresses: nothing else is connected to. */
  readonly addresses: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Sends one request over a connection of its own and answers when the response's headers are there.
 * Never follows a redirect, never asks DNS. The caller reads and destroys the response.
 * @throws ToolError `api_error` when the network fails; the signal's error when it aborts.
 */
export async function sendRequest(outgoing: OutgoingRequest): Promise<IncomingMessage> {
  const { url, signal } = outgoing;
  const request = open(outgoing);
  try {
    return await new Promise<IncomingMessage>((resolve, reject) => {
      request.on("response", resolve);
      // Stays attached: an error after the response has begun also reaches the response's reader.
      request.on("error", reject);
      // An unasked upgrade (101) ends without response and without error.
      request.on("close", () => reject(new Error("The connection ended without an answer.")));
      request.end(outgoing.body);
    });
  } catch (error) {
    request.destroy();
    throw signal.aborted ? error : networkFailure(url, error);
  }
}

/** What a broken connection becomes: another attempt may succeed. */
export function networkFailure(url: URL, error: unknown): ToolError {
  const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
  return new ToolError(
    "api_error",
    `The connection to ${url.host} failed${code}. Check that the host is up and that the worker can reach it.`,
    { cause: error },
  );
}

function open({ url, method, headers, addresses, signal }: OutgoingRequest): ClientRequest {
  const vetted = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_host, options, callback) => {
    const first = vetted[0];
    if (options.all === true) callback(null, vetted);
    else callback(null, first?.address ?? "", first?.family);
  };
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  return send({
    host: hostOf(url),
    port: portOf(url),
    path: url.pathname + url.search,
    method,
    headers: { ...headers, host: url.host },
    lookup,
    signal,
    // A pooled connection could have been opened for another todo; proxies would resolve by themselves.
    agent: false,
  });
}
