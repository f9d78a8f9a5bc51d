import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A request for a turn, as it came over the wire. */
export interface AskedTurn {
  /** Which agent asks, and for which turn of its. */
  readonly agent: string;
  readonly turn: number;
}

/** What becomes of a request: it is answered, or its worker dies before or in the middle of the answer. */
export type Fate = "answer" | "die before" | "die within";

export interface CountingModel {
  readonly url: string;
  /** How often each turn (`agent/turn`) was answered to the end, and how often only in part. */
  readonly answered: ReadonlyMap<string, number>;
  readonly cut: ReadonlyMap<string, number>;
}

interface Body {
  readonly messages: readonly { readonly role: string; readonly content?: string }[];
}

/**
 * A server that speaks chat completions as streams: it calls the tool \`effect\` in every turn but the
 * last, and counts what it was paid for.
 * @param fateOf what becomes of each request.
 * @param dies kills the worker that asks; resolves when it is gone.
 */
export async function startCountingModel(
  turns: number,
  fateOf: (asked: AskedTurn) => Fate,
  dies: () => Promise<void>,
): Promise<CountingModel> {
  const answered = new Map<string, number>();
  const cut = new Map<string, number>();
  const count = (of: Map<string, number>, key: string) => of.set(key, (of.get(key) ?? 0) + 1);
  const server = createServer((request, response) => {
    void (async () => {
      let text = "";
      for await (const part of request) text += String(part);
      const { messages } = JSON.parse(text) as Body;
      const turn = messages.filter(({ role }) => role === "assistant").length + 1;
      const [, agent = "?"] = /Todo: (\S+)/.exec(messages[1]?.content ?? "") ?? [];
      const key = `${agent}/${turn}`;
      const fate = fateOf({ agent, turn });
      if (fate === "die before") return dies();
      response.writeHead(200, { "content-type": "text/event-stream" });
      const [first, ...rest] = turn < turns ? call(turn) : words(`Done after ${turn} turns.`);
      response.write(first);
      if (fate === "die within") {
        count(cut, key);
        return dies();
      }
      response.end(rest.join(""));
      await once(response, "finish");
      count(answered, key);
    })().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, answered, cut };
}

const USAGE = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

function call(turn: number): string[] {
  const name = { index: 0, id: `c${turn}`, type: "function" };
  return stream(
    [
      { tool_calls: [{ ...name, function: { name: "effect", arguments: "" } }] },
      { tool_calls: [{ index: 0, function: { arguments: JSON.stringify({ step: turn }) } }] },
    ],
    "tool_calls",
  );
}

function words(text: string): string[] {
  return stream([{ content: text.slice(0, 4) }, { content: text.slice(4) }], "stop");
}

/** An answer as server-sent events. */
function stream(deltas: readonly object[], finish_reason: string): string[] {
  const about = { id: "a", object: "chat.completion.chunk", created: 0, model: "gpt-4o" };
  const choices = (delta: object, reason: string | null) => [
    { index: 0, delta, finish_reason: reason },
  ];
  const chunks: object[] = [
    ...deltas.map((delta, place) => ({
      ...about,
      choices: choices(place === 0 ? { role: "assistant", ...delta } : delta, null),
    })),
    { ...about, choices: choices({}, finish_reason) },
    { ...about, choices: [], usage: USAGE },
  ];
  return [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), "data: [DONE]\n\n"];
}
