import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState, type ReactNode } from "react";
import type { Choices } from "../../../contract/plan/holds/choices.ts";
import type { HoldDetail } from "../../../contract/plan/holds/hold.ts";
import { asksBecause } from "../../../plan/views/holds/asks-because.ts";
import { planOf } from "../../../plan/views/holds/plan-of.ts";
import { buttonLook } from "../../parts/button.tsx";
import { PageTitle } from "../../parts/page-title.tsx";
import { Section } from "../../parts/panel.tsx";
import { StickyBar } from "../../parts/scrolling/sticky-bar.tsx";
import { KindBadge } from "../../parts/status.tsx";
import { holdQuery, systemQuery, useClient } from "../../session/api.ts";
import { carryDraft, dropDraft, dropHoldDrafts, isTexts, useDraft } from "../../session/draft.ts";
import { useBoard } from "../../session/live.ts";
import { useTitle } from "../../session/page/use-title.ts";
import { useSpeech } from "../../words/words.ts";
import { Arguments } from "../arguments.tsx";
import { AskForChanges } from "../bodies/ask-for-changes.tsx";
import { AskedBefore } from "../bodies/asked-before.tsx";
import { BudgetBody } from "../bodies/budget-body.tsx";
import { GoalBody } from "../bodies/goal-body.tsx";
import { commentText, type LineComments } from "../bodies/line-comment.tsx";
import { ProposalLines, type Picked } from "../bodies/proposal-lines.tsx";
import { ReviewedTodos } from "../bodies/reviewed-todos.tsx";
import { DecidePanel } from "../choosing/decide-panel.tsx";
import { ChoiceTable } from "../consequences.tsx";
import { DecidingNote } from "../deciding-note.tsx";
import { Asker } from "../people/asker.tsx";
import { Delegate } from "../people/delegate.tsx";
import { Needed } from "../people/needed.tsx";
import { OthersHere } from "../people/others-here.tsx";
import { Upstream } from "../upstream.tsx";
import type { Sent } from "../use-decide.ts";
import { useMayDecide } from "../use-may-decide.ts";
import { whatRuns, type WhatRuns } from "../what-runs.ts";
import { Deadline } from "./deadline.tsx";
import { Edited } from "./edited.tsx";
import { HoldAsListed } from "./hold-as-listed.tsx";
import { Outcome } from "./outcome.tsx";
import { useExpiry } from "./use-expiry.ts";

/**
 * One request with everything that a decision needs: what happens exactly, why now, until when, what each
 * choice does. It follows its plan: who is second sees what the first has decided.
 */
