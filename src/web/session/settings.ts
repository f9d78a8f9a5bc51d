import { LANGUAGES, type Language } from "../../contract/sentences/catalog.ts";
import { createKeptStore } from "./kept-store.ts";
import { readKeys, type PlacedKeys } from "./keys/placed-keys.ts";

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

const settings = createKeptStore("holdpoint.settings", readSettings);
settings.follow(applySettings);

/** What this person has chosen on this machine. */
export const useSettings = settings.use;

/** As `useSettings`, at this moment. */
export const settingsNow = settings.get;

/** Changes settings on every open page of this browser. */
export function changeSettings(changes: Partial<Settings>): void {
  settings.set({ ...settings.get(), ...changes });
}

/** Puts the theme and the language on the document, before anything is drawn. */
export function applySettings(): void {
  const { theme, language } = settings.get();
  document.documentElement.lang = language;
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

function readSettings(kept: unknown): Settings {
  const { language, theme, singleKeys, keys } = (kept ?? {}) as Partial<Settings>;
  const usual = navigator.language.toLowerCase().startsWith("ko") ? "ko" : "en";
  return {
    language: LANGUAGES.find((one) => one === language) ?? usual,
    theme: THEMES.find((one) => one === theme) ?? "system",
    singleKeys: singleKeys !== false,
    keys: readKeys(keys),
  };
}
