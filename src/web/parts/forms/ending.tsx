import type { ComponentProps } from "react";
import { useSpeech } from "../../words/words.ts";
import { Button } from "../button.tsx";

/**
 * What ends a form or a question: the button that sends it, whose properties these are, and the one that leaves it.
 * Without an `onPress`, it sends the form.
 */
export function Ending({
  onLeave,
  leave,
  isRight = false,
  isKept = false,
  ...send
}: ComponentProps<typeof Button> & {
  readonly onLeave: () => void;
  /** What the button is called that leaves it; it cancels when nothing is said. */
  readonly leave?: string;
  /** It stands at the right, as in a question, and what leaves comes first. */
  readonly isRight?: boolean;
  /** Whether it cannot be left now. */
  readonly isKept?: boolean;
}) {
  const { words } = useSpeech();
  const leaving = (
    <Button look="bare" isDisabled={isKept} onPress={onLeave}>
      {leave ?? words("cancel")}
    </Button>
  );
  return (
    <div className={`flex flex-wrap gap-2 ${isRight ? "justify-end" : ""}`}>
      {isRight && leaving}
      <Button type={send.onPress === undefined ? "submit" : "button"} look="main" sends {...send} />
      {!isRight && leaving}
    </div>
  );
}
