import { useEffect, useEffectEvent, type SyntheticEvent } from "react";
import { useSpeech, type PlainWordId } from "../../words/words.ts";
import { settingsNow, useSettings } from "../settings.ts";
import { createStore } from "../store.ts";
import { isComposing } from "./composing.ts";
import { meantBy, placeOf } from "./placed-keys.ts";

/** No key, one, or two after one another as in "G I": `event.code`s, so that they work while the Hangul layout is on. */
type Codes = readonly [] | readonly [string] | readonly [string, string];

/** Something that can be done on the page, under the name that its button has. */
export interface Action {
  readonly name: string;
  readonly codes: Codes;
  readonly run: () => void;
  /** What others call it: by that it is found, too. */
  readonly also?: string | undefined;
}

const CHORD_MS = 1_200;
/** What does something with a row, or with what is in it. */
const OF_ROW: ReadonlySet<string> = new Set(["Tab", "Enter", " "]);
const actions = createStore<readonly Action[]>([]);
let before: { readonly code: string; readonly at: number } | undefined;

/**
 * Runs something from the command menu while the component is there and there is something to run, and by its keys
 * where single keys are on.
 */
export function useAction(
  name: string | undefined,
  codes: Codes,
  run: (() => void) | undefined,
  also?: string,
): void {
  const latest = useEffectEvent(() => run?.());
  const [first, second] = codes;
  const isOn = run !== undefined;
  useEffect(() => {
    if (!isOn || name === undefined) return undefined;
    const pressed: Codes =
      first === undefined ? [] : second === undefined ? [first] : [first, second];
    const own: Action = { name, codes: pressed, run: () => latest(), also };
    actions.set([...actions.get(), own]);
    return () => actions.set(actions.get().filter((one) => one !== own));
  }, [isOn, name, first, second, also]);
}

/** The same for what has a key and no button. */
export function useShortcut(says: PlainWordId, codes: Codes, run: (() => void) | undefined): void {
  const { words } = useSpeech();
  useAction(words(says), codes, run);
}

/** What can be done on the page now, the newest last. */
export const useActions = actions.use;

/** Runs something by Ctrl or Cmd and a key, wherever the focus is, also where single keys are off. */
export function useCommandKey(code: string, run: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const isMeant = event.code === code && (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!isMeant || isComposing(event)) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/** What the key is called on a keyboard that does for this person what another one does by default. */
export function useKeyName(): (code: string) => string {
  const { keys } = useSettings();
  return (code) => {
    const place = placeOf(keys, code);
    return place === "Slash" ? "/" : place.replace(/^(?:Key|Digit|Arrow)/, "");
  };
}

/**
 * Passes keys on that were pressed within a row: it keeps those to itself, and the page would not hear of them.
 * A row itself does not.
 */
export function passKeysOn(event: Pick<SyntheticEvent, "nativeEvent" | "preventDefault">): void {
  const { nativeEvent } = event;
  if (OF_ROW.has((nativeEvent as KeyboardEvent).key)) return;
  const again = new KeyboardEvent(nativeEvent.type, nativeEvent);
  if (!document.dispatchEvent(again)) event.preventDefault();
}

/** Whether keys belong to what has the focus: somebody writes, or a dialog is open. */
function isTaken(event: KeyboardEvent): boolean {
  if (isComposing(event) || event.defaultPrevented) return true;
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  const writes = target.closest(
    "input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu], [role=listbox]",
  );
  return writes !== null || document.querySelector("[role=dialog], [role=alertdialog]") !== null;
}

function onKey(event: KeyboardEvent): void {
  if (!settingsNow().singleKeys || isTaken(event)) return;
  const code = event.key === "?" ? "?" : meantBy(settingsNow().keys, event.code);
  const chord = before !== undefined && event.timeStamp - before.at < CHORD_MS ? before.code : "";
  const all = actions.get();
  const fits = ({ codes: [first, second] }: Action): boolean =>
    second === undefined ? chord === "" && first === code : first === chord && second === code;
  const begins = all.some(({ codes }) => codes.length === 2 && codes[0] === code);
  // The newest is the nearest to what the person looks at.
  const found =
    all.findLast(fits) ?? all.findLast((one) => one.codes.length === 1 && one.codes[0] === code);
  before = begins && found === undefined ? { code, at: event.timeStamp } : undefined;
  if (found === undefined) return;
  event.preventDefault();
  found.run();
}

document.addEventListener("keydown", onKey);
