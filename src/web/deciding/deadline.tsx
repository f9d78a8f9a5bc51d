import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Hold } from "../../contract/plan/holds/hold.ts";
import { Button } from "../parts/button.tsx";
import { TimeAnnouncer, TimeLeft } from "../parts/countdown.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { toast } from "../parts/toasts.tsx";
import { actionsQuery, useClient } from "../session/api.ts";
import { useNow } from "../session/now.ts";
import { useCommand } from "../session/use-command.ts";
import { momentOf, spanOf } from "../words/times.ts";
import { useSpeech } from "../words/words.ts";

const EXTENSIONS_S = [600, 3_600, 86_400];

/** Until when it can be decided, what happens then, and more time in one act. */
export function Deadline({ hold }: { readonly hold: Hold }) {
  const { words, language } = useSpeech();
  const now = useNow();
  const client = useClient();
  const [isOpen, setOpen] = useState(false);
  const { deadline_at, remaining_ms, on_timeout, todo_id } = hold;
  const actions = useQuery(actionsQuery(client, hold.plan_id, todo_id ?? undefined));
  const own = actions.data?.holds.find(({ hold_id }) => hold_id === hold.id);
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
  const then = words("until_then", { then: words(`timeout_${on_timeout}`) });
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <TimeLeft until={deadline_at} />
      <TimeAnnouncer until={deadline_at} title={hold.title} />
      <span className="text-soft">
        {words("decide_by", { at: momentOf(deadline_at, language, now) })}. {then}
      </span>
      {own?.actions["extend"].possible === true && !isOpen && (
        <Button look="bare" icon="clock" action={words("extend")} onPress={() => setOpen(true)}>
          {words("extend")}
        </Button>
      )}
      {isOpen &&
        EXTENSIONS_S.map((seconds) => (
          <Button
            key={seconds}
            isDisabled={extend.isPending}
            sends
            onPress={() => extend.mutate(seconds)}
          >
            {words("extend_by", { span: spanOf(seconds * 1_000, words) })}
          </Button>
        ))}
      <ProblemNote error={extend.error} />
    </div>
  );
}
