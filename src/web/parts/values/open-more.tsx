import { useSpeech } from "../../words/words.ts";

/** Opens what was folded, and folds it again. */
export function OpenMore({
  isOpen,
  onChange,
  label,
}: {
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
  readonly label: string;
}) {
  const { words } = useSpeech();
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      className="mt-1 min-h-6 text-small font-medium text-accent pointer-coarse:min-h-11 hover:underline"
      onClick={() => onChange(!isOpen)}
    >
      {isOpen ? words("show_less") : label}
    </button>
  );
}
