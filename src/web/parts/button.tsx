import { useRef, type ReactNode } from "react";
import { Button as AriaButton, type ButtonProps } from "react-aria-components";
import { useAction, useKeyName } from "../session/keys/shortcuts.ts";
import { useIsServerSilent } from "../session/live.ts";
import { useSettings } from "../session/settings.ts";
import { useSpeech, type PlainWordId } from "../words/words.ts";
import { Icon, type IconName } from "./icon.tsx";

const LOOKS = {
  main: "border-transparent bg-accent text-on-accent hover:bg-accent-deep",
  plain: "border-line bg-panel text-ink hover:bg-raised",
  bad: "border-line bg-panel text-bad hover:bg-bad-tint",
  bare: "border-transparent text-soft hover:bg-raised hover:text-ink",
} as const;

/** The id of the sentence that says that nobody answers. */
export const OFFLINE_NOTE_ID = "lost-note";

export type Look = keyof typeof LOOKS;

interface Props extends Omit<ButtonProps, "className" | "children"> {
  readonly look?: Look;
  readonly icon?: IconName;
  /** The `event.code` of the single key that does the same, and what that is called. */
  readonly shortcut?: { readonly code: string; readonly says: PlainWordId } | undefined;
  /** Whether a press sends something, as that of a form's button does: it takes none while nobody answers. */
  readonly sends?: boolean;
  /** What it says, where nothing stands in it; the command menu lists it so, too. */
  readonly says?: string;
  /** The name under which the command menu lists one that says something else, or nothing. */
  readonly action?: string | undefined;
  /** What that is called elsewhere: the command menu finds it by this, too. */
  readonly also?: string;
  readonly children?: ReactNode;
}

/** What every button looks like, for links that are buttons, too. */
export function buttonLook(look: Look = "plain"): string {
  return `inline-flex min-h-9 pointer-coarse:min-h-11 items-center justify-center gap-1.5 rounded-md border px-3 py-1 font-medium whitespace-nowrap transition-colors duration-100 data-pressed:opacity-75 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 disabled:opacity-50 disabled:pointer-events-none ${LOOKS[look]}`;
}

/**
 * A button. One that sends something takes no press while the server does not answer: it keeps the focus,
 * refers to the sentence that says so, and comes back by itself. A single key never sends anything: it leads to such a
 * button, and Enter presses it.
 */
export function Button({
  look = "plain",
  icon,
  shortcut,
  sends,
  says,
  action = says,
  also,
  children = says,
  ...props
}: Props) {
  const isServerSilent = useIsServerSilent();
  const own = useRef<HTMLButtonElement>(null);
  const { words } = useSpeech();
  const isFree = props.isDisabled !== true;
  const press = (): void => own.current?.click();
  const reach = (): void => own.current?.focus();
  useAction(action, [], isFree ? press : undefined, also);
  useAction(
    shortcut && words(shortcut.says),
    shortcut === undefined ? [] : [shortcut.code],
    isFree ? (sends === true ? reach : press) : undefined,
  );
  const isOff = isServerSilent && (sends ?? props.type === "submit");
  const keyName = useKeyName();
  const { singleKeys } = useSettings();
  return (
    <AriaButton
      {...props}
      ref={own}
      {...(isOff && { isPending: true, "aria-describedby": OFFLINE_NOTE_ID })}
      className={buttonLook(look)}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
      {shortcut !== undefined && singleKeys && (
        <kbd
          aria-hidden="true"
          className={`hidden rounded border px-1 font-sans text-small lg:inline ${look === "main" ? "border-on-accent/50" : "border-line text-faint"}`}
        >
          {keyName(shortcut.code)}
        </kbd>
      )}
    </AriaButton>
  );
}
