import { useQuery } from "@tanstack/react-query";
import { Icon } from "../../parts/icon.tsx";
import { NotRead } from "../../parts/not-read.tsx";
import { logQuery, useClient } from "../../session/api.ts";
import { useMoment } from "../../session/use-moment.ts";
import { eventText, isOfQuestion, viaText } from "../../words/event-text.ts";
import { useSpeech } from "../../words/words.ts";

/** What happened to a todo, the newest first. */
export function History({ planId, todoId }: { readonly planId: string; readonly todoId: string }) {
  const speech = useSpeech();
  const { words } = speech;
  const client = useClient();
  const moment = useMoment();
  const { data, error } = useQuery(logQuery(client, planId, { todo_id: todoId }));
  if (data === undefined) return <NotRead lines={4} error={error} />;
  const events = data.events.toReversed();
  if (events.length === 0) return <p className="py-4 text-faint">{words("history_empty")}</p>;
  return (
    <ol className="flex flex-col gap-2 py-4">
      {events.map((event) => (
        <li
          key={event.seq}
          className={`grid grid-cols-[6.5rem_minmax(0,1fr)] gap-2 ${isOfQuestion(event) ? "-mx-2 rounded-md bg-wait-tint px-2 py-1" : ""}`}
        >
          <time dateTime={event.at} className="text-small text-soft">
            {moment(event.at)}
          </time>
          <span className="flex gap-1.5">
            {isOfQuestion(event) && (
              <span className="pt-0.5 text-wait">
                <Icon name="question" />
              </span>
            )}
            <span>
              {eventText(event, speech)}{" "}
              <span className="text-small text-faint">{viaText(event, speech)}</span>
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}
