import { useQuery } from "@tanstack/react-query";
import type { LoggedEvent } from "../../../contract/plan/event.ts";
import type { TodoStatus } from "../../../contract/tables/vocabulary.ts";
import { attemptsOf, type Attempt } from "../../../plan/views/log/attempts.ts";
import { NotRead } from "../../parts/not-read.tsx";
import { Fact } from "../../parts/panel.tsx";
import { TodoMark } from "../../parts/status.tsx";
import { logQuery, useClient } from "../../session/api.ts";
import { useNow } from "../../session/now.ts";
import { useMoment } from "../../session/use-moment.ts";
import { eventText } from "../../words/event-text.ts";
import { spanOf } from "../../words/times.ts";
import { useSpeech } from "../../words/words.ts";

/** How an attempt is marked by what ended it; put back where it may be made again. */
const MARKS: Readonly<Partial<Record<LoggedEvent["type"], TodoStatus>>> = {
  "todo.completed": "completed",
  "todo.failed": "failed",
  "todo.attempt_failed": "failed",
  "todo.cancelled": "cancelled",
  "todo.skipped": "skipped",
};

/** The attempts at a todo, the newest first: when each was made, how long it took and how it ended. */
export function Attempts({ planId, todoId }: { readonly planId: string; readonly todoId: string }) {
  const { words } = useSpeech();
  const client = useClient();
  const { data, error } = useQuery(logQuery(client, planId, { todo_id: todoId }));
  if (data === undefined) return <NotRead lines={4} error={error} />;
  const attempts = attemptsOf(data.events).toReversed();
  if (attempts.length === 0) return <p className="py-4 text-faint">{words("attempts_none")}</p>;
  return (
    <ol className="divide-y divide-line py-2">
      {attempts.map((attempt) => (
        <OneAttempt key={`${attempt.run} ${attempt.started_at}`} attempt={attempt} />
      ))}
    </ol>
  );
}

/** Which attempt of which run is the newest: what counts a todo's attempts goes on over its runs. */
export function NewestAttempt({
  planId,
  todoId,
}: {
  readonly planId: string;
  readonly todoId: string;
}) {
  const { words } = useSpeech();
  const { data } = useQuery(logQuery(useClient(), planId, { todo_id: todoId }));
  const newest = attemptsOf(data?.events ?? []).at(-1);
  if (newest === undefined) return null;
  return <Fact name={words("attempts")}>{words("attempt_of_run", { ...newest })}</Fact>;
}

function OneAttempt({
  attempt: { run, attempt, started_at, ended },
}: {
  readonly attempt: Attempt;
}) {
  const speech = useSpeech();
  const { words } = speech;
  const now = useNow();
  const moment = useMoment();
  const to = ended === null ? now : Date.parse(ended.at);
  const again = ended?.data?.["retry_at"];
  return (
    <li className="flex flex-col gap-0.5 py-2">
      <p className="flex flex-wrap items-center gap-x-3">
        <TodoMark
          status={ended === null ? "in_progress" : (MARKS[ended.type] ?? "pending")}
          wordless
        />
        <span className="font-medium">{words("attempt_of_run", { attempt, run })}</span>
        <span className="text-small text-soft">
          <time dateTime={started_at}>{moment(started_at)}</time>
          {" · "}
          {words("timeline_took", {
            span: spanOf(Math.max(0, to - Date.parse(started_at)), words),
          })}
        </span>
      </p>
      <p className="pl-7">{ended === null ? words("attempt_goes_on") : eventText(ended, speech)}</p>
      {typeof again === "string" && (
        <p className="pl-7 text-small text-soft">
          {words("attempt_again", { time: moment(again) })}
        </p>
      )}
    </li>
  );
}
