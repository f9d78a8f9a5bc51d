import { useEffect, useRef } from "react";
import type { BoardHold } from "../../contract/plan/board.ts";
import type { HoldDetail } from "../../contract/plan/holds/hold.ts";
import { QUESTION_KINDS } from "../../contract/tables/vocabulary.ts";
import { readAnswer, WHOLE, type Written } from "../deciding/choosing/read-answer.ts";
import { toast } from "../parts/toasts.tsx";
import { useCopy } from "../parts/use-copy.ts";
import { useClient } from "../session/api.ts";
import { wasDecidedHere } from "../session/decided.ts";
import { holdDraft, isTexts, keptDraft } from "../session/draft.ts";
import { useSpeech } from "../words/words.ts";
import { noteSaid } from "./said.ts";

type Asked = Pick<BoardHold, "id" | "digest" | "plan_id">;

/** Each answer that came too late is told once, whether it was sent or only being written. */
const told = new Set<string>();

/**
 * Says that an answer came too late, and what closed the question. What was written for it stays in the
 * conversation with the plan.
 */
export function useTellLate(): (hold: Asked, wasSent: boolean) => Promise<void> {
  const client = useClient();
  const copy = useCopy();
  const { words } = useSpeech();
  return async (hold, wasSent) => {
    const written = keptDraft<Written>(holdDraft(hold, "answer"), isTexts) ?? {};
    const text = textOf(written);
    if (!wasSent && text === "") return;
    const found = await client.holds.get(hold.id).catch(() => null);
    if (!wasSent && (found === null || found.status === "open" || isOwn(found, written))) return;
    if (told.has(hold.id)) return;
    told.add(hold.id);
    const other = found?.deciding ?? found?.decision;
    const why =
      other == null
        ? words(found === null ? "another_was_first" : `hold_${found.status}`)
        : words(`decided_${other.decision}`, { by: other.by });
    const late = words("talk_late", { why });
    if (text === "") {
      toast(late);
      return;
    }
    const at = new Date().toISOString();
    noteSaid(hold.plan_id, { id: hold.id, at, text, reply: { kind: "late", why } });
    toast(`${late} ${words("decided_said", { words: text })}`, {
      name: words("copy"),
      run: () => copy(text),
    });
  };
}

/** Tells who is writing an answer when its question closes under them. */
export function useLateAnswers(holds: readonly BoardHold[]): void {
  const tellLate = useTellLate();
  const before = useRef<readonly BoardHold[]>([]);
  useEffect(() => {
    const open = new Set(holds.map(({ id }) => id));
    for (const hold of before.current) if (!open.has(hold.id)) void tellLate(hold, false);
    before.current = holds.filter(({ kind }) => QUESTION_KINDS.includes(kind));
  });
}

/** Whether a hold was decided on this page: what it is closed by may be here before its receipt. */
function isOwn({ id, decision, input_request }: HoldDetail, written: Written): boolean {
  if (wasDecidedHere(id)) return true;
  if (decision?.value === undefined || input_request === null) return false;
  const { value } = readAnswer(input_request, written);
  return JSON.stringify(decision.value) === JSON.stringify(value);
}

/** What somebody has begun to write. */
function textOf(written: Written): string {
  return Object.entries(written)
    .filter(([, text]) => text.trim() !== "")
    .map(([name, text]) => (name === WHOLE ? text : `${name}: ${text}`))
    .join("\n");
}
