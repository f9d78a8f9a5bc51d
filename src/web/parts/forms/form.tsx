import {
  useEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
} from "react";
import { isComposing } from "../../session/keys/composing.ts";

/** The fields with what is wrong with them; radio buttons and boxes say so of all of them together. */
const WRONG = "[aria-invalid=true], [data-invalid] input";

/**
 * What was sent and refused is looked at again: the focus, which was lost with the button that was disabled
 * meanwhile, goes to the first field that is wrong, or to what says why.
 * @returns what is put around the forms, and around what says why, which takes the focus.
 */
export function useRefusal(error: unknown): {
  readonly forms: RefObject<HTMLDivElement | null>;
  readonly why: RefObject<HTMLDivElement | null>;
} {
  const forms = useRef<HTMLDivElement>(null);
  const why = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error === null) return;
    const wrong = forms.current?.querySelector<HTMLElement>(WRONG) ?? why.current;
    wrong?.focus();
  }, [error]);
  return { forms, why };
}

/**
 * A form that is sent by its button or by Ctrl or Cmd with Enter, which do nothing while the button is disabled; the
 * last syllable is written first. Where it is not sent for what stands in it, the first wrong field takes the focus.
 */
export function Form({
  onSend,
  onLeave,
  label,
  children,
}: {
  readonly onSend: () => void;
  readonly onLeave?: () => void;
  readonly label: string;
  readonly children: ReactNode;
}) {
  const send = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    if (form.querySelector("[type=submit]:disabled") !== null) return;
    onSend();
    // What is wrong is told, and what was refused before is gone, once the page was drawn anew.
    setTimeout(() => form.querySelector<HTMLElement>(WRONG)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send(event);
    if (event.key === "Escape" && onLeave !== undefined) {
      event.stopPropagation();
      onLeave();
    }
  };
  return (
    <form
      aria-label={label}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={send}
      className="flex flex-col gap-4"
    >
      {children}
    </form>
  );
}
