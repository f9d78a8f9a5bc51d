import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Board } from "../../contract/plan/board.ts";
import type { Outlook } from "../../plan/views/outlook.ts";
import { Icon } from "../parts/icon.tsx";
import { useNow } from "../session/now.ts";
import { momentOf, spanOf } from "../words/times.ts";
import { useSpeech, type Speech } from "../words/words.ts";
import { useOutlook } from "./use-outlook.ts";

const MOST = 3;

/** What is left of a plan and on what ground, what it has cost, its longest chain, and what failed. */
export function Glance({ board }: { readonly board: Board }) {
  const speech = useSpeech();
  const { words, language } = speech;
  const now = useNow();
  const { plan, todos } = board;
  const outlook = useOutlook(board);
  const titles = new Map(todos.map(({ id, title }) => [id, title]));
  const failed = todos.filter(({ status }) => status === "failed");
  const isOpen = plan.completed_at === null;
  const dollars = new Intl.NumberFormat(language, { style: "currency", currency: "USD" });
  const { cost_usd } = plan.spent;
  return (
    <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
      {isOpen && (
        <Item name={words("glance_left")}>
          <Left outlook={outlook} titles={titles} isPaused={plan.paused !== null} now={now} />
        </Item>
      )}
      {(plan.spent.turns > 0 || plan.budget_usd !== null) && (
        <Item name={words("glance_cost")}>
          {plan.budget_usd === null
            ? dollars.format(cost_usd)
            : words("glance_cost_of", {
                spent: dollars.format(cost_usd),
                budget: dollars.format(plan.budget_usd),
              })}
        </Item>
      )}
      {outlook.critical_path.length > 1 && (
        <Item name={words("glance_critical")}>
          <ol className="flex flex-wrap items-center gap-x-1">
            {outlook.critical_path.slice(0, MOST).map((id, place) => (
              <li key={id} className="flex items-center gap-1">
                {place > 0 && <Icon name="right" size={10} />}
                <Link
                  to="/plans/$plan/todos/$todo"
                  params={{ plan: plan.id, todo: id }}
                  className="max-w-40 truncate hover:underline"
                  lang=""
                >
                  {titles.get(id) ?? id}
                </Link>
              </li>
            ))}
            {outlook.critical_path.length > MOST && (
              <li className="text-small text-faint">
                {words("and_more", { count: outlook.critical_path.length - MOST })}
              </li>
            )}
          </ol>
        </Item>
      )}
      {failed[0] !== undefined && (
        <Item name={words("lane_failed")}>
          <Link
            to="/plans/$plan/todos/$todo"
            params={{ plan: plan.id, todo: failed[0].id }}
            className="font-medium text-bad hover:underline"
            lang=""
          >
            {failed[0].title}
          </Link>
          {failed.length > 1 && (
            <Link
              to="/plans/$plan"
              params={{ plan: plan.id }}
              search={{ view: "list", lane: "failed" }}
              className="ml-2 text-small text-bad hover:underline"
            >
              {words("and_more", { count: failed.length - 1 })}
            </Link>
          )}
        </Item>
      )}
    </dl>
  );
}

function Item({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-small font-semibold text-faint">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Left({
  outlook: { left, people },
  titles,
  isPaused,
  now,
}: {
  readonly outlook: Outlook;
  readonly titles: ReadonlyMap<string, string>;
  readonly isPaused: boolean;
  readonly now: number;
}) {
  const { words, language } = useSpeech();
  switch (left.kind) {
    case "ended":
      return null;
    case "people":
      return words("glance_only_people");
    case "partial":
      return words("glance_partial");
    case "unknown": {
      const named = left.todo_ids.slice(0, MOST).map((id) => `“${titles.get(id) ?? id}”`);
      const more = left.todo_ids.length - named.length;
      const todos = [named.join(", "), more > 0 && words("and_more", { count: more })];
      return (
        <>
          {words("glance_unknown")}
          <span className="block text-small text-faint">
            {words("glance_unknown_why", { todos: todos.filter(Boolean).join(" ") })}
          </span>
        </>
      );
    }
    case "range": {
      const bases = left.bases.map((basis) => words(`basis_${basis}`)).join(", ");
      const until = momentOf(new Date(now + left.most * 1_000).toISOString(), language, now);
      const notes = [
        words("basis", { bases }),
        isPaused && words("glance_paused"),
        people.length > 0
          ? words("glance_people", { count: people.length })
          : !isPaused && words("glance_until", { at: until }),
      ].filter((note) => note !== false);
      return (
        <>
          <span className="tabular-nums">{rangeText(left, words)}</span>
          <span className="block text-small text-faint">{notes.join(" · ")}</span>
        </>
      );
    }
  }
}

function rangeText(
  { least, most }: { readonly least: number; readonly most: number },
  words: Speech["words"],
): string {
  const [from, to] = [spanOf(least * 1_000, words), spanOf(most * 1_000, words)];
  return from === to ? words("glance_about", { span: to }) : words("glance_span", { from, to });
}
