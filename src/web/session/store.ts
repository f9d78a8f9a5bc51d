import { useSyncExternalStore } from "react";

/** Something that lives outside the components and that they are drawn by. */
export interface Store<Value> {
  readonly get: () => Value;
  readonly set: (to: Value) => void;
  /** As `get`, for a component, which is drawn again when it has changed. */
  readonly use: () => Value;
  /** Calls a function after each change, until what it returns is called. */
  readonly follow: (listener: () => void) => () => void;
}

/** A store of this page. */
export function createStore<Value>(first: Value): Store<Value> {
  const listeners = new Set<() => void>();
  let current = first;
  const get = (): Value => current;
  const follow = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    follow,
    set(to) {
      current = to;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(follow, get),
  };
}
