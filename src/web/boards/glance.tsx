import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Board } from "../../contract/plan/board.ts";
import { awaitedOf } from "../../plan/todos/approvers.ts";
import { TimeLeft } from "../parts/countdown.tsx";
import { Icon } from "../parts/icon.tsx";
import { useNow } from "../session/now.ts";
import { moneyOf } from "../words/amounts.ts";
import { useSpeech } from "../words/words.ts";
import type { Lane } from "./lanes.ts";
import { reasonsById, reasonText } from "./reason-text.ts";
import { useOutlook } from "./use-outlook.ts";
import { WorkLeft } from "./work-left.tsx";

/** So many of a kind are named; how many more there are is told, with the way to them. */
const MOST = 3;

/**
 * What of a plan is to be known at once, failures first: what failed, what waits for whom until when, what
 * runs, what is next and why, how much is left and on what ground, its longest chain, and what it has cost.
 */
export function Glance({ board }: { readonly board: Board }) {
  const speech = useSpeech();
  const { words, language } = speech;
  const now = useNow();
  const outlook = useOutlook(board);
  const { plan, schedule, todos, holds } = board;
  const titles = new Map(todos.map(({ id, title }) => [id, title]));
  const titleOf = (id: string): string => titles.get(id) ?? id;
  const failed = todos.filter(({ status }) => status === "failed");
  const allFailed = Math.max(failed.length, plan.progress.counts["failed"] ?? 0);
  const reasons = reasonsById(board);
  const work = todos.filter(({ id }) =>
    reasons.get(id)?.some(({ code }) => code === "unclaimed" || code === "claimed"),
  );
  const isOpen = plan.completed_at === null;
  return (
    <dl className="flex flex-wrap items-baseline gap-x-5 gap-y-0.5 text-small">
      {allFailed > 0 && (
        <Item
          name={words("lane_failed")}
          plan={plan.id}
          lane="failed"
          more={allFailed - failed.slice(0, MOST).length}
        >
          {failed.slice(0, MOST).map(({ id, title }) => (
            <TitleLink key={id} plan={plan.id} id={id} title={title} look="text-bad" />
          ))}
        </Item>
      )}
      {isOpen && (
        <>
          <Item
            name={words("plan_waiting")}
            none={words("nothing_runs")}
            plan={plan.id}
            lane="waiting"
            more={holds.length + work.length - MOST}
          >
            {[
              ...holds.slice(0, MOST).map((hold) => (
                <Waiting key={hold.id} who={awaitedOf(hold)} until={hold.deadline_at}>
                  <Link to="/inbox/$hold" params={{ hold: hold.id }} className={ASKED} lang="">
                    {hold.title}
                  </Link>
                </Waiting>
              )),
              ...work
                .slice(0, Math.max(0, MOST - holds.length))
                .map(({ id, title, claimed_by, assignee }) => (
                  <Waiting key={id} who={claimed_by ?? assignee} until={null}>
                    <Link
                      to="/inbox/work/$plan/$todo"
                      params={{ plan: plan.id, todo: id }}
                      className={ASKED}
                      lang=""
                    >
                      {title}
                    </Link>
                  </Waiting>
                )),
            ]}
          </Item>
          <Item
            name={words("runs_now")}
            none={words("nothing_runs")}
            plan={plan.id}
            lane="running"
            more={schedule.running.length - MOST}
          >
            {schedule.running.slice(0, MOST).map((id) => (
              <TitleLink key={id} plan={plan.id} id={id} title={titleOf(id)} />
            ))}
          </Item>
          <Item
            name={words("runs_next")}
            none={words("none_can_start")}
            plan={plan.id}
            lane="ready"
            more={schedule.next.length - MOST}
          >
            {schedule.next.slice(0, MOST).map((id) => (
              <span key={id} className="min-w-0">
                <TitleLink plan={plan.id} id={id} title={titleOf(id)} />
                {(reasons.get(id) ?? []).map((reason) => (
                  <span key={reason.code} className="ml-1.5 text-small text-faint">
                    {reasonText(reason, board, speech)}
                  </span>
                ))}
              </span>
            ))}
          </Item>
          <Item name={words("glance_left")}>
            <span>
              <WorkLeft
                outlook={outlook}
                titles={titles}
                isPaused={plan.paused !== null}
                now={now}
              />
            </span>
          </Item>
        </>
      )}
      {outlook.critical_path.length > 1 && (
        <Item name={words("critical_path")} isLesser>
          <ol className="flex min-w-0 flex-wrap items-baseline gap-x-1">
            {outlook.critical_path.slice(0, MOST).map((id, place) => (
              <li key={id} className="flex min-w-0 items-baseline gap-1">
                {place > 0 && <Icon name="right" size={10} />}
                <TitleLink plan={plan.id} id={id} title={titleOf(id)} />
              </li>
            ))}
            {outlook.critical_path.length > MOST && (
              <li className="min-w-0">
                <details>
                  <summary className="w-fit cursor-pointer text-small text-accent">
                    {words("and_more", { count: outlook.critical_path.length - MOST })}
                  </summary>
                  <ol
                    start={MOST + 1}
                    aria-label={words("glance_critical_all")}
                    className="max-h-60 list-decimal overflow-y-auto pl-6"
                  >
                    {outlook.critical_path.slice(MOST).map((id) => (
                      <li key={id}>
                        <TitleLink plan={plan.id} id={id} title={titleOf(id)} />
                      </li>
                    ))}
                  </ol>
                </details>
              </li>
            )}
          </ol>
        </Item>
      )}
      {(plan.spent.turns > 0 || plan.budget_usd !== null) && (
        <Item name={words("glance_cost")} isLesser>
          <span className="tabular-nums">
            {plan.budget_usd === null
              ? moneyOf(plan.spent.cost_usd, language)
              : words("glance_cost_of", {
                  spent: moneyOf(plan.spent.cost_usd, language),
                  budget: moneyOf(plan.budget_usd, language),
                })}
          </span>
        </Item>
      )}
    </dl>
  );
}

