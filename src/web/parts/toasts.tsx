import { useEffect, useSyncExternalStore } from "react";
import { Button } from "./button.tsx";
import { useSpeech } from "../words/words.ts";

const SHOWN_MS = 6_000;
const listeners = new Set<() => void>();
let toasts: readonly { readonly id: number; readonly text: string }[] = [];
let newest = 0;

/** Says for a moment what has just been done. */
export function toast(text: string): void {
  newest += 1;
  change([...toasts.slice(-2), { id: newest, text }]);
}

function change(to: typeof toasts): void {
  toasts = to;
  for (const listener of listeners) listener();
}

const close = (id: number): void => change(toasts.filter((one) => one.id !== id));

/** Where they are shown, and read out. */
export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-16 z-30 flex flex-col items-center gap-2 px-3 md:bottom-4"
    >
      {shown.map(({ id, text }) => (
        <Toast key={id} text={text} onClose={() => close(id)} />
      ))}
    </div>
  );
}

function Toast({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  const { words } = useSpeech();
  useEffect(() => {
    const timer = setTimeout(onClose, SHOWN_MS);
    return () => clearTimeout(timer);
  });
  return (
    <div className="pointer-events-auto flex max-w-lg items-center gap-2 rounded-lg border border-line bg-panel py-1 pr-1 pl-4 shadow-lg">
      <span className="min-w-0">{text}</span>
      <Button look="bare" icon="cross" aria-label={words("dismiss")} onPress={onClose} />
    </div>
  );
}
