import OpenAI from "openai";
import { endless, LONGEST_ANSWER } from "./read-stream.ts";
import { wholeTypeOf } from "./whole-answer.ts";

/** JSON spells a sign with up to six bytes. */
const LONGEST_BODY = 6 * LONGEST_ANSWER;
/** Of a stream, which tells an answer in pieces: until one ends, the client reads it anew with every chunk. */
const LONGEST_EVENT = LONGEST_ANSWER;
const LF = 10;
const CR = 13;

/** A client of a server that speaks as OpenAI's does: it asks once, and takes nothing from the environment. */
export function openAiClient(baseURL: string, key: string, timeoutMs: number): OpenAI {
  return new OpenAI({
    apiKey: key,
    baseURL,
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: "off",
    // What is asked, and the key, go to the server that is named and nowhere else.
    fetchOptions: { redirect: "manual" },
    fetch: boundedFetch,
  });
}

/**
 * `fetch`, but a body that is longer than any answer ends with `ModelFailure`; of a stream, one event, which the
 * client keeps until it ends.
 */
async function boundedFetch(...asked: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...asked);
  if (response.body === null) return response;
  const isWhole = !response.ok || wholeTypeOf(response) !== undefined;
  const count = isWhole ? createByteCount() : createEventCount();
  const most = isWhole ? LONGEST_BODY : LONGEST_EVENT;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      if (count(chunk) > most) controller.error(endless());
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(bound), { status, statusText, headers });
}

/** How many bytes there were. */
function createByteCount(): (chunk: Uint8Array) => number {
  let bytes = 0;
  return (chunk) => (bytes += chunk.length);
}

/** How many bytes the longest event in a chunk had so far: the empty line that ends it may come with the next chunk. */
function createEventCount(): (chunk: Uint8Array) => number {
  let bytes = 0;
  let [third, second, last] = [0, 0, 0];
  return (chunk) => {
    let longest = 0;
    for (const byte of chunk) {
      const isTwice = last === byte && (byte === LF || byte === CR);
      const isEnd = isTwice || (byte === LF && last === CR && second === LF && third === CR);
      bytes = isEnd ? 0 : bytes + 1;
      if (bytes > longest) longest = bytes;
      [third, second, last] = [second, last, byte];
    }
    return longest;
  };
}
