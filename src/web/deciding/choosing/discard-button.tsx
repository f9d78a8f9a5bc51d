import { Button } from "../../parts/button.tsx";
import { dropDraft } from "../../session/draft.ts";
import { useSpeech } from "../../words/words.ts";

/** Leaves a form, and what was written in it with it. */
export function DiscardButton({
  draftId,
  onLeave,
}: {
  readonly draftId: string;
  readonly onLeave: () => void;
}) {
  const { words } = useSpeech();
  const discard = (): void => {
    dropDraft(draftId);
    onLeave();
  };
  return (
    <Button look="bare" onPress={discard}>
      {words("cancel")}
    </Button>
  );
}
