import { Link } from "@tanstack/react-router";
import type { LoggedEvent } from "../../../contract/plan/event.ts";
import type { HoldDetail } from "../../../contract/plan/holds/hold.ts";
import { Icon } from "../../parts/icon.tsx";
import { JsonValue } from "../../parts/values/json-value.tsx";
import { useMoment } from "../../session/use-moment.ts";
import { eventText } from "../../words/event-text.ts";
import { useSpeech } from "../../words/words.ts";
import { RememberedHere } from "../remembered.tsx";

/** What became of a request that is not open any more: who decided what, when and why. */
export function Outcome({
  hold,
  expiry,
  wasLate,
  successor,
}: {
  readonly hold: HoldDetail;
  /** What its time did, where nobody decided. */
  readonly expiry: LoggedEvent | undefined;
  /** Somebody else was first, while this person was about to decide. */
  readonly wasLate: boolean;
  /** The hold that asks instead. */
  readonly successor: string | undefined;
}) {
  const speech = useSpeech();
  const { words, inOwnWords } = speech;
  const moment = useMoment();
  const { decision, status } = hold;
  const isGood = status === "approved";
  const why = inOwnWords(hold, "closed_reason");
  const remarks = [decision?.reason, decision?.comment].filter((text) => text !== undefined);
  return (
    <div
      role="status"
      className={`rounded-lg px-4 py-3 ${isGood ? "bg-good-tint" : status === "rejected" ? "bg-bad-tint" : "bg-raised"}`}
    >
      {wasLate && <p className="mb-1 font-semibold">{words("another_was_first")}</p>}
      <p className="flex flex-wrap items-center gap-x-2 font-semibold">
        <Icon name={isGood ? "check" : status === "rejected" ? "cross" : "clock"} />
        {decision === null
          ? expiry === undefined
            ? words(`hold_${status}`)
            : eventText(expiry, speech)
          : words(`decided_${decision.decision}`, { by: decision.by })}
        {decision !== null && (
          <time dateTime={decision.at} className="font-normal text-soft">
            {moment(decision.at)}
          </time>
        )}
        {decision?.via !== undefined && (
          <span className="font-normal text-soft">{words(`via_${decision.via}`)}</span>
        )}
      </p>
      {remarks.map((text) => (
        <p key={text} className="mt-1" lang="">
          {words("decided_said", { words: text })}
        </p>
      ))}
      {decision?.then !== undefined && hold.todo_id !== null && (
        <p className="mt-1 text-soft">{words(`then_${decision.then}`)}</p>
      )}
      {decision?.approval !== undefined && (
        <p className="mt-1 text-soft">{words("decided_each")}</p>
      )}
      <RememberedHere hold={hold} />
      {decision?.value !== undefined && (
        <div className="mt-2">
          <JsonValue value={decision.value} />
        </div>
      )}
      {/* Of a request that shows what runs, they stand there. */}
      {decision?.args !== undefined && hold.kind === "budget" && (
        <div className="mt-2">
          <JsonValue value={decision.args} />
        </div>
      )}
      {decision === null && why !== "" && <p className="mt-1">{why}</p>}
      {successor !== undefined && (
        <Link
          to="/inbox/$hold"
          params={{ hold: successor }}
          className="mt-2 inline-block font-medium text-accent hover:underline"
        >
          {words("now_asks")}
        </Link>
      )}
    </div>
  );
}
