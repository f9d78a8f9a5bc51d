import { useSyncExternalStore } from "react";
import { LANGUAGES, type Language } from "../../contract/sentences/catalog.ts";
import { readKeys, type PlacedKeys } from "./placed-keys.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** What each language calls itself. */
export const LANGUAGE_NAMES = { en: "English", ko: "한국어" } as const satisfies Record<
  Language,
  string
>;

export interface Settings {
  readonly language: Language;
  readonly theme: Theme;
  /** Whether single keys do something (WCAG 2.1.4 wants a way to turn them off). */
  readonly singleKeys: boolean;
  /** Which of them stand elsewhere. */
  readonly keys: PlacedKeys;
}

const PLACE = "holdpoint.settings";
const listeners = new Set<() => void>();
let current = read();

/** What this person has chosen on this machine. */
export function useSettings(): Settings {
  return useSyncExternalStore(subscribe, () => current);
}

/** As `useSettings`, at this moment. */
export function settingsNow(): Settings {
  return current;
}

/** Changes settings on every open page of this browser. */
export function changeSettings(changes: Partial<Settings>): void {
  current = { ...current, ...changes };
  try {
    localStorage.setItem(PLACE, JSON.stringify(current));
  } catch {
    // A browser that keeps nothing has the settings until the page is closed.
  }
  show();
}

/** Puts the theme and the language on the document, before anything is drawn. */
export function applySettings(): void {
  const { theme, language } = current;
  document.documentElement.lang = language;
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

function show(): void {
  applySettings();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): Settings {
  const usual: Settings = {
    language: navigator.language.toLowerCase().startsWith("ko") ? "ko" : "en",
    theme: "system",
    singleKeys: true,
    keys: {},
  };
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<Settings>;
    return {
      language: LANGUAGES.find((one) => one === kept.language) ?? usual.language,
      theme: THEMES.find((one) => one === kept.theme) ?? usual.theme,
      singleKeys: kept.singleKeys !== false,
      keys: readKeys(kept.keys),
    };
  } catch {
    return usual;
  }
}

addEventListener("storage", ({ key }) => {
  if (key !== PLACE) return;
  current = read();
  show();
});
