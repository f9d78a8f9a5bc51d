import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { BoardHold } from "../../contract/plan/board.ts";
import { QUESTION_KINDS } from "../../contract/tables/vocabulary.ts";
import { DecidePanel } from "../deciding/choosing/decide-panel.tsx";
import { DecidingNote } from "../deciding/deciding-note.tsx";
import { Asker } from "../deciding/people/asker.tsx";
import type { Sent } from "../deciding/use-decide.ts";
import { buttonLook } from "../parts/button.tsx";
import { TimeLeft } from "../parts/countdown.tsx";
import { Icon } from "../parts/icon.tsx";
import { NotRead } from "../parts/not-read.tsx";
import { KindBadge } from "../parts/status.tsx";
import { holdQuery, useClient } from "../session/api.ts";
import { useSpeech } from "../words/words.ts";
import { useTellLate } from "./late-answers.ts";

/** The element of a hold's card, for links that lead to it. */
export const cardId = (holdId: string): string => `card-${holdId.replaceAll(".", "-")}`;

/**
 * An open request in a conversation: a question is answered on the spot; what starts something is looked
 * at first, on its own page.
 */
export function HoldCard({
  hold,
  run,
}: {
  readonly hold: BoardHold;
  /** Which run of its todo asks. */
  readonly run: number | undefined;
}) {
  const { words, inOwnWords } = useSpeech();
  const { id, kind, plan_id, todo_id, title, deadline_at, asked_by, deciding } = hold;
  const isQuestion = QUESTION_KINDS.includes(kind);
  const message = inOwnWords(hold, "message");
  const heading = isQuestion && message !== "" ? message : title;
  const todo = todo_id !== null && (
    <Link
      to="/plans/$plan/todos/$todo"
      params={{ plan: plan_id, todo: todo_id }}
      className="lone hover:text-ink hover:underline"
      lang=""
    >
      {title}
    </Link>
  );
  return (
    <section
      id={cardId(id)}
      tabIndex={-1}
      aria-label={heading}
      className="rounded-lg border border-wait/50 bg-panel p-3"
    >
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-2">
        <KindBadge kind={kind} agent={asked_by?.agent_name} />
        <TimeLeft until={deadline_at} />
      </div>
      <h3 className="font-semibold whitespace-pre-wrap" lang="">
        {(heading === title && todo) || heading}
      </h3>
      <p className="mb-2 flex flex-wrap items-baseline gap-x-2 text-small text-faint">
        {todo_id !== null && (
          <>
            {heading !== title && todo}
            <code className="font-mono">{todo_id}</code>
            {asked_by === null && run !== undefined && run > 0 && (
              <span>{words("asked_run", { run })}</span>
            )}
          </>
        )}
      </p>
      {asked_by !== null && kind !== "budget" && <Asker asking={asked_by} />}
      {isQuestion ? (
        <Answering asked={hold} />
      ) : (
        <>
          {deciding !== null && <DecidingNote hold={hold} deciding={deciding} />}
          {message !== "" && (
            <p className="mb-2 line-clamp-4 whitespace-pre-wrap text-soft" lang="">
              {message}
            </p>
          )}
          <Link to="/inbox/$hold" params={{ hold: id }} className={buttonLook()}>
            {words("look_and_decide")}
            <Icon name="right" />
          </Link>
        </>
      )}
    </section>
  );
}

function Answering({ asked }: { readonly asked: BoardHold }) {
  const client = useClient();
  const tellLate = useTellLate();
  const { data, error, refetch } = useQuery(holdQuery(client, asked.id));
  if (data === undefined) return <NotRead lines={2} error={error} onRetry={() => void refetch()} />;
  const { hold, choices } = data;
  if (hold.deciding !== null) return <DecidingNote hold={hold} deciding={hold.deciding} />;
  if (choices === null) return null;
  const onSent = (sent: Sent): void => {
    if (sent === "late") void tellLate(asked, true);
  };
  return <DecidePanel hold={hold} choices={choices} onSent={onSent} />;
}
