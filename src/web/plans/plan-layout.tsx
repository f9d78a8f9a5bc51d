import { getRouteApi, Link, Outlet, useMatch, useParams } from "@tanstack/react-router";
import { ProblemError } from "../../contract/problems/problem-error.ts";
import { BoardView } from "../boards/board-view.tsx";
import { Editing } from "../boards/editing/editing.tsx";
import { RememberedApprovals } from "../deciding/remembered.tsx";
import { buttonLook } from "../parts/button.tsx";
import { Empty, Skeleton } from "../parts/panel.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { useBoard } from "../session/live.ts";
import { useTitle } from "../session/page/use-title.ts";
import { AgentCountdowns, SessionCountdowns } from "../talk/agent-countdown.tsx";
import { useSpeech } from "../words/words.ts";
import { GoalAnswer } from "./goal-answer.tsx";
import { PlanHead } from "./plan-head.tsx";
import { PlanLinks } from "./plan-links.tsx";
import { PlannedHow } from "./planned-how.tsx";
import { TerminatePlan } from "./terminate-plan.tsx";

const route = getRouteApi("/plans/$plan");

/** A plan: what it does, its todos, and the one that is looked at beside them. */
export function PlanPage() {
  const { words } = useSpeech();
  const { plan } = route.useParams();
  const { todo } = useParams({ strict: false });
  const isTalking = useMatch({ from: "/plans/$plan/chat", shouldThrow: false }) !== undefined;
  const { data: board, error, refetch } = useBoard(plan);
  const isOpen = todo !== undefined || isTalking;
  useTitle(isOpen && board !== undefined ? null : (board?.plan.title ?? plan));
  if (board === undefined) {
    return error === null ? (
      <Skeleton lines={10} />
    ) : error instanceof ProblemError && error.problem.code === "plan_not_found" ? (
      <Empty
        isPage
        title={words("plan_missing")}
        detail={words("plan_missing_detail", { id: plan })}
      >
        <Link to="/plans" className={buttonLook("main")}>
          {words("plans")}
        </Link>
      </Empty>
    ) : (
      <div className="p-4">
        <ProblemNote isPage error={error} onRetry={() => void refetch()} />
        {error instanceof ProblemError && error.problem.code === "plan_stuck" && (
          <TerminatePlan planId={plan} />
        )}
      </div>
    );
  }
  return (
    <Editing key={board.plan.id} board={board}>
      <AgentCountdowns board={board} openTodo={todo} />
      <SessionCountdowns board={board} />
      {isOpen && (
        <div className="hidden shrink-0 bg-panel lg:block">
          <PlanHead board={board} isHere={false} />
        </div>
      )}
      <div
        className={`grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] ${isOpen ? "lg:grid-cols-[minmax(0,1fr)_28rem]" : ""}`}
      >
        <div className={`min-h-0 bg-panel lg:block lg:overflow-y-auto ${isOpen ? "hidden" : ""}`}>
          {!isOpen && <PlanHead board={board} isHere />}
          <GoalAnswer board={board} />
          <PlannedHow planId={plan} />
          <RememberedApprovals planId={plan} remembered={board.plan.remembered ?? []} />
          <BoardView board={board} openTodo={todo} links={<PlanLinks planId={plan} />} />
        </div>
        {isOpen && (
          <aside className="min-h-0 border-line bg-panel lg:overflow-y-auto lg:border-l">
            {/* Where the plan's own head has no room. */}
            <h1 className="sr-only lg:hidden" lang="">
              {board.plan.title}
            </h1>
            <Outlet />
          </aside>
        )}
      </div>
    </Editing>
  );
}
