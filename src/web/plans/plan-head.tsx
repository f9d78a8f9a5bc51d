import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import type { Board } from "../../contract/plan/board.ts";
import { isThinking } from "../../plan/views/board/fold-board.ts";
import { Glance } from "../boards/glance.tsx";
import { Button } from "../parts/button.tsx";
import { EncryptedMark } from "../parts/encrypted-mark.tsx";
import { Icon } from "../parts/icon.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { PlanMark, ProgressBar } from "../parts/status.tsx";
import { toast } from "../parts/toasts.tsx";
import { actionsQuery, goalQuery, useClient } from "../session/api.ts";
import { useCommand } from "../session/use-command.ts";
import { useMoment } from "../session/use-moment.ts";
import { useSpeech } from "../words/words.ts";
import { StepMode } from "./step-mode.tsx";
import { StopQuestion, type Stopping } from "./stop-question.tsx";

const ForkButton = lazy(async () => ({
  default: (await import("../versions/fork-button.tsx")).ForkButton,
}));

const LIVE_MS = 2_000;

/** A plan in a few lines: how it stands, what is to be known of it at once, and what can be done to it. */
export function PlanHead({
  board,
  isHere,
}: {
  readonly board: Board;
  /** Whether it is the plan that is looked at, and nothing beside it. */
  readonly isHere: boolean;
}) {
  const speech = useSpeech();
  const { words, inOwnWords } = speech;
  const client = useClient();
  const { plan } = board;
  const [stopping, setStopping] = useState<Stopping | null>(null);
  const actions = useQuery(actionsQuery(client, plan.id)).data?.plan;
  const resume = useCommand(
    plan.id,
    () => client.plans.resume(plan.id),
    () => toast(words("sent_resume")),
  );
  // What can be done has its place before it is known.
  const isOver = plan.completed_at !== null;
  const may = (name: "pause" | "resume" | "cancel" | "edit", likely: boolean): boolean | null =>
    actions === undefined ? (likely && !isOver ? null : false) : actions[name].possible;
  const mayPause = may("pause", plan.paused === null);
  const mayResume = may("resume", plan.paused !== null);
  const mayCancel = may("cancel", true);
  // A plan that is being edited can be paused besides; what people look for then is how it goes on.
  const turn = mayResume !== false ? "resume" : mayPause !== false ? "pause" : null;
  const isTurnKnown = (turn === "pause" ? mayPause : mayResume) !== null;
  const { percentage, counts, total } = plan.progress;
  const thinks = isThinking(plan) && !isOver;
  const thought = useQuery({
    ...goalQuery(client, plan.id),
    enabled: thinks,
    refetchInterval: LIVE_MS,
  }).data;
  const thinking = isOver
    ? ""
    : inOwnWords((thinks ? thought : undefined) ?? plan, "thinking_message");
  const because = inOwnWords(plan, "ended_because");
  return (
    <header className="@container border-b border-line px-4 pt-3 pb-1.5 md:px-8">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 @xl:flex-nowrap">
        {/* A long title needs a phone's whole width: there what can be done stands below it. */}
        <div className="contents min-w-0 flex-wrap items-baseline gap-x-4 @xl:flex">
          <PageTitle
            isHere={isHere}
            className="w-full min-w-0 text-head font-semibold @xl:w-auto"
            lang=""
          >
            {plan.title}
          </PageTitle>
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 text-small text-faint @xl:flex-initial">
            <PlanMark plan={plan} />
            <span className="flex w-44 items-center gap-2 text-soft tabular-nums">
              <ProgressBar percent={percentage} />
              <span className="shrink-0">
                {words("progress_of", {
                  percent: Math.round(percentage),
                  done: counts["completed"] ?? 0,
                  total,
                })}
              </span>
            </span>
            {plan.goal_phase !== null && <span>{words(`goal_phase_${plan.goal_phase}`)}</span>}
            <span className="lg:@max-lg:hidden">{words("version", { version: plan.version })}</span>
            <span className="hidden @xl:inline">{plan.owner}</span>
            <EncryptedMark />
            <StepMode plan={plan} canEdit={may("edit", true)} />
            <code className="hidden font-mono @4xl:inline">{plan.id}</code>
          </div>
        </div>
        <div className="flex shrink-0 flex-wrap justify-end gap-2">
          {/* One button, so that who pauses a plan has the focus on what resumes it. */}
          {turn !== null && (
            <span className={isTurnKnown ? "" : "invisible"}>
              <Button
                look={turn === "resume" ? "main" : "plain"}
                icon={turn === "resume" ? "play" : "pause"}
                aria-label={words(turn)}
                action={words(turn)}
                shortcut={{ code: "KeyP", says: turn }}
                isDisabled={!isTurnKnown || resume.isPending}
                sends={turn === "resume"}
                onPress={() =>
                  turn === "resume" ? resume.mutate(undefined) : setStopping("pause")
                }
              >
                <span className={turn === "pause" ? "hidden @sm:inline" : ""}>{words(turn)}</span>
              </Button>
            </span>
          )}
          {isOver && actions?.fork.possible === true && (
            <Suspense>
              <ForkButton planId={plan.id} />
            </Suspense>
          )}
          {mayCancel !== false && (
            <span className={mayCancel === null ? "invisible" : ""}>
              <Button
                look="bad"
                icon="stop"
                aria-label={words("cancel_plan")}
                action={mayCancel === true ? words("cancel_plan") : undefined}
                onPress={() => setStopping("cancel")}
              >
                <span className="hidden @sm:inline">{words("cancel_plan")}</span>
              </Button>
            </span>
          )}
        </div>
      </div>
      {because !== "" && (
        <p className="mt-2 rounded-md bg-raised px-3 py-2" lang="">
          {because}
        </p>
      )}
      {plan.paused !== null && !isOver && <PausedNote paused={plan.paused} />}
      {thinking !== "" && (
        <p role="status" className="mt-2 rounded-md bg-wait-tint px-3 py-2">
          {thinking}
        </p>
      )}
      <ReviewNote board={board} />
      <ProblemNote error={resume.error} />
      <Glance board={board} />
      {/* Each time anew: a reason is for what it was written for. */}
      {stopping !== null && (
        <StopQuestion board={board} stopping={stopping} onClose={() => setStopping(null)} />
      )}
    </header>
  );
}

/** Who paused the plan or edits it, since when, and what they said of it. */
function PausedNote({
  paused: { by, at, purpose, reason },
}: {
  readonly paused: NonNullable<Board["plan"]["paused"]>;
}) {
  const { words } = useSpeech();
  const moment = useMoment();
  return (
    <p className="mt-2 rounded-md bg-raised px-3 py-2">
      {words(purpose === "edit" ? "edited_by" : "paused_by", { by, at: moment(at) })}
      {reason !== undefined && (
        <>
          : <span lang="">{reason}</span>
        </>
      )}
    </p>
  );
}

/** The way to the review for which a plan waits; of each version, another one asks. */
function ReviewNote({ board: { holds } }: { readonly board: Board }) {
  const { words } = useSpeech();
  const review = holds.find(({ kind }) => kind === "plan_review");
  if (review === undefined) return null;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-wait-tint px-3 py-2">
      <span className="min-w-0">{words("review_waits")}</span>
      <Link
        to="/inbox/$hold"
        params={{ hold: review.id }}
        className="inline-flex min-h-6 items-center gap-1 font-medium text-accent hover:underline"
      >
        {words("review_back")}
        <Icon name="right" size={14} />
      </Link>
    </p>
  );
}
