import { Link } from "@tanstack/react-router";
import { LANGUAGES } from "../contract/sentences/catalog.ts";
import { Button } from "./parts/button.tsx";
import { Question } from "./parts/dialog.tsx";
import { Radios } from "./parts/field.tsx";
import { takeKey, useAccess } from "./session/key.ts";
import { changeSettings, THEMES, useSettings } from "./session/settings.ts";
import { keyName, useShortcuts } from "./session/shortcuts.ts";
import { useSpeech } from "./words/words.ts";

const LANGUAGE_NAMES = { en: "English", ko: "한국어" } as const;

/** Language, appearance and keys, for this person on this machine; each works at once. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const { words } = useSpeech();
  const { language, theme, singleKeys } = useSettings();
  const { key } = useAccess();
  return (
    <Question title={words("settings")} isOpen onClose={onClose}>
      <div className="flex flex-col gap-4">
        <Radios
          label={words("language")}
          value={language}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          onChange={(value) => changeSettings({ language: value === "ko" ? "ko" : "en" })}
        />
        <Radios
          label={words("theme")}
          value={theme}
          options={THEMES.map((value) => ({ value, label: words(`theme_${value}`) }))}
          onChange={(value) =>
            changeSettings({ theme: THEMES.find((one) => one === value) ?? "system" })
          }
        />
        <label className="flex min-h-9 items-center gap-2">
          <input
            type="checkbox"
            checked={singleKeys}
            className="size-4 accent-accent"
            onChange={({ target }) => changeSettings({ singleKeys: target.checked })}
          />
          {words("single_keys")}
        </label>
        <p className="flex flex-wrap items-center gap-3">
          <Link
            to="/templates"
            className="font-medium text-accent hover:underline md:hidden"
            onClick={onClose}
          >
            {words("templates")}
          </Link>
          <Link
            to="/system"
            className="font-medium text-accent hover:underline md:hidden"
            onClick={onClose}
          >
            {words("system")}
          </Link>
          <a href="/docs" className="font-medium text-accent hover:underline">
            {words("api_document")}
          </a>
          {key !== "" && (
            <Button look="bare" onPress={() => takeKey("")}>
              {words("sign_out")}
            </Button>
          )}
        </p>
        <div className="flex justify-end">
          <Button onPress={onClose}>{words("close")}</Button>
        </div>
      </div>
    </Question>
  );
}

/** The keys that do something on this page. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { words } = useSpeech();
  const shortcuts = useShortcuts();
  const isMac = navigator.userAgent.includes("Mac");
  return (
    <Question title={words("shortcuts")} isOpen onClose={onClose}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
        {shortcuts.map(({ says, codes }) => (
          <Keys key={`${says} ${codes.join(" ")}`} keys={codes.map(keyName)} says={words(says)} />
        ))}
        <Keys keys={[isMac ? "⌘" : "Ctrl", "K"]} says={words("shortcut_menu")} />
        <Keys keys={[isMac ? "⌘" : "Ctrl", "Enter"]} says={words("shortcut_send")} />
      </dl>
      <div className="mt-4 flex justify-end">
        <Button autoFocus onPress={onClose}>
          {words("close")}
        </Button>
      </div>
    </Question>
  );
}

function Keys({ keys, says }: { readonly keys: readonly string[]; readonly says: string }) {
  return (
    <>
      <dt className="flex gap-1">
        {keys.map((key) => (
          <kbd key={key} className="rounded border border-edge px-1.5 font-sans text-small">
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{says}</dd>
    </>
  );
}