export function HoldView({
  holdId,
  after,
}: {
  readonly holdId: string;
  /** What stands beside the outcome, such as the way to the next one. */
  readonly after?: ReactNode;
}) {
  const { words, inOwnWords } = useSpeech();
  const client = useClient();
  const planId = planOf(holdId);
  const board = useBoard(planId);
  const { data, error, refetch } = useQuery(holdQuery(client, holdId));
  const you = useQuery(systemQuery(client)).data?.you.name;
  const [sent, setSent] = useState<Sent | null>(null);
  const [seenOpen, setSeenOpen] = useState(false);
  const [picked, setPicked] = useState<Picked>(null);
  // A change of the plan makes another review ask: what was said of its todos goes with that one.
  const commentsId = `${planId}.comments`;
  const [comments, setComments] = useDraft<LineComments>(commentsId, {}, undefined, isTexts);
  const closed = data === undefined || data.hold.status === "open" ? undefined : data.hold;
  useEffect(() => {
    if (closed?.status === "stale") carryDraft(closed);
    else if (closed !== undefined) dropHoldDrafts(closed);
  }, [closed]);
  useTitle(
    data === undefined ? words("inbox") : headingOf(data.hold, inOwnWords(data.hold, "message")),
  );
  const expiry = useExpiry(data?.hold);
  if (data === undefined) {
    return <HoldAsListed holdId={holdId} error={error} onRetry={() => void refetch()} />;
  }
  const { hold, choices } = data;
  if (hold.status === "open" && !seenOpen) setSeenOpen(true);
  // A proposal's message lists its lines, which stand below with what can be chosen.
  const message = hold.proposal?.summary ?? inOwnWords(hold, "message");
  const successor = board.data?.holds.find(
    ({ id, todo_id, kind }) =>
      id !== hold.id && todo_id === hold.todo_id && (todo_id !== null || kind === hold.kind),
  )?.id;
  const remarks = hold.kind === "plan_review" ? commentText(comments, board.data?.todos ?? []) : "";
  const onSent = (became: Sent): void => {
    setSent(became);
    if (hold.kind === "plan_review" && became === "taken") dropDraft(commentsId);
  };
  // This person is told apart by name: what was decided here may have been on a page that is gone.
  const isByOther = hold.decision !== null && you !== undefined && hold.decision.by !== you;
  const isQuestion = hold.input_request !== null;
  return (
    <article aria-labelledby="hold-title" className="mx-auto w-full max-w-3xl px-4 py-5 md:px-8">
      <HoldHeader hold={hold} choices={choices} />
      {hold.deciding !== null && (
        <div className="mb-4 flex flex-col gap-3">
          <DecidingNote hold={hold} deciding={hold.deciding} onUndone={() => setSent(null)} />
          {after}
        </div>
      )}
      {hold.status !== "open" && (
        <div className="mb-4 flex flex-col gap-3">
          <Outcome
            hold={hold}
            expiry={expiry}
            wasLate={sent === "late" || (sent === null && seenOpen && isByOther)}
            successor={hold.status === "stale" ? successor : undefined}
          />
          {after}
        </div>
      )}
      {hold.asked_by !== null && hold.kind !== "budget" && <Asker asking={hold.asked_by} />}
      {message !== "" && message !== hold.input_request?.question && (
        <p className="mb-4 whitespace-pre-wrap" lang="">
          {message}
        </p>
      )}
      {choices !== null && isQuestion && (
        <div className="mb-5">
          <DecidePanel key={hold.id} hold={hold} choices={choices} onSent={onSent} />
        </div>
      )}
      <HoldBody
        hold={hold}
        runs={whatRuns(hold, expiry?.data?.["action"] === "approve")}
        picked={picked}
        onPick={setPicked}
        comments={comments}
        onComments={setComments}
      />
      {choices !== null && remarks !== "" && (
        <AskForChanges planId={planId} remarks={remarks} onAsked={() => setComments({})} />
      )}
      {choices !== null && (
        <>
          <Section title={words("choices")}>
            <ChoiceTable hold={hold} choices={choices} />
          </Section>
          {!isQuestion && (
            <StickyBar
              edge="bottom"
              className="-mx-4 max-h-[70dvh] overflow-y-auto bg-panel px-4 py-3 md:-mx-8 md:px-8"
            >
              <DecidePanel
                key={hold.id}
                hold={hold}
                choices={choices}
                picked={picked}
                remarks={remarks}
                onSent={onSent}
              />
            </StickyBar>
          )}
        </>
      )}
    </article>
  );
}

/** What asks, of which plan, why now and until when, and who else looks at it. */
function HoldHeader({
  hold,
  choices,
}: {
  readonly hold: HoldDetail;
  readonly choices: Choices | null;
}) {
  const { words, inOwnWords, tell } = useSpeech();
  const board = useBoard(hold.plan_id);
  const question = hold.input_request?.question ?? "";
  const heading = headingOf(hold, inOwnWords(hold, "message"));
  const plan = board.data?.plan.title ?? (board.error === null ? "" : hold.plan_id);
  const because =
    board.data === undefined
      ? null
      : asksBecause(hold, {
          plan: board.data.plan,
          todo: board.data.todos.find(({ id }) => id === hold.todo_id),
        });
  return (
    <header className="mb-4 flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2 text-small">
        <KindBadge kind={hold.kind} agent={hold.asked_by?.agent_name} />
        <Link
          to="/plans/$plan"
          params={{ plan: hold.plan_id }}
          className="lone min-w-0 truncate text-soft hover:text-ink hover:underline"
        >
          {/* What is asked about a plan as a whole is called as the plan is. */}
          {plan === heading ? words("notice_plan") : plan}
        </Link>
      </div>
      <PageTitle id="hold-title" className="text-title font-semibold" lang="">
        {heading}
      </PageTitle>
      {question !== "" && (
        <p className="text-soft" lang="">
          {hold.title}
        </p>
      )}
      {hold.status === "open" && (
        <>
          <p className="min-h-10.5 text-soft sm:min-h-5.25">
            {because === null ? "" : tell(because)}
          </p>
          {hold.deciding === null && (
            <>
              <Deadline hold={hold} timeout={choices?.timeout ?? null} />
              <Needed hold={hold} />
              <Delegate hold={hold} />
            </>
          )}
          <OthersHere holdId={hold.id} />
        </>
      )}
    </header>
  );
}

