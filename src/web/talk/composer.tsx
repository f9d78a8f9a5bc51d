import { useState, type KeyboardEvent } from "react";
import type { Board } from "../../contract/plan/board.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { plainWords } from "../../plan/views/holds/plain-words.ts";
import { Button } from "../parts/button.tsx";
import { Field } from "../parts/forms/field.tsx";
import { StickyBar } from "../parts/scrolling/sticky-bar.tsx";
import { WithCode } from "../parts/values/with-code.tsx";
import { dropDraft, useDraft } from "../session/draft.ts";
import { isComposing } from "../session/keys/composing.ts";
import { isServerSilent } from "../session/live.ts";
import { useMay } from "../session/use-may.ts";
import { useSpeech } from "../words/words.ts";
import { meaningOf } from "./understand.ts";

/**
 * Where a person writes to a plan. It says beforehand what the words will be: an answer, or a wish.
 * Enter sends, Shift with Enter begins a line; the Enter that ends a syllable sends nothing.
 */
export function Composer({
  board,
  onSay,
}: {
  readonly board: Board;
  /** @param meaning what the words are, as it was said beside them. */
  readonly onSay: (text: string, meaning: string) => void;
}) {
  const { words, inOwnWords } = useSpeech();
  const draft = `${board.plan.id}.talk`;
  const [text, setText] = useDraft(draft, "");
  const [isTried, setTried] = useState(false);
  const meant = plainWords(board.holds);
  const may = useMay(meant.means === "answer" ? "approver" : "operator") !== false;
  const isOver = board.plan.completed_at !== null && board.holds.length === 0;
  if (isOver || !may) {
    const needed = meant.means === "answer" ? "deciding_takes_role" : "operating_takes_role";
    return (
      <StickyBar edge="bottom" className="bg-panel px-4 py-3">
        <p className="text-soft">
          <WithCode text={words(isOver ? "talk_over" : needed)} />
        </p>
      </StickyBar>
    );
  }
  const hint =
    meant.means === "answer"
      ? words("talk_answers", { question: inOwnWords(meant.hold, "message") || meant.hold.title })
      : meant.means === "which"
        ? words("talk_which", { count: meant.holds.length })
        : words("talk_wish");
  const said = text.normalize("NFC").trim();
  const most = meant.means === "answer" ? LIMITS.answer : LIMITS.instruction;
  const isTooLong = said.length > most;
  const send = (): void => {
    setTried(true);
    // What cannot be sent stays where it was written.
    if (said === "" || isTooLong || isServerSilent()) return;
    onSay(said, meaningOf(meant));
    setText("");
    dropDraft(draft);
    setTried(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    send();
  };
  return (
    <StickyBar edge="bottom" className="bg-panel px-4 py-3">
      <form
        aria-label={words("talk_with")}
        className="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Field
          label={words("talk_label")}
          isHidden
          hint={hint}
          mistake={
            isTooLong
              ? words("too_long", { most, count: said.length })
              : isTried && said === ""
                ? words("answer_needed")
                : undefined
          }
        >
          {(wired) => (
            <textarea
              {...wired}
              rows={Math.min(6, Math.max(2, text.split("\n").length))}
              value={text}
              className="field resize-none"
              onKeyDown={onKeyDown}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end">
          <Button type="submit" look="main">
            {words("talk_send")}
          </Button>
        </div>
      </form>
    </StickyBar>
  );
}
