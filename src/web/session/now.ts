import { useSyncExternalStore } from "react";

const TICK_MS = 1_000;
const listeners = new Set<() => void>();
let ahead = 0;
let current = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Takes the server's clock, so that countdowns agree with the deadlines that it keeps. It was read at some
 * time between the question and the answer: a clock that agrees with that is not moved.
 */
export function noteServerTime(readAt: string, askedAt: number): void {
  const read = Date.parse(readAt);
  ahead = Math.min(Math.max(ahead, read - Date.now()), read - askedAt);
}

/** The server's time in milliseconds since 1970. */
export function nowMs(): number {
  return Date.now() + ahead;
}

/** The same, a new one every second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => current);
}

/** How many whole seconds are left until a moment, none once it is over. */
export function useSecondsLeft(until: string): number {
  useNow();
  // What the page ticks by may be a second old when a countdown begins: two seconds are never three.
  return Math.max(0, Math.ceil((Date.parse(until) - nowMs()) / 1_000));
}

function tick(): void {
  current = Date.now() + ahead;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    current = Date.now() + ahead;
    timer = setInterval(tick, TICK_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}
