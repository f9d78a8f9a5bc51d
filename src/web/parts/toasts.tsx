import { useEffect, type ReactNode } from "react";
import { nowMs, useSecondsLeft } from "../session/now.ts";
import { onSignOut } from "../session/sign-in.ts";
import { createStore } from "../session/store.ts";
import { useSpeech } from "../words/words.ts";
import { Button } from "./button.tsx";

const SHOWN_MS = 6_000;
/** What can be answered stays longer. */
const ANSWERED_MS = 15_000;

/** What a person may still do about what was done. */
interface ToastAction {
  readonly name: string;
  readonly run: () => void;
}
interface Shown {
  readonly id: number;
  readonly text: ReactNode;
  readonly action: ToastAction | undefined;
  readonly until: string | undefined;
}
const toasts = createStore<readonly Shown[]>([]);
let newest = 0;
// What they offer to undo is theirs.
onSignOut(() => toasts.set([]));

/**
 * Says for a moment what has just been done or comes by itself, and what can be done about it.
 * @param text most name what people wrote, whose backticks are their own; `withCode` where they are ours.
 * @param until it counts down to this moment and stays as long.
 * @returns takes it away before its time.
 */
export function toast(text: ReactNode, action?: ToastAction, until?: string): () => void {
  newest += 1;
  const id = newest;
  toasts.set([...toasts.get().slice(-2), { id, text, action, until }]);
  return () => close(id);
}

const close = (id: number): void => toasts.set(toasts.get().filter((one) => one.id !== id));

/** Where they are shown, and read out. */
export function Toasts() {
  const shown = toasts.use();
  return (
    <div
      role="status"
      // What can be undone is reached from a dialog, too.
      data-react-aria-top-layer="true"
      className="pointer-events-none fixed inset-x-0 bottom-16 z-50 flex flex-col items-center gap-2 px-3 md:bottom-4"
    >
      {shown.map((one) => (
        <Toast key={one.id} {...one} />
      ))}
    </div>
  );
}

function shownMs({ action, until }: Pick<Shown, "action" | "until">): number {
  if (until !== undefined) return Math.max(0, Date.parse(until) - nowMs());
  return action === undefined ? SHOWN_MS : ANSWERED_MS;
}

/** Seen and not read out: it would talk every second. */
function SecondsLeft({ until }: { readonly until: string }) {
  const { words } = useSpeech();
  const seconds = useSecondsLeft(until);
  return (
    <span aria-hidden className="text-faint tabular-nums">
      {words("in_seconds", { seconds })}
    </span>
  );
}

function Toast({ id, text, action, until }: Shown) {
  const { words } = useSpeech();
  useEffect(() => {
    const timer = setTimeout(() => close(id), shownMs({ action, until }));
    return () => clearTimeout(timer);
  }, [id, action, until]);
  const left = until !== undefined && <SecondsLeft until={until} />;
  return (
    <div className="pointer-events-auto flex max-w-lg items-center gap-2 rounded-lg border border-line bg-panel py-1 pr-1 pl-4 shadow-lg">
      <span className="min-w-0">{text}</span>
      {action === undefined ? (
        left
      ) : (
        <Button
          look="bare"
          sends
          onPress={() => {
            close(id);
            action.run();
          }}
        >
          {action.name}
          {left}
        </Button>
      )}
      <Button look="bare" icon="cross" aria-label={words("dismiss")} onPress={() => close(id)} />
    </div>
  );
}
