import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Board } from "../../contract/plan/board.ts";
import type { PlanVersion } from "../../contract/plan/edit.ts";
import type { Decision, Hold } from "../../contract/plan/holds/hold.ts";
import { QUESTION_KINDS } from "../../contract/tables/vocabulary.ts";
import { Icon } from "../parts/icon.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { KindBadge } from "../parts/status.tsx";
import { JsonValue } from "../parts/values/json-value.tsx";
import { useMoment } from "../session/use-moment.ts";
import { actorOf } from "../words/actor.ts";
import { useSpeech } from "../words/words.ts";
import type { Entry } from "./feed.ts";
import { HoldCard } from "./hold-card.tsx";
import { HoldLinks } from "./hold-links.tsx";
import { ProposalCard } from "./proposal-card.tsx";
import type { Reply, Said } from "./said.ts";
import { TypedCommand } from "./typed-command.tsx";

type Say = (text: string) => void;

/** One thing in a conversation: people on the right, the plan on the left, what happened in between. */
export function FeedEntry({
  entry,
  board,
  onSay,
}: {
  readonly entry: Entry;
  readonly board: Board;
  readonly onSay: Say;
}) {
  const { words } = useSpeech();
  switch (entry.kind) {
    case "open": {
      const { hold } = entry;
      return <HoldCard hold={hold} run={board.todos.find(({ id }) => id === hold.todo_id)?.run} />;
    }
    case "asked":
      return <Asked hold={entry.hold} />;
    case "decided":
      return <Decided hold={entry.hold} decision={entry.decision} />;
    case "changed":
      return <Changed version={entry.version} />;
    case "said": {
      const { text, at, reply } = entry.said;
      return (
        <>
          <Bubble who={words("talk_you")} at={at} isOurs>
            <p className="whitespace-pre-wrap" lang="">
              {text}
            </p>
          </Bubble>
          {reply !== null && (
            <ReplyBubble said={entry.said} reply={reply} board={board} onSay={onSay} />
          )}
        </>
      );
    }
  }
}

function Bubble({
  who,
  at,
  isOurs = false,
  children,
}: {
  readonly who: string;
  readonly at?: string;
  readonly isOurs?: boolean;
  readonly children: ReactNode;
}) {
  const moment = useMoment();
  return (
    <div className={`flex flex-col gap-0.5 ${isOurs ? "items-end pl-8" : ""}`}>
      {/* What is pressed below may be gone then: this takes the focus. */}
      <h3 className="flex gap-2 text-small font-normal text-faint">
        <span className="font-semibold">{who}</span>
        {at !== undefined && <time dateTime={at}>{moment(at)}</time>}
      </h3>
      <div
        className={`min-w-0 rounded-lg px-3 py-2 ${isOurs ? "max-w-full bg-accent-tint" : "w-full border border-line"}`}
      >
        {children}
      </div>
    </div>
  );
}

/** What was asked and is closed now. */
function Asked({ hold }: { readonly hold: Hold }) {
  const { words, inOwnWords } = useSpeech();
  const moment = useMoment();
  const { id, kind, title, status, opened_at, input_request, asked_by } = hold;
  const question = input_request?.question ?? "";
  return (
    <div className="flex flex-col gap-0.5">
      <p className="flex flex-wrap items-center gap-2 text-small text-faint">
        <KindBadge kind={kind} agent={asked_by?.agent_name} />
        <time dateTime={opened_at}>{moment(opened_at)}</time>
        {hold.decision === null && <span>{words(`hold_${status}`)}</span>}
      </p>
      <Link to="/inbox/$hold" params={{ hold: id }} className="lone hover:underline" lang="">
        {QUESTION_KINDS.includes(kind) && question !== ""
          ? inOwnWords(hold, "message") || question
          : title}
      </Link>
      {asked_by !== null && (
        <p className="text-small text-faint">
          {words("asked_by", { agent: asked_by.agent_name, run: asked_by.run })}
        </p>
      )}
      {hold.decision === null && (
        <p className="text-small text-soft">{inOwnWords(hold, "closed_reason")}</p>
      )}
    </div>
  );
}

function Decided({ hold, decision }: { readonly hold: Hold; readonly decision: Decision }) {
  const { words } = useSpeech();
  const remark = decision.reason ?? decision.comment;
  if (decision.value !== undefined) {
    return (
      <Bubble who={decision.by} at={decision.at} isOurs>
        <JsonValue value={decision.value} />
      </Bubble>
    );
  }
  return (
    <Line icon={decision.decision === "reject" ? "cross" : "check"} at={decision.at}>
      {words(`decided_${decision.decision}`, { by: decision.by })}: {hold.title}
      {remark !== undefined && ` ${words("decided_said", { words: remark })}`}
    </Line>
  );
}

function Changed({ version }: { readonly version: PlanVersion }) {
  const { words } = useSpeech();
  const { change_type, by, at, reason, of_version: of } = version;
  const told = { by: actorOf(by, words), version: version.version };
  const text =
    change_type === "undo"
      ? words("talk_undone", told)
      : of !== null
        ? words("talk_rolled", { ...told, of })
        : words("talk_edited", told);
  return (
    <Line icon="pencil" at={at}>
      {text}
      {reason !== null && ` ${words("decided_said", { words: reason })}`}
    </Line>
  );
}

function Line({
  icon,
  at,
  children,
}: {
  readonly icon: "check" | "cross" | "pencil";
  readonly at: string;
  readonly children: ReactNode;
}) {
  const moment = useMoment();
  return (
    <p className="flex items-start gap-2 text-small text-soft">
      <Icon name={icon} size={14} />
      <span className="min-w-0 flex-1">{children}</span>
      <time dateTime={at} className="shrink-0 text-faint">
        {moment(at)}
      </time>
    </p>
  );
}

function ReplyBubble({
  said,
  reply,
  board,
  onSay,
}: {
  readonly said: Said;
  readonly reply: Reply;
  readonly board: Board;
  readonly onSay: Say;
}) {
  const { words } = useSpeech();
  if (reply.kind === "problem") return <ProblemNote error={reply.error} />;
  if (reply.kind === "answered") {
    return (
      <p className="flex items-center gap-1.5 text-small text-good">
        <Icon name="check" size={14} />
        {words("talk_answered", { question: reply.question })}
      </p>
    );
  }
  return <Bubble who={words("of_plan")}>{told(reply)}</Bubble>;

  function told(its: Exclude<Reply, { readonly kind: "problem" | "answered" }>): ReactNode {
    switch (its.kind) {
      case "proposal":
        return <ProposalCard board={board} said={said} reply={its} onSay={onSay} />;
      case "which":
      case "unclear":
      case "moved":
      case "on_card":
        return (
          <>
            <p className="mb-2">
              {words(its.kind === "which" ? "talk_several" : `talk_${its.kind}`)}
            </p>
            <HoldLinks holds={board.holds.filter(({ id }) => its.holds.includes(id))} />
          </>
        );
      case "no_number":
        return words("talk_no_number");
      case "command":
        return <TypedCommand text={said.text} board={board} onSay={onSay} />;
      case "late":
        return words("talk_late", { why: its.why });
    }
  }
}
