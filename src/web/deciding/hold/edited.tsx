import type { HoldDetail } from "../../../contract/plan/holds/hold.ts";
import { changedAsk } from "../../../plan/views/board/previous-ask.ts";
import { useSpeech } from "../../words/words.ts";
import { ChangeList } from "../change-list.tsx";
import type { WhatRuns } from "../what-runs.ts";

/** What runs that was not asked for: what the person changed who approved it. */
export function Edited({
  hold,
  runs: { args, isEdited },
}: {
  readonly hold: HoldDetail;
  readonly runs: WhatRuns;
}) {
  const { words } = useSpeech();
  const fields = isEdited ? changedAsk(hold, { ...hold, args }) : [];
  if (fields.length === 0) return null;
  return (
    <section aria-label={words("what_edited")} className="mb-4 flex flex-col gap-1.5">
      <p className="font-medium">{words("what_edited")}</p>
      <ChangeList
        things={[{ sign: "~", id: hold.todo_id, title: hold.title, fields }]}
        titleOf={(id) => id}
      />
    </section>
  );
}