/** What the request is called: the question that it asks, or what it is about. */
function headingOf({ input_request, title }: HoldDetail, message: string): string {
  const question = input_request?.question ?? "";
  // What the plan itself asks is in the reader's language.
  return question === "" ? title : message || question;
}

function HoldBody({
  hold,
  runs,
  picked,
  onPick,
  comments,
  onComments,
}: {
  readonly hold: HoldDetail;
  readonly runs: WhatRuns;
  readonly picked: Picked;
  readonly onPick: (lines: readonly number[]) => void;
  readonly comments: LineComments;
  readonly onComments: (comments: LineComments) => void;
}) {
  const { words, inOwnWords } = useSpeech();
  const mayDecide = useMayDecide() !== false;
  if (hold.kind === "plan_review") {
    const canComment = hold.status === "open" && hold.deciding === null && mayDecide;
    return (
      <>
        <GoalBody planId={hold.plan_id} />
        <ReviewedTodos
          planId={hold.plan_id}
          comments={comments}
          onComment={
            canComment ? (id, comment) => onComments({ ...comments, [id]: comment }) : undefined
          }
        />
        {hold.status === "open" && (
          <div className="mb-4 flex flex-wrap gap-2">
            <Link to="/plans/$plan/chat" params={{ plan: hold.plan_id }} className={buttonLook()}>
              {words("change_in_words")}
            </Link>
            <Link
              to="/plans/$plan"
              params={{ plan: hold.plan_id }}
              search={{ view: "list" }}
              className={buttonLook()}
            >
              {words("change_by_hand")}
            </Link>
          </div>
        )}
      </>
    );
  }
  if (hold.kind === "goal") return <GoalBody planId={hold.plan_id} />;
  if (hold.kind === "budget") return <BudgetBody hold={hold} />;
  // Of a proposal only some lines may have been approved.
  const standing = hold.proposal !== null && hold.status !== "open" ? "asked" : runs.standing;
  const accepted = hold.decision?.lines;
  return (
    <>
      {hold.input_request === null && (
        <Section title={words(`what_${standing}`)}>
          {standing === "happens" && hold.kind !== "approval" && (
            <p className="mb-3 text-soft">{words(`asks_${hold.kind}`)}</p>
          )}
          <AskedBefore hold={hold} />
          {hold.proposal === null ? (
            <>
              <Edited hold={hold} runs={runs} />
              <Arguments hold={hold} runs={runs} />
            </>
          ) : hold.status === "open" && hold.deciding === null ? (
            <ProposalLines hold={hold} picked={picked} onPick={onPick} />
          ) : (
            <ol className="flex list-decimal flex-col gap-2 pl-5">
              {hold.proposal.lines.map((line) => (
                <li key={line.line}>
                  {inOwnWords(line, "meaning")}
                  <p className="text-soft">{line.reason}</p>
                  {accepted !== undefined && (
                    <p className="text-faint">
                      {words(accepted.includes(line.line) ? "line_applied" : "line_not_applied")}
                    </p>
                  )}
                </li>
              ))}
            </ol>
          )}
        </Section>
      )}
      {hold.todo_id !== null && <Upstream planId={hold.plan_id} todoId={hold.todo_id} />}
    </>
  );
}
