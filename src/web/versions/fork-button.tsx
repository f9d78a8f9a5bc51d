import { useState } from "react";
import { Button } from "../parts/button.tsx";
import { useMay } from "../session/use-may.ts";
import { FORKING } from "../words/catalogs/forking.ts";
import { useSpeechWith } from "../words/words.ts";
import { ForkQuestion, type ForkMoment } from "./fork-question.tsx";

const NOW: ForkMoment = {};

/** Asks whether to start another plan from a moment of this one; nothing for those who may not. */
export function ForkButton({
  planId,
  moment = NOW,
  look = "plain",
  describedBy,
}: {
  readonly planId: string;
  readonly moment?: ForkMoment;
  readonly look?: "plain" | "bare";
  /** The id of what tells it apart from others beside it. */
  readonly describedBy?: string;
}) {
  const { words } = useSpeechWith(FORKING);
  const [isAsked, setAsked] = useState(false);
  if (useMay("operator") !== true) return null;
  const { version } = moment;
  const isOfAll = moment === NOW;
  return (
    <>
      <Button
        look={look}
        {...(isOfAll && { icon: "play" as const })}
        action={isOfAll ? words("fork") : undefined}
        also={words("fork_also")}
        {...(version !== undefined && { "aria-label": words("fork_version", { version }) })}
        {...(describedBy !== undefined && { "aria-describedby": describedBy })}
        onPress={() => setAsked(true)}
      >
        {words("fork")}
      </Button>
      {isAsked && <ForkQuestion planId={planId} moment={moment} onClose={() => setAsked(false)} />}
    </>
  );
}
