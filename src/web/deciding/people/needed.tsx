import { useQuery } from "@tanstack/react-query";
import type { Hold } from "../../../contract/plan/holds/hold.ts";
import { neededApprovals } from "../../../plan/views/holds/needed-approvals.ts";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { systemQuery, useClient } from "../../session/api.ts";
import { useSpeech } from "../../words/words.ts";
import { useUndo } from "../use-decide.ts";

/** Whose approval an open request needs and has, where one person is not enough; who gave one can take it back. */
export function Needed({ hold }: { readonly hold: Hold }) {
  const { words, tell } = useSpeech();
  const you = useQuery(systemQuery(useClient())).data?.you.name;
  const undo = useUndo(hold);
  const lines = neededApprovals(hold.needs);
  if (lines.length === 0) return null;
  const isYours = you !== undefined && hold.needs?.given.includes(you) === true;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <ul className="flex flex-col gap-1" aria-label={words("needed")}>
        {lines.map((line) => (
          <li key={line.id} className="flex gap-2">
            <span className="mt-0.5 shrink-0 text-soft">
              <Icon name="person" />
            </span>
            {tell(line)}
          </li>
        ))}
      </ul>
      {isYours && <Button icon="again" says={words("take_approval_back")} sends onPress={undo} />}
    </div>
  );
}
