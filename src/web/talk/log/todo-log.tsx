import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Client } from "../../../client/client.ts";
import type { LogLine, LogPage } from "../../../contract/plan/todo-log.ts";
import { Check } from "../../parts/forms/field.tsx";
import { SearchField } from "../../parts/forms/search-field.tsx";
import { NotRead } from "../../parts/not-read.tsx";
import { LongList } from "../../parts/scrolling/long-list.tsx";
import { KEYS, useClient } from "../../session/api.ts";
import { nowMs } from "../../session/now.ts";
import { dayOf, isSameDay } from "../../words/moment.ts";
import { useSpeech } from "../../words/words.ts";
import { ansiSpans, withoutAnsi } from "./ansi-spans.ts";
import { useLinkedLine } from "./linked-line.ts";

/** A log tells of itself by no event. */
const LIVE_MS = 2_000;
/** No line number is too small to be hit (WCAG 2.5.8). */
const ROW_PX = 24;
const MOST_ROWS = 20;
const TONES = { info: "text-ink", warn: "text-wait", error: "text-bad" } as const;

/** A todo's run, or one call that its agent made in it. */
export interface LogOf {
  readonly plan_id: string;
  readonly todo_id: string;
  readonly run: number;
  readonly call_id?: string;
}

type ReadSoFar = Pick<LogPage, "lines" | "next" | "full">;

/** What a tool wrote to its log, line by line while it runs, and whole after it. */
export function TodoLog({
  of,
  isLive,
  isLinked = false,
}: {
  readonly of: LogOf;
  readonly isLive: boolean;
  /** It is the one log here whose lines the address can name. */
  readonly isLinked?: boolean;
}) {
  const { words, language } = useSpeech();
  const client = useClient();
  const [search, setSearch] = useState("");
  const line = useLinkedLine();
  const linked = isLinked ? line : null;
  const [isFollowed, setFollowed] = useState(isLive && linked === null);
  const { data, error, refetch } = useQuery({
    queryKey: [...KEYS.plan(of.plan_id), "log of", of.todo_id, of.run, of.call_id ?? null],
    queryFn: ({ signal, client: queries, queryKey }) =>
      readOn(client, of, queries.getQueryData<ReadSoFar>(queryKey), signal),
    refetchInterval: isLive ? LIVE_MS : false,
  });
  if (data === undefined) return <NotRead lines={4} error={error} onRetry={() => void refetch()} />;
  if (data.lines.length === 0) return <p className="py-2 text-faint">{words("log_empty")}</p>;
  const wanted = search.toLowerCase();
  const rows = data.lines
    .map((line, place) => {
      const before = data.lines[place - 1]?.at ?? nowMs();
      const day = isSameDay(line.at, before) ? "" : dayOf(line.at, language, nowMs());
      return { line, place, text: textOf(line, day) };
    })
    .filter(({ text }) => withoutAnsi(text).toLowerCase().includes(wanted));
  return (
    <div className="flex flex-col gap-2 py-2">
      <div className="flex flex-wrap items-center gap-3">
        <SearchField
          label={words("log_search")}
          value={search}
          className="w-48"
          onChange={setSearch}
        />
        <Check isOn={isFollowed} className="min-h-6 gap-1.5 text-small" onChange={setFollowed}>
          {words("follow")}
        </Check>
        <span role="status" className="text-small text-faint tabular-nums">
          {words("log_lines", { count: rows.length })}
        </span>
      </div>
      <div
        role="region"
        aria-label={words("log")}
        tabIndex={0}
        className="overflow-auto rounded-md border border-line bg-raised font-mono text-small"
        style={{ height: Math.min(rows.length, MOST_ROWS) * ROW_PX + 2 }}
      >
        <LongList
          label={words("log")}
          rows={rows}
          rowHeight={ROW_PX}
          keyOf={({ place }) => String(place)}
          reveal={
            isFollowed ? rows.length - 1 : rows.findIndex(({ place }) => place + 1 === linked)
          }
        >
          {({ line: { level }, place, text }) => (
            <p
              data-chosen={place + 1 === linked ? "" : undefined}
              className={`flex w-max min-w-full px-2 leading-6 whitespace-pre data-chosen:bg-accent-tint ${TONES[level]}`}
            >
              {isLinked && (
                <Link
                  to="."
                  hash={`L${place + 1}`}
                  replace
                  resetScroll={false}
                  hashScrollIntoView={false}
                  activeOptions={{ includeHash: true }}
                  aria-label={words("line_number", { line: place + 1 })}
                  onClick={() => setFollowed(false)}
                  className="w-10 shrink-0 pr-2 text-right text-faint tabular-nums select-none hover:underline"
                >
                  {place + 1}
                </Link>
              )}
              <span lang="">
                {ansiSpans(text).map((span, part) => (
                  <span key={part} className={span.look}>
                    {span.text}
                  </span>
                ))}
              </span>
            </p>
          )}
        </LongList>
      </div>
      {data.full && <p className="text-small text-wait">{words("log_full")}</p>}
    </div>
  );
}

/** A line as it is read and searched: when, how bad, what, and with which values. @param day where it begins one. */
function textOf({ at, level, message, fields }: LogLine, day: string): string {
  const time = new Date(at).toTimeString().slice(0, 8);
  const said = message.replaceAll("\n", " ⏎ ");
  return [
    day,
    time,
    level === "info" ? "" : level.toUpperCase(),
    said,
    fields === null ? "" : JSON.stringify(fields),
  ]
    .filter((part) => part !== "")
    .join("  ");
}

async function readOn(
  client: Client,
  { plan_id, todo_id, run, call_id }: LogOf,
  known: ReadSoFar = { lines: [], next: 0, full: false },
  signal: AbortSignal,
): Promise<ReadSoFar> {
  const lines = [...known.lines];
  for (let after = known.next; ;) {
    const page = await client.todos.log(
      plan_id,
      todo_id,
      { run, call_id, after, limit: 1_000 },
      { signal },
    );
    lines.push(...page.lines);
    if (page.next >= page.total) return { lines, next: page.next, full: page.full };
    after = page.next;
  }
}
