import { once } from "node:events";
import { calling, saying, serveModel, STREAM } from "./wire-model.ts";

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
  const url = await serveModel(async (messages, response) => {
    const turn = messages.filter(({ role }) => role === "assistant").length + 1;
    const [, agent = "?"] = /Todo: (\S+)/.exec(messages[1]?.content ?? "") ?? [];
    const key = `${agent}/${turn}`;
    const fate = fateOf({ agent, turn });
    if (fate === "die before") return dies();
    const [first, ...rest] =
      turn < turns ? calling("effect", { step: turn }) : saying(`Done after ${turn} turns.`);
    response.writeHead(200, STREAM).write(first);
    if (fate === "die within") {
      count(cut, key);
      return dies();
    }
    response.end(rest.join(""));
    await once(response, "finish");
    count(answered, key);
  });
  return { url, answered, cut };
}
