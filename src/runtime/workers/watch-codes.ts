import { setTimeout as delay } from "node:timers/promises";
import type { NativeConnection } from "@temporalio/worker";
import { notice, type Notice } from "../../contract/service/notices.ts";
import { readCodes } from "../../temporal/connection/workers/worker-presence.ts";

/** The list is in Temporal's memory, and a person who has just started a worker still looks. */
const BETWEEN_LOOKS_MS = 3_000;

interface WatchOptions {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly taskQueue: string;
  /** The code of the worker that watches. */
  readonly own: string;
  readonly onNotice: ((said: Notice) => void) | undefined;
}

/**
 * Tells when other workers without a build run other code of the workflows than this one, each time that
 * they change, and when there are none any more. A Temporal that does not answer is asked again.
 */
export function watchCodes(options: WatchOptions): { stop(): Promise<void> } {
  const { connection, namespace, taskQueue, own, onNotice } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const watching = (async () => {
    let told = "";
    while (onNotice !== undefined && !signal.aborted) {
      const codes = await readCodes(connection, namespace, taskQueue).catch(() => undefined);
      const others = [...(codes ?? [])].filter(([code]) => code !== own);
      const named = others.map(([code]) => code).join(", ");
      const count = others.reduce((sum, [, workers]) => sum + workers, 0);
      if (codes !== undefined && named !== told && !signal.aborted) {
        onNotice(
          named === ""
            ? notice("workers_agree", { own })
            : notice("workers_differ", { own, count, others: named }),
        );
        told = named;
      }
      await delay(BETWEEN_LOOKS_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}
