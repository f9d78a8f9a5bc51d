import { useSyncExternalStore } from "react";
import { nowMs } from "../session/now.ts";

/*
 * What a person does not want to see in the inbox for a while. It is theirs, in this browser: the request waits as
 * before, for everybody, with its own deadline.
 */
const PLACE = "holdpoint.put-off";
/** A timer takes no longer one. */
const LONGEST_MS = 2 ** 31 - 1;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let current = read();
arm();

/** Until when each thing is put off, in milliseconds since 1970, by its key in the inbox; what is back is not in it. */
export function usePutOff(): ReadonlyMap<string, number> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

/** Takes something out of this person's inbox until then: it comes back by itself. */
export function putOff(key: string, until: number): void {
  keep(new Map(current).set(key, until));
}

/** Shows it again now. */
export function bringBack(keys: Iterable<string>): void {
  const left = new Map(current);
  for (const key of keys) left.delete(key);
  keep(left);
}

function keep(to: ReadonlyMap<string, number>): void {
  current = to;
  try {
    localStorage.setItem(PLACE, JSON.stringify([...to]));
  } catch {
    // A browser that keeps nothing has it until the page is closed.
  }
  tell();
}

function tell(): void {
  arm();
  for (const listener of listeners) listener();
}

function arm(): void {
  clearTimeout(timer);
  const first = Math.min(...current.values());
  if (first === Infinity) return;
  timer = setTimeout(dropOver, Math.min(LONGEST_MS, Math.max(0, first - nowMs())));
}

function dropOver(): void {
  current = new Map([...current].filter(([, until]) => until > nowMs()));
  tell();
}

function read(): ReadonlyMap<string, number> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    if (!Array.isArray(kept)) return new Map();
    return new Map(
      kept.flatMap((one: unknown) => {
        const [key, until] = Array.isArray(one) ? (one as readonly unknown[]) : [];
        const isOne = typeof key === "string" && typeof until === "number" && until > nowMs();
        return isOne ? [[key, until]] : [];
      }),
    );
  } catch {
    return new Map();
  }
}

addEventListener("storage", ({ key }) => {
  if (key !== PLACE) return;
  current = read();
  tell();
});
