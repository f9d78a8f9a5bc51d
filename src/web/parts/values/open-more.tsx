import { RESULTS } from "../../words/catalogs/results.ts";
import { useSpeech, useSpeechWith } from "../../words/words.ts";

interface Opening {
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
  readonly label: string;
}

/** Opens a list of which only the first are there, and says where more than `most` would make the page slow. */
export function OpenAll({
  count,
  first,
  most,
  ...opening
}: Opening & { readonly count: number; readonly first: number; readonly most: number }) {
  const { words } = useSpeechWith(RESULTS);
  return (
    <>
      {opening.isOpen && count > most && (
        <p className="mt-1 text-small text-faint">{words("value_rest", { count: most })}</p>
      )}
      {count > first && <OpenMore {...opening} />}
    </>
  );
}

/** Opens what was folded, and folds it again. */
export function OpenMore({ isOpen, onChange, label }: Opening) {
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