const ASKED =
  "inline-block max-w-56 truncate align-bottom leading-6 font-medium text-accent hover:underline";

type Way = { readonly plan: string; readonly lane: Lane; readonly more: number } | object;

/** One of them in a line: its name, and what there is of it. */
function Item({
  name,
  none,
  isLesser = false,
  children,
  ...way
}: {
  readonly name: string;
  /** What is said where there is nothing. */
  readonly none?: string;
  /** It gives way to what stands beside the board, where both do not fit. */
  readonly isLesser?: boolean;
  readonly children: ReactNode;
} & Way) {
  const { words } = useSpeech();
  const isNone = Array.isArray(children) && children.length === 0;
  return (
    <div
      className={`flex max-w-full min-w-0 flex-wrap items-baseline gap-x-2 ${isLesser ? "lg:@max-2xl:hidden" : ""}`}
    >
      <dt className="font-semibold text-faint">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        {isNone ? <span className="text-faint">{none}</span> : children}
        {"lane" in way && way.more > 0 && (
          <Link
            to="/plans/$plan"
            params={{ plan: way.plan }}
            search={{ view: "list", lane: way.lane }}
            className="text-small leading-6 text-soft hover:underline"
          >
            {words("and_more", { count: way.more })}
          </Link>
        )}
      </dd>
    </div>
  );
}

/** What waits for people: for whom, and until when. */
function Waiting({
  who,
  until,
  children,
}: {
  readonly who: string | null;
  readonly until: string | null;
  readonly children: ReactNode;
}) {
  return (
    <span className="inline-flex min-w-0 flex-wrap items-baseline gap-x-1.5">
      {children}
      {who !== null && <span className="text-small text-faint">{who}</span>}
      <TimeLeft until={until} />
    </span>
  );
}

function TitleLink({
  plan,
  id,
  title,
  look = "",
}: {
  readonly plan: string;
  readonly id: string;
  readonly title: string;
  readonly look?: string;
}) {
  return (
    <Link
      to="/plans/$plan/todos/$todo"
      params={{ plan, todo: id }}
      title={title}
      className={`inline-block max-w-48 min-w-6 truncate align-bottom leading-6 font-medium hover:underline ${look}`}
      lang=""
    >
      {title}
    </Link>
  );
}
