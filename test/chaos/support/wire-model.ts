import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A message of a request, as it came over the wire. */
export interface WireMessage {
  readonly role: string;
  readonly content?: string;
}

/** How an answer begins that comes as server-sent events. */
export const STREAM = { "content-type": "text/event-stream" };

/** A server that speaks chat completions; answers its address. @param respond answers one request. */
export async function serveModel(
  respond: (messages: readonly WireMessage[], response: ServerResponse) => Promise<void>,
): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      let text = "";
      for await (const part of request) text += String(part);
      const { messages } = JSON.parse(text) as { messages: WireMessage[] };
      await respond(messages, response);
    })().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const USAGE = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

/** A turn that calls a tool, as the parts in which it comes. */
export function calling(name: string, args: object): [string, ...string[]] {
  const begun = { index: 0, id: "c1", type: "function", function: { name, arguments: "" } };
  const rest = { index: 0, function: { arguments: JSON.stringify(args) } };
  return parts([{ tool_calls: [begun] }, { tool_calls: [rest] }], "tool_calls");
}

/** A turn of words, as the parts in which it comes. */
export function saying(text: string): [string, ...string[]] {
  return parts([{ content: text.slice(0, 4) }, { content: text.slice(4) }], "stop");
}

function parts(deltas: readonly object[], finish_reason: string): [string, ...string[]] {
  const about = { id: "a", object: "chat.completion.chunk", created: 0, model: "gpt-4o" };
  const part = (delta: object, reason: string | null) => ({
    ...about,
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  const [first = {}, ...rest] = deltas;
  const chunks = [
    ...rest.map((delta) => part(delta, null)),
    part({}, finish_reason),
    { ...about, choices: [], usage: USAGE },
  ];
  const event = (chunk: object): string => `data: ${JSON.stringify(chunk)}\n\n`;
  return [
    event(part({ role: "assistant", ...first }, null)),
    ...chunks.map(event),
    "data: [DONE]\n\n",
  ];
}
