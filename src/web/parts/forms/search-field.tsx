import { useRef } from "react";
import { useShortcut } from "../../session/keys/shortcuts.ts";

/** The field that searches what a page shows; a key leads to it. */
export function SearchField({
  label,
  value,
  className,
  onChange,
  onBlur,
}: {
  readonly label: string;
  readonly value: string;
  readonly className: string;
  readonly onChange: (search: string) => void;
  readonly onBlur?: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useShortcut("shortcut_search", ["Slash"], () => field.current?.focus());
  return (
    <input
      ref={field}
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      className={`field ${className}`}
      onChange={({ target }) => onChange(target.value)}
      onBlur={onBlur}
    />
  );
}
