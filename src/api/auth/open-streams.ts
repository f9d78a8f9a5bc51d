import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { refusal } from "../../contract/problems/problem-error.ts";
import { say } from "../../contract/sentences/sentence.ts";
import type { Key } from "../../contract/service/key.ts";

/** When to come back: nobody can say when another stream of the key ends. */
const RETRY_SECONDS = 5;

/** Counts one more stream of a key. Gives what ends it; a second end counts for nothing. */
export type OpenStream = (key: Key) => () => void;

/**
 * Lets each key have so many streams open at once in this process: else one could take the connections, the memory
 * and the plans' attention of all others.
 */
export function createStreamLimit(most: number): OpenStream {
  const open = new Map<string, number>();
  return function openStream({ id, name }) {
    const already = open.get(id) ?? 0;
    if (already >= most) {
      const detail = say("too_many_streams", { name, most });
      const hint = say("close_a_stream", { seconds: RETRY_SECONDS });
      throw refusal("too_many_streams", detail, hint, RETRY_SECONDS);
    }
    open.set(id, already + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = (open.get(id) ?? 0) - 1;
      if (left > 0) open.set(id, left);
      else open.delete(id);
    };
  };
}

/**
 * Counts something that stays open as a stream of the caller's key: a live stream, a socket, a plan that a socket
 * watches, a wait. Gives what ends it.
 * @throws Refusal when the key has too many.
 */
function countStream(c: Context): () => void {
  const open = c.get("openStream") as (() => () => void) | undefined;
  return open?.() ?? (() => undefined);
}

/** Opens something that is counted until `endStream`. @throws Refusal when the key has too many. */
export async function openCounted<Opened>(
  c: Context,
  open: () => Promise<Opened>,
): Promise<{ readonly opened: Opened; readonly endStream: () => void }> {
  const endStream = countStream(c);
  try {
    return { opened: await open(), endStream };
  } catch (error) {
    endStream();
    throw error;
  }
}

/** Finds the key of a request anew, which may have been revoked since it began. @throws Refusal when it counts no longer. */
export async function lookAgain(c: Context): Promise<void> {
  await (c.get("findAgain") as (() => Promise<unknown>) | undefined)?.();
}

/** Waits for something, which is counted meanwhile. @throws Refusal when the key has too many, or counts no longer. */
export async function waitCounted<Answer>(
  c: Context,
  wait: () => Promise<Answer>,
): Promise<Answer> {
  const { opened, endStream } = await openCounted(c, wait);
  endStream();
  // A key may have been revoked meanwhile, and reads nothing more.
  await lookAgain(c);
  return opened;
}

/** Counts the whole connection of a request, until it is closed. @throws Refusal when the key has too many. */
export function countConnection(c: Context): void {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  const end = countStream(c);
  if (incoming === undefined || incoming.socket.destroyed) end();
  else incoming.socket.once("close", end);
}
