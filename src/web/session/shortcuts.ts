import { useEffect, useRef, useSyncExternalStore } from "react";
import { meantBy, placeOf } from "./placed-keys.ts";
import { settingsNow, useSettings } from "./settings.ts";
import type { PlainWordId } from "../words/words.ts";

/** One key, or two after one another as in "G I". */
export interface Shortcut {
  /** `event.code`s, so that they work while the Hangul layout is on. */
  readonly codes: readonly [string] | readonly [string, string];
  readonly says: PlainWordId;
}

interface Registered extends Shortcut {
  readonly run: () => void;
}

const CHORD_MS = 1_200;
const registered: Registered[] = [];
const listeners = new Set<() => void>();
let listed: readonly Shortcut[] = [];
let before: { readonly code: string; readonly at: number } | undefined;

/** Runs something by a key while the component is there, where single keys are on, and from the command menu. */
export function useShortcut(
  says: PlainWordId,
  codes: Shortcut["codes"],
  run: (() => void) | undefined,
): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const [first, second] = codes;
  const isOn = run !== undefined;
  useEffect(() => {
    if (!isOn) return undefined;
    const one: Registered = {
      says,
      codes: second === undefined ? [first] : [first, second],
      run: () => latest.current?.(),
    };
    registered.push(one);
    list();
    return () => {
      registered.splice(registered.indexOf(one), 1);
      list();
    };
  }, [isOn, says, first, second]);
}

/** The shortcuts of the page, each with its keys where single keys are on. */
export function useShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => listed,
  );
}

/** Does what a shortcut does, for those who chose it from a list. */
export function runShortcut({ says, codes }: Shortcut): void {
  registered.findLast((one) => one.says === says && one.codes.join() === codes.join())?.run();
}

/** Runs something by Ctrl or Cmd and a key, wherever the focus is, also where single keys are off. */
export function useCommandKey(code: string, run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isMeant = event.code === code && (event.ctrlKey || event.metaKey) && !event.altKey;
      if (!isMeant || event.isComposing) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [code]);
}

/** What the key is called on a keyboard that does for this person what another one does by default. */
export function useKeyName(): (code: string) => string {
  const { keys } = useSettings();
  return (code) => {
    const place = placeOf(keys, code);
    return place === "Slash" ? "/" : place.replace(/^(?:Key|Digit|Arrow)/, "");
  };
}

function list(): void {
  listed = [...registered];
  for (const listener of listeners) listener();
}

/** Whether keys belong to what has the focus: somebody writes, or a dialog is open. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.isComposing || event.defaultPrevented) return true;
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
  const fits = ({ codes: [first, second] }: Shortcut): boolean =>
    second === undefined ? chord === "" && first === code : first === chord && second === code;
  const begins = registered.some(({ codes }) => codes.length === 2 && codes[0] === code);
  // The newest is the nearest to what the person looks at.
  const found =
    registered.findLast(fits) ??
    registered.findLast((one) => one.codes.length === 1 && one.codes[0] === code);
  before = begins && found === undefined ? { code, at: event.timeStamp } : undefined;
  if (found === undefined) return;
  event.preventDefault();
  found.run();
}

document.addEventListener("keydown", onKey);
