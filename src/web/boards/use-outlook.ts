import { useMemo } from "react";
import type { Board } from "../../contract/plan/board.ts";
import { outlookOf, type Outlook } from "../../plan/views/outlook.ts";
import { useNow } from "../session/now.ts";

/** The outlook of a large plan is not worked out every second. */
const LARGE = 500;
const STEP_MS = { small: 1_000, large: 10_000 } as const;

/** What is left of a plan, as time goes by; of one that has ended, as it was at its end. */
export function useOutlook(board: Board): Outlook {
  const { completed_at } = board.plan;
  const tick = useNow();
  const step = board.todos.length > LARGE ? STEP_MS.large : STEP_MS.small;
  const at = completed_at === null ? Math.floor(tick / step) * step : Date.parse(completed_at);
  return useMemo(() => outlookOf(board, at), [board, at]);
}
