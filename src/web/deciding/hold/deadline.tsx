import { useState } from "react";
import type { TimeoutPreview } from "../../../contract/plan/holds/choices.ts";
import type { Hold } from "../../../contract/plan/holds/hold.ts";
import { Button } from "../../parts/button.tsx";
import { TimeAnnouncer, TimeLeft, TimeRing } from "../../parts/countdown.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { toast } from "../../parts/toasts.tsx";
import { useClient } from "../../session/api.ts";
import { useCommand } from "../../session/use-command.ts";
import { useMoment } from "../../session/use-moment.ts";
import { spanOf } from "../../words/times.ts";
import { useSpeech } from "../../words/words.ts";
import { timeoutText } from "../consequences.tsx";
import { useMayAct } from "../use-may-decide.ts";

const HOUR_S = 3_600;
const EXTENSIONS_S = [600, HOUR_S, 86_400];

/** Until when it can be decided, what happens then, and more time in one act. */
export function Deadline({
  hold,
  timeout,
}: {
  readonly hold: Hold;
  /** What really happens then; null while nobody has said it. */
  readonly timeout: TimeoutPreview | null;
}) {
  const speech = useSpeech();
  const { words } = speech;
  const moment = useMoment();
  const client = useClient();
  // Null before it was opened: the focus goes in, and back, only with whoever did that.
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const { deadline_at, remaining_ms } = hold;
  const mayExtend = useMayAct(hold, "extend");
  const extend = useCommand(
    hold.plan_id,
    (seconds: number) => client.holds.extend(hold.id, { seconds }),
    () => {
      toast(words("extended"));
      setOpen(false);
    },
  );
  if (deadline_at === null && remaining_ms === null) {
    return <span className="text-faint">{words("no_deadline")}</span>;
  }
  if (deadline_at === null) {
    return (
      <span className="text-faint">
        {words("clock_stopped", { span: spanOf(remaining_ms ?? 0, words) })}
      </span>
    );
  }
  const hourMore = words("extend_by", { span: spanOf(HOUR_S * 1_000, words) });
  const by = words("decide_by", { at: moment(deadline_at) });
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <TimeRing from={hold.escalated_at ?? hold.opened_at} until={deadline_at} />
      <TimeLeft until={deadline_at} />
      <TimeAnnouncer until={deadline_at} title={hold.title} />
      <span className="text-soft">
        {by}.{" "}
        {timeout !== null && words("until_then", { then: timeoutText(timeout, hold, speech) })}
      </span>
      {mayExtend !== false && isOpen !== true && (
        <span className={`-ml-3 flex flex-wrap sm:ml-0 ${mayExtend === null ? "invisible" : ""}`}>
          <Button
            look="bare"
            action={mayExtend === true ? hourMore : undefined}
            isDisabled={extend.isPending}
            sends
            onPress={() => extend.mutate(HOUR_S)}
          >
            {hourMore}
          </Button>
          <Button
            look="bare"
            icon="clock"
            action={mayExtend === true ? words("extend") : undefined}
            autoFocus={isOpen === false}
            onPress={() => setOpen(true)}
          >
            {words("extend")}
          </Button>
        </span>
      )}
      {isOpen === true && (
        <span
          role="group"
          aria-label={words("extend")}
          className="flex flex-wrap items-center gap-x-2 gap-y-1"
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            // The request stays open: this alone is left.
            event.stopPropagation();
            setOpen(false);
          }}
        >
          {EXTENSIONS_S.map((seconds, place) => (
            <Button
              key={seconds}
              autoFocus={place === 0}
              isDisabled={extend.isPending}
              sends
              onPress={() => extend.mutate(seconds)}
            >
              {words("extend_by", { span: spanOf(seconds * 1_000, words) })}
            </Button>
          ))}
          <Button look="bare" isDisabled={extend.isPending} onPress={() => setOpen(false)}>
            {words("cancel")}
          </Button>
        </span>
      )}
      <ProblemNote error={extend.error} />
    </div>
  );
}
