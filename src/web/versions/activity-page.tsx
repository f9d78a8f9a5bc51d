import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo, useRef, useState } from "react";
import type { Board } from "../../contract/plan/board.ts";
import type { LoggedEvent } from "../../contract/plan/event.ts";
import { AUDIT_KINDS } from "../../contract/tables/vocabulary.ts";
import { auditKindOf } from "../../plan/views/log/audit.ts";
import { Button } from "../parts/button.tsx";
import { Question } from "../parts/dialog.tsx";
import { Icon } from "../parts/icon.tsx";
import { NotRead } from "../parts/not-read.tsx";
import { Empty, Skeleton } from "../parts/panel.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { LongList } from "../parts/scrolling/long-list.tsx";
import { useBoard } from "../session/live.ts";
import { useCut } from "../session/page/use-cut.ts";
import { useMoment } from "../session/use-moment.ts";
import { actorOf } from "../words/actor.ts";
import { eventText, isOfQuestion, viaText } from "../words/event-text.ts";
import { useSpeech } from "../words/words.ts";
import { PlanPageHead } from "./plan-page-head.tsx";
import { SaveHistory } from "./save-history.tsx";
import { useActivity } from "./use-activity.ts";

const route = getRouteApi("/plans/$plan/activity");
/** Two lines of what happened, and one of what it is about. */
const ROW_PX = 76;

/** Everything that happened to a plan, the newest first, while it happens. */
export function ActivityPage() {
  const { plan } = route.useParams();
  const { data: board, error, refetch } = useBoard(plan);
  if (board === undefined)
    return <NotRead isPage lines={10} error={error} onRetry={() => void refetch()} />;
  return <Activity key={plan} board={board} />;
}

function Activity({ board }: { readonly board: Board }) {
  const { words } = useSpeech();
  const { id, seq } = board.plan;
  const { kind } = route.useSearch();
  const { events, error, retry, readEarlier } = useActivity(id, seq);
  const shown = useMemo(
    () => events?.filter((event) => kind === undefined || auditKindOf(event) === kind).toReversed(),
    [events, kind],
  );
  const titles = useMemo(() => new Map(board.todos.map((todo) => [todo.id, todo.title])), [board]);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto bg-panel">
      <div className="mx-auto max-w-4xl px-4 py-5 md:px-8">
        <PlanPageHead plan={board.plan} heading={words("activity")}>
          <SaveHistory planId={id} />
        </PlanPageHead>
        <nav aria-label={words("filter")} className="-mx-1 mb-3 flex flex-wrap gap-1">
          {[undefined, ...AUDIT_KINDS].map((one) => (
            <Link
              key={one ?? "all"}
              to="/plans/$plan/activity"
              params={{ plan: id }}
              search={one === undefined ? {} : { kind: one }}
              data-chosen={one === kind ? "" : undefined}
              aria-current={one === kind ? "true" : undefined}
              className="chip"
            >
              {words(`activity_${one ?? "all"}`)}
            </Link>
          ))}
        </nav>
        <ProblemNote error={error} onRetry={retry} />
        {shown === undefined ? (
          error === null && <Skeleton lines={8} />
        ) : shown.length === 0 && readEarlier === undefined ? (
          <Empty title={words("activity_none")} />
        ) : (
          <LongList
            label={words("activity")}
            rows={shown}
            rowHeight={ROW_PX}
            keyOf={(event) => String(event.seq)}
            onEnd={readEarlier}
          >
            {(event) => <Row planId={id} event={event} titles={titles} />}
          </LongList>
        )}
      </div>
    </div>
  );
}

/** What happened, when, by whom, and where one can look at what it is about. */
function Row({
  planId,
  event,
  titles,
}: {
  readonly planId: string;
  readonly event: LoggedEvent;
  readonly titles: ReadonlyMap<string, string>;
}) {
  const speech = useSpeech();
  const { words } = speech;
  const moment = useMoment();
  const { at, by, todo_id, hold_id } = event;
  const text = eventText(event, speech);
  const line = useRef<HTMLSpanElement>(null);
  const isCut = useCut(line, text);
  const [isWhole, setWhole] = useState(false);
  const close = (): void => setWhole(false);
  const isQuestion = isOfQuestion(event);
  // That time did it, its sentence says.
  const isTold =
    by === "holdpoint" || by === "policy:on_timeout" || text.includes(actorOf(by, words));
  return (
    <div
      className={`flex h-full flex-col justify-center gap-x-3 border-b border-line px-2 sm:grid sm:grid-cols-[8rem_minmax(0,1fr)] sm:content-center ${isQuestion ? "bg-wait-tint" : ""}`}
    >
      <time dateTime={at} className="text-small text-soft">
        {moment(at)}
      </time>
      <div className="min-w-0">
        <p className="flex gap-1.5">
          {isQuestion && (
            <span className="pt-0.5 text-wait">
              <Icon name="question" />
            </span>
          )}
          <span ref={line} className="line-clamp-1 min-w-0 sm:line-clamp-2">
            {text}
          </span>
        </p>
        <div className="flex gap-x-3 overflow-x-clip text-small whitespace-nowrap text-faint">
          {isCut && (
            <button
              type="button"
              className="lone shrink-0 font-medium text-accent hover:underline"
              onClick={() => setWhole(true)}
            >
              {words("activity_whole")}
            </button>
          )}
          {todo_id !== undefined && (
            <Link
              to="/plans/$plan/todos/$todo"
              params={{ plan: planId, todo: todo_id }}
              className="lone min-w-0 truncate text-soft hover:text-ink hover:underline"
              lang=""
            >
              {titles.get(todo_id) ?? todo_id}
            </Link>
          )}
          {hold_id !== undefined && (
            <Link
              to="/inbox/$hold"
              params={{ hold: hold_id }}
              className="lone shrink-0 text-soft hover:text-ink hover:underline"
            >
              {words("activity_request", { id: hold_id.slice(hold_id.lastIndexOf(".") + 1) })}
            </Link>
          )}
          {!isTold && <span className="shrink-0">{actorOf(by, words)}</span>}
          <span className="shrink-0">{viaText(event, speech)}</span>
        </div>
      </div>
      <Question title={moment(at)} isOpen={isWhole} onClose={close}>
        <p className="mb-4 whitespace-pre-wrap">{text}</p>
        <div className="flex justify-end">
          <Button onPress={close}>{words("close")}</Button>
        </div>
      </Question>
    </div>
  );
}
