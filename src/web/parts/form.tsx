import type { KeyboardEvent, ReactNode } from "react";

/** A form that is sent by its button or by Ctrl or Cmd with Enter; the last syllable is written first. */
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
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSend();
    }
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
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
      className="flex flex-col gap-4"
    >
      {children}
    </form>
  );
}
