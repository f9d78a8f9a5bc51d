import { defineSignal, setDefaultSignalHandler, setHandler } from "@temporalio/workflow";
import { readPayload, UNREAD, type Reading } from "./read-payload.ts";

/** What is done with a signal, by its name. */
export type Listeners = ReadonlyMap<string, (argument: Reading) => void>;

/**
 * Listens to signals. Those that came before the run's first task are handed on first, in the order
 * in which they came: `setHandler` alone hands them on name by name, so that a pause that followed
 * a resume would come before it and be refused.
 * @param unreadable called for each of the early ones that cannot be read; the SDK drops it unnamed.
 */
export function listen(listeners: Listeners, unreadable: () => void): void {
  const handOn = (name: string, argument: unknown) => listeners.get(name)?.({ value: argument });
  for (let waiting = true; waiting;) {
    try {
      setDefaultSignalHandler(handOn);
      waiting = false;
    } catch {
      unreadable();
    }
  }
  // A default handler has no type information, so a later signal of any other name could fail tasks.
  setDefaultSignalHandler(undefined);
  for (const [name, listener] of listeners) {
    setHandler(defineSignal<[unknown]>(name, { typeInfo: UNREAD }), (raw) =>
      listener(readPayload(raw)),
    );
  }
}
