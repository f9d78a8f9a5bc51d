import { createKeptStore } from "../session/kept-store.ts";
import { nowMs } from "../session/now.ts";

/*
 * What a person does not want to see in the inbox for a while. It is theirs, in this browser: the request waits as
 * before, for everybody, with its own deadline.
 */
/** A timer takes no longer one. */
const LONGEST_MS = 2 ** 31 - 1;
const away = createKeptStore("holdpoint.put-off", readAway, (until) => [...until]);
let timer: ReturnType<typeof setTimeout> | undefined;
away.follow(arm);
arm();

/** Until when each thing is put off, in milliseconds since 1970, by its key in the inbox; what is back is not in it. */
export const usePutOff = away.use;

/** Takes something out of this person's inbox until then: it comes back by itself. */
export function putOff(key: string, until: number): void {
  away.set(new Map(away.get()).set(key, until));
}

/** Shows it again now. */
export function bringBack(keys: Iterable<string>): void {
  const left = new Map(away.get());
  for (const key of keys) left.delete(key);
  away.set(left);
}

function arm(): void {
  clearTimeout(timer);
  const first = Math.min(...away.get().values());
  if (first === Infinity) return;
  timer = setTimeout(dropOver, Math.min(LONGEST_MS, Math.max(0, first - nowMs())));
}

function dropOver(): void {
  away.set(new Map([...away.get()].filter(([, until]) => until > nowMs())));
}

function readAway(kept: unknown): ReadonlyMap<string, number> {
  if (!Array.isArray(kept)) return new Map();
  return new Map(
    kept.flatMap((one: unknown) => {
      const [key, until] = Array.isArray(one) ? (one as readonly unknown[]) : [];
      const isOne = typeof key === "string" && typeof until === "number" && until > nowMs();
      return isOne ? [[key, until]] : [];
    }),
  );
}
