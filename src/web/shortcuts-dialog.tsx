import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "./parts/button.tsx";
import { Question } from "./parts/dialog.tsx";
import { canBePlaced, exchange } from "./session/keys/placed-keys.ts";
import { useActions, useKeyName } from "./session/keys/shortcuts.ts";
import { changeSettings, useSettings } from "./session/settings.ts";
import { useSpeech } from "./words/words.ts";

/** What a key does, and which one does so by default. */
interface Placed {
  readonly name: string;
  readonly code: string;
}

/** The keys that do something on this page, each of which can be put on another one. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { words } = useSpeech();
  const actions = useActions();
  // Of several with the same keys these do the newest.
  const shortcuts = actions.filter((action) => {
    const keys = action.codes.join(" ");
    return keys !== "" && actions.findLast(({ codes }) => codes.join(" ") === keys) === action;
  });
  const { keys, singleKeys } = useSettings();
  const keyName = useKeyName();
  const [changed, setChanged] = useState<Placed | null>(null);
  const isMac = navigator.userAgent.includes("Mac");
  return (
    <Question title={words("shortcuts")} onClose={onClose}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1">
        {(singleKeys ? shortcuts : []).map((shortcut) => {
          const { name, codes } = shortcut;
          const [code, second] = codes;
          return (
            <Keys
              key={`${name} ${codes.join(" ")}`}
              keys={codes.map(keyName)}
              says={name}
              onChange={
                code !== undefined && second === undefined && canBePlaced(code)
                  ? () => setChanged({ name, code })
                  : undefined
              }
            />
          );
        })}
        <Keys keys={[isMac ? "⌘" : "Ctrl", "K"]} says={words("menu")} />
        <Keys keys={[isMac ? "⌘" : "Ctrl", "Enter"]} says={words("shortcut_send")} />
      </dl>
      {changed !== null && (
        <NewKey key={changed.name} {...changed} onClose={() => setChanged(null)} />
      )}
      <div className="mt-4 flex justify-end gap-2">
        {Object.keys(keys).length > 0 && (
          <Button look="bare" onPress={() => changeSettings({ keys: {} })}>
            {words("keys_as_before")}
          </Button>
        )}
        <Button autoFocus onPress={onClose}>
          {words("close")}
        </Button>
      </div>
    </Question>
  );
}

function Keys({
  keys,
  says,
  onChange,
}: {
  readonly keys: readonly string[];
  readonly says: string;
  readonly onChange?: (() => void) | undefined;
}) {
  const { words } = useSpeech();
  return (
    <>
      <dt className="flex min-h-6 items-center gap-1">
        {keys.map((key) => (
          <kbd key={key} className="rounded border border-edge px-1.5 font-sans text-small">
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{says}</dd>
      <dd>
        {onChange !== undefined && (
          <button
            type="button"
            aria-label={words("key_change_of", { says })}
            className="min-h-6 pointer-coarse:min-h-11 px-1 text-small font-medium text-accent hover:underline"
            onClick={onChange}
          >
            {words("key_change")}
          </button>
        )}
      </dd>
    </>
  );
}

/** Waits for the key that is to do it from now on. */
function NewKey({ name, code, onClose }: Placed & { readonly onClose: () => void }) {
  const { words } = useSpeech();
  const { keys } = useSettings();
  const [isWrong, setWrong] = useState(false);
  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (event.code === "Tab" || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.code === "Escape") onClose();
    else if (!canBePlaced(event.code)) setWrong(true);
    else {
      changeSettings({ keys: exchange(keys, code, event.code) });
      onClose();
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, []);
  return (
    <p role="status" className="mt-3 rounded-md bg-accent-tint px-3 py-2">
      {words("key_press", { says: name })}
      {isWrong && <span className="block text-bad">{words("key_wrong")}</span>}
    </p>
  );
}
