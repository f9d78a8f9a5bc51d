import type { KeyboardEvent, ReactNode, SyntheticEvent } from "react";

/**
 * A form that is sent by its button or by Ctrl or Cmd with Enter, which do nothing while the button is disabled; the
 * last syllable is written first.
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
    if (event.currentTarget.querySelector("[type=submit]:disabled") === null) onSend();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (event.nativeEvent.isComposing) return;
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
