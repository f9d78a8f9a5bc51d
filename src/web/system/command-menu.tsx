import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useId, useState, type KeyboardEvent } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { LANGUAGES } from "../../contract/sentences/catalog.ts";
import { plansQuery, useClient } from "../session/api.ts";
import { isComposing } from "../session/keys/composing.ts";
import { useActions, useKeyName } from "../session/keys/shortcuts.ts";
import { useSettled } from "../session/page/use-settled.ts";
import { changeSettings, LANGUAGE_NAMES, THEMES, useSettings } from "../session/settings.ts";
import { useSpeech } from "../words/words.ts";

interface Command {
  readonly id: string;
  readonly name: string;
  readonly keys?: readonly string[];
  readonly run: () => void;
  readonly also?: string | undefined;
}

const PAGES = [
  ["/inbox", "inbox"],
  ["/plans", "plans"],
  ["/plans/new", "new_plan"],
  ["/templates", "templates"],
  ["/agents", "agents"],
  ["/webhooks", "webhooks"],
  ["/system", "system"],
] as const;
const MOST_PLANS = 8;
/** What begins with these keys leads to pages that are offered anyway, or leaves what the menu covers. */
const NOT_OFFERED: ReadonlySet<string> = new Set(["KeyG", "KeyN", "Escape"]);

/** Everything that can be done from here, found by typing (W25). */
export function CommandMenu({
  onClose,
  onSettings,
}: {
  readonly onClose: () => void;
  readonly onSettings: () => void;
}) {
  const { words } = useSpeech();
  const client = useClient();
  const navigate = useNavigate();
  const actions = useActions();
  const { singleKeys, theme, language } = useSettings();
  const [written, setWritten] = useState("");
  const keyName = useKeyName();
  const [place, setPlace] = useState(0);
  const list = useId();
  const wanted = written.normalize("NFC").trim().toLowerCase();
  const search = useSettled(wanted);
  const plans = useQuery({
    ...plansQuery(client, { search, limit: MOST_PLANS }),
    enabled: search !== "",
  });
  const isSearching =
    wanted !== "" && (search !== wanted || plans.isLoading || plans.isPlaceholderData);
  // Buttons come before what has a key alone, and the newest of a name last: it is the nearest to what the person looks at.
  const offered = actions
    .filter(({ codes: [first = ""] }) => !NOT_OFFERED.has(first))
    .toSorted((a, b) => Number(a.codes.length > 0) - Number(b.codes.length > 0));
  const all: Command[] = [
    ...[...Map.groupBy(offered, ({ name }) => name)].map(([name, same]) => ({
      id: `action ${name}`,
      name,
      keys: singleKeys ? same.at(-1)!.codes.map(keyName) : [],
      run: (same.findLast(({ codes }) => codes.length === 0) ?? same.at(-1)!).run,
      also: same.find(({ also }) => also !== undefined)?.also,
    })),
    ...PAGES.map(([to, name]) => ({
      id: to,
      name: words(name),
      run: () => void navigate({ to }),
    })),
    { id: "settings", name: words("settings"), run: onSettings },
    ...THEMES.filter((one) => one !== theme).map((one) => ({
      id: `theme ${one}`,
      name: words("menu_theme", { theme: words(`theme_${one}`) }),
      run: () => changeSettings({ theme: one }),
    })),
    ...LANGUAGES.filter((one) => one !== language).map((one) => ({
      id: `language ${one}`,
      name: words("menu_language", { language: LANGUAGE_NAMES[one] }),
      run: () => changeSettings({ language: one }),
    })),
  ];
  const commands = all.filter(({ name, also = "" }) =>
    [name, also].some((called) => called.toLowerCase().includes(wanted)),
  );
  const found: Command[] =
    wanted === "" || search === ""
      ? []
      : (plans.data?.plans ?? []).map(({ id, title }) => ({
          id: `plan ${id}`,
          name: words("menu_open", { title }),
          run: () => void navigate({ to: "/plans/$plan", params: { plan: id } }),
        }));
  const shown = [...commands, ...found];
  const none = words(isSearching ? "searching" : "menu_none");
  const at = Math.min(place, shown.length - 1);
  const choose = (command: Command | undefined): void => {
    if (command === undefined) return;
    onClose();
    // What it does may belong to the page behind, which has the focus again by then.
    setTimeout(command.run);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setPlace((at + step + shown.length) % Math.max(1, shown.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      choose(shown[at]);
    }
  };
  const idOf = (index: number): string => `${list}-${index}`;
  return (
    <ModalOverlay
      isDismissable
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      className="fixed inset-0 z-40 flex items-start justify-center bg-black/50 sm:p-4 sm:pt-[12vh]"
    >
      <Modal className="w-full max-w-xl overflow-hidden border border-line bg-panel shadow-xl max-sm:h-full sm:rounded-xl">
        <Dialog aria-label={words("menu")} className="flex max-h-dvh flex-col outline-none">
          <input
            autoFocus
            role="combobox"
            aria-label={words("menu_hint")}
            aria-expanded="true"
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={shown.length === 0 ? undefined : idOf(at)}
            autoComplete="off"
            placeholder={words("menu_hint")}
            value={written}
            className="w-full border-b border-line bg-panel px-4 py-3 text-head -outline-offset-2"
            onKeyDown={onKeyDown}
            onChange={({ target }) => {
              setWritten(target.value);
              setPlace(0);
            }}
          />
          <p role="status" className="sr-only">
            {shown.length === 0 ? none : words("menu_found", { count: shown.length })}
          </p>
          {shown.length === 0 && <p className="p-4 text-soft">{none}</p>}
          <div
            id={list}
            role="listbox"
            aria-label={words("menu")}
            aria-busy={isSearching}
            className="overflow-y-auto p-1 sm:max-h-[50vh]"
          >
            {shown.map((command, index) => (
              <div
                key={command.id}
                id={idOf(index)}
                ref={(row) => {
                  if (index === at) row?.scrollIntoView({ block: "nearest" });
                }}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                className="flex min-h-10 cursor-pointer items-center justify-between gap-3 rounded-md px-3 aria-selected:bg-accent-tint aria-selected:text-accent"
                onPointerMove={() => setPlace(index)}
                onClick={() => choose(command)}
              >
                <span className="min-w-0 truncate" lang="">
                  {command.name}
                </span>
                <span aria-hidden="true" className="flex gap-1">
                  {command.keys?.map((key) => (
                    <kbd
                      key={key}
                      className="rounded border border-edge px-1.5 font-sans text-small"
                    >
                      {key}
                    </kbd>
                  ))}
                </span>
              </div>
            ))}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
