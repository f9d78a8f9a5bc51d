import { Link } from "@tanstack/react-router";
import { TimeLeft } from "../parts/countdown.tsx";
import { KindBadge } from "../parts/status.tsx";
import { useSpeech } from "../words/words.ts";
import type { InboxLine } from "./inbox-lines.ts";

/** How high a row is: what is asked in two lines, and who asks. */
export const INBOX_ROW_PX = 82;

/** What opens a line, in the list of a kind. */
export function linkOf({ target }: InboxLine, kind: InboxLine["kind"] | undefined) {
  const search = kind === undefined ? {} : { kind };
  if ("failed" in target) return { to: "/inbox/failed/$failed", params: target, search } as const;
  return "hold" in target
    ? ({ to: "/inbox/$hold", params: target, search } as const)
    : ({ to: "/inbox/work/$plan/$todo", params: target, search } as const);
}

/** One thing that waits for a person. */
export function InboxLineRow({
  line,
  kind,
  isOpen,
}: {
  readonly line: InboxLine;
  readonly kind: InboxLine["kind"] | undefined;
  readonly isOpen: boolean;
}) {
  const { words } = useSpeech();
  const { asks, planTitle, until, person, needs, decidedBy } = line;
  return (
    <Link
      {...linkOf(line, kind)}
      data-chosen={isOpen ? "" : undefined}
      className="flex h-full flex-col justify-center gap-1 border-b border-line px-4 py-2 -outline-offset-2 hover:bg-raised data-chosen:bg-accent-tint"
    >
      <span className="flex items-baseline justify-between gap-3">
        <span className="line-clamp-2 font-medium" lang="">
          {asks}
        </span>
        {decidedBy === null ? (
          line.kind !== "failed" && (
            <span className="shrink-0">
              <TimeLeft until={until} />
            </span>
          )
        ) : (
          <span className="shrink-0 text-small text-soft">
            {words("row_decided", { by: decidedBy })}
          </span>
        )}
      </span>
      <span
        className={`flex items-center gap-2 text-small text-faint ${line.canJoin ? "pr-8" : ""}`}
      >
        <KindBadge kind={line.kind} agent={line.agent} />
        <span className="mr-auto truncate" lang="">
          {planTitle}
        </span>
        {needs !== null && needs.approvals > 1 && (
          <span className="shrink-0 tabular-nums">
            {words("row_approvals", { given: needs.given.length, approvals: needs.approvals })}
          </span>
        )}
        {person !== null && (
          <span className="max-w-2/5 shrink-0 truncate">
            <span className="sr-only">{words(line.kind === "failed" ? "owner" : "assignee")} </span>
            {person}
          </span>
        )}
      </span>
    </Link>
  );
}
