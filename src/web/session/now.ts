import { useSyncExternalStore } from "react";

const TICK_MS = 1_000;
const listeners = new Set<() => void>();
let ahead = 0;
let current = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** Takes the server's clock, so that countdowns agree with the deadlines that it keeps. */
export function noteServerTime(readAt: string): void {
  ahead = Date.parse(readAt) - Date.now();
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
  return Math.max(0, Math.ceil((Date.parse(until) - useNow()) / 1_000));
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
