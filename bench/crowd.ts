import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Figures, SubscribersOrder } from "./stream-subscribers.ts";

/** Subscribers in a process of their own, each of which has its first message. */
export interface Crowd {
  /** How long events took to them; resolves when each has had as many as were expected. */
  readonly figures: Promise<Figures>;
  readonly stop: () => void;
}

export async function gatherCrowd(order: SubscribersOrder): Promise<Crowd> {
  const child = fork(fileURLToPath(new URL("stream-subscribers.ts", import.meta.url)), [], {
    execArgv: ["--import", "tsx"],
  });
  child.send(order);
  await next(child, "ready");
  return { figures: next<Figures>(child, "figures"), stop: () => void child.kill() };
}

/** What the subscribers tell under this name. */
async function next<Told = unknown>(child: ChildProcess, name: string): Promise<Told> {
  const ended = once(child, "exit").then(() => Promise.reject(new Error("Subscribers ended.")));
  const told = (async () => {
    for (;;) {
      const [message] = (await once(child, "message")) as [{ name: string; value: Told }];
      if (message.name === name) return message.value;
    }
  })();
  return Promise.race([told, ended]);
}
