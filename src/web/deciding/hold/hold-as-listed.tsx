import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { planOf } from "../../../plan/views/holds/plan-of.ts";
import { TimeLeft } from "../../parts/countdown.tsx";
import { PageTitle } from "../../parts/page-title.tsx";
import { Skeleton } from "../../parts/panel.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { KindBadge } from "../../parts/status.tsx";
import { inboxQuery, listedHoldsQuery, useClient } from "../../session/api.ts";
import { useSpeech } from "../../words/words.ts";

/**
 * A request while its plan has not told of it yet, or cannot: what the list knows of it, which needs no
 * worker, and why there is no more.
 */
export function HoldAsListed({
  holdId,
  error,
  onRetry,
}: {
  readonly holdId: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}) {
  const { words } = useSpeech();
  const client = useClient();
  const { data: inbox } = useQuery(inboxQuery(client));
  const first = inbox?.holds.find(({ id }) => id === holdId);
  const { data: ofPlan } = useQuery({
    ...listedHoldsQuery(client, planOf(holdId)),
    enabled: inbox !== undefined && first === undefined,
  });
  const row = first ?? ofPlan?.holds.find(({ id }) => id === holdId);
  const isDown = inbox?.workers.state === "down";
  const note = isDown ? (
    <p role="status" className="rounded-lg bg-wait-tint px-4 py-3 text-wait">
      {words("hold_without_worker")}
    </p>
  ) : error === null ? (
    <Skeleton lines={9} />
  ) : (
    <ProblemNote isPage={row === undefined} error={error} onRetry={onRetry} />
  );
  return (
    <article className="mx-auto w-full max-w-3xl px-4 py-5 md:px-8">
      {row !== undefined && (
        <header className="mb-4 flex flex-col gap-2">
          <div className="flex flex-wrap items-center gap-2 text-small">
            <KindBadge kind={row.kind} agent={row.agent} />
            <Link
              to="/plans/$plan"
              params={{ plan: planOf(holdId) }}
              className="lone min-w-0 truncate text-soft hover:text-ink hover:underline"
            >
              {row.plan_title}
            </Link>
          </div>
          <PageTitle className="text-title font-semibold" lang="">
            {row.title}
          </PageTitle>
          {row.message !== null && (
            <p className="whitespace-pre-wrap text-soft" lang="">
              {row.message}
            </p>
          )}
          <TimeLeft until={row.deadline_at} />
        </header>
      )}
      {note}
    </article>
  );
}
