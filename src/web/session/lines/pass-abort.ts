/** Passes over that a lock was given up or taken, and throws everything else. */
export function passAbort(error: unknown): void {
  if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
}
