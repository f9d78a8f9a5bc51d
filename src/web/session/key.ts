import { useSyncExternalStore } from "react";
import type { ToldProblem } from "../../contract/problem.ts";

/* The key stays in this tab: it is in no cookie, which other pages could use, and in no address. */

const PLACE = "holdpoint.key";

interface Access {
  readonly key: string;
  /** Why the API wants another key, when it does. */
  readonly refused: ToldProblem | null;
}

const listeners = new Set<() => void>();
let access: Access = { key: sessionStorage.getItem(PLACE) ?? "", refused: null };

/** The key of this tab. */
export function useAccess(): Access {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => access,
  );
}

/** Takes a key for this tab. */
export function takeKey(key: string): void {
  sessionStorage.setItem(PLACE, key);
  change({ key, refused: null });
}

/** Asks for another key, because the API has refused this one. */
export function forgetKey(used: string, refused: ToldProblem): void {
  // Another one was taken while this answer was under way.
  if (used !== access.key) return;
  sessionStorage.removeItem(PLACE);
  change({ key: "", refused });
}

function change(to: Access): void {
  access = to;
  for (const listener of listeners) listener();
}
