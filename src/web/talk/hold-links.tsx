import type { BoardHold } from "../../contract/plan/board.ts";
import { KindBadge } from "../parts/status.tsx";
import { useSpeech } from "../words/words.ts";
import { cardId } from "./hold-card.tsx";

/** Leads to the cards of these requests. */
export function HoldLinks({ holds }: { readonly holds: readonly BoardHold[] }) {
  const { inOwnWords } = useSpeech();
  return (
    <ul className="flex flex-col gap-1">
      {holds.map((hold) => (
        <li key={hold.id}>
          <button
            type="button"
            className="flex min-h-9 pointer-coarse:min-h-11 w-full items-center gap-2 rounded-md border border-line px-2 text-left hover:bg-raised"
            onClick={() => {
              const card = document.querySelector<HTMLElement>(`#${cardId(hold.id)}`);
              card?.scrollIntoView({ block: "center" });
              const field = card?.querySelector<HTMLElement>("input, textarea, select");
              (field ?? card?.querySelector<HTMLElement>("a[href]") ?? card)?.focus();
            }}
          >
            <KindBadge kind={hold.kind} agent={hold.asked_by?.agent_name} />
            <span className="min-w-0 truncate" lang="">
              {hold.kind === "input" || hold.kind === "goal"
                ? inOwnWords(hold, "message") || hold.title
                : hold.title}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
