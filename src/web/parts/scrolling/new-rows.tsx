import { useSpeech } from "../../words/words.ts";

/** Says how many rows of a list wait to be shown, and shows them; nothing while none do. */
export function NewRows({
  count,
  onShow,
}: {
  readonly count: number;
  readonly onShow: () => void;
}) {
  const { words } = useSpeech();
  return (
    <span role="status" className="flex">
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="min-h-7 rounded-full bg-accent px-3 text-small font-semibold whitespace-nowrap text-on-accent hover:bg-accent-deep"
        >
          {words("rows_new", { count })}
        </button>
      )}
    </span>
  );
}
