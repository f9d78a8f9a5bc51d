import { useEffect, useRef, useSyncExternalStore } from "react";

/** Something that can be done on the page, by the name that its button has. */
export interface Action {
  readonly name: string;
  readonly run: () => void;
}

const listeners = new Set<() => void>();
let listed: readonly Action[] = [];

/** Lists an action in the command menu while the component is there, and there is something to run. */
export function useAction(name: string | undefined, run: (() => void) | undefined): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const isOn = run !== undefined;
  useEffect(() => {
    if (!isOn || name === undefined) return undefined;
    const own: Action = { name, run: () => latest.current?.() };
    list([...listed, own]);
    return () => list(listed.filter((one) => one !== own));
  }, [isOn, name]);
}

/** What can be done on the page now. */
export function useActions(): readonly Action[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => listed,
  );
}

function list(actions: readonly Action[]): void {
  listed = actions;
  for (const listener of listeners) listener();
}
