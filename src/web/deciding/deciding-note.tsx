import { useQuery } from "@tanstack/react-query";
import type { Deciding, Hold } from "../../contract/plan/holds/hold.ts";
import { Button } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { systemQuery, useClient } from "../session/api.ts";
import { useSecondsLeft } from "../session/now.ts";
import { useSpeech } from "../words/words.ts";
import { useUndo } from "./use-decide.ts";

/** A decision that has not taken effect: who made it can still take it back. */
export function DecidingNote({
  hold,
  deciding,
  onUndone,
}: {
  readonly hold: Pick<Hold, "id" | "plan_id" | "title">;
  readonly deciding: Deciding;
  readonly onUndone?: () => void;
}) {
  const { words } = useSpeech();
  const you = useQuery(systemQuery(useClient())).data?.you.name;
  const undo = useUndo(hold, onUndone);
  const { decision, by, takes_effect_at } = deciding;
  const seconds = useSecondsLeft(takes_effect_at);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-raised px-4 py-3">
      <p role="status" className="flex items-center gap-2 font-semibold">
        <Icon name="clock" />
        {words(`decided_${decision}`, { by })}
      </p>
      <p className="text-soft tabular-nums">{words("takes_effect_in", { seconds })}</p>
      {by === you && seconds > 0 && (
        <Button icon="again" sends onPress={undo}>
          {words("undo")}
        </Button>
      )}
    </div>
  );
}
