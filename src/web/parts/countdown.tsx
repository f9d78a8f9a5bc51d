import { useEffect, useRef, useState } from "react";
import { useNow } from "../session/now.ts";
import { clockOf, spanOf } from "../words/times.ts";
import { useSpeech } from "../words/words.ts";
import { Icon } from "./icon.tsx";

const MINUTE_MS = 60_000;
const SOON_MS = 10 * 60_000;
/** When the time left is read out: more often would talk over everything else. */
const ANNOUNCED_MS = [10 * 60_000, 60_000, 20_000];

const ceil = (left: number): number => Math.ceil(left / MINUTE_MS) * MINUTE_MS;

/** How long a request still waits. */
export function TimeLeft({ until }: { readonly until: string | null }) {
  const { words } = useSpeech();
  const now = useNow();
  if (until === null) return null;
  const left = Date.parse(until) - now;
  const isSoon = left < SOON_MS;
  return (
    <time
      dateTime={until}
      className={`relative inline-flex items-baseline gap-1 text-small whitespace-nowrap tabular-nums ${isSoon ? "font-semibold text-bad" : "text-faint"}`}
    >
      {/* Centred by itself: the words stand on the line of those beside them. */}
      <span className="flex self-center">
        <Icon name="clock" size={12} />
      </span>
      {left <= 0 ? (
        words("overdue")
      ) : (
        <>
          <span aria-hidden="true">{words("time_left", { span: clockOf(left, words) })}</span>
          {/* What has the focus is read anew whenever its name changes: not every second. */}
          <span className="sr-only">{words("time_left", { span: spanOf(ceil(left), words) })}</span>
        </>
      )}
    </time>
  );
}

const RADIUS = 7;
const AROUND = 2 * Math.PI * RADIUS;

/** How much of the time is left, as a ring that runs out; the words beside it say the same. */
export function TimeRing({ from, until }: { readonly from: string; readonly until: string }) {
  const left = Date.parse(until) - useNow();
  const whole = Math.max(1, Date.parse(until) - Date.parse(from));
  const part = Math.min(1, Math.max(0, left / whole));
  const ring = { cx: 9, cy: 9, r: RADIUS, fill: "none", strokeWidth: 2.5 };
  return (
    <svg aria-hidden width={18} height={18} viewBox="0 0 18 18" className="shrink-0 -rotate-90">
      <circle {...ring} className="stroke-line" />
      <circle
        {...ring}
        strokeDasharray={AROUND}
        strokeDashoffset={AROUND * (1 - part)}
        className={`motion-safe:transition-[stroke-dashoffset] ${left < SOON_MS ? "stroke-bad" : "stroke-accent"}`}
      />
    </svg>
  );
}

/** Says to those who do not see it that the time is nearly over. */
export function TimeAnnouncer({
  until,
  title,
}: {
  readonly until: string;
  readonly title: string;
}) {
  const { words } = useSpeech();
  const now = useNow();
  const [said, setSaid] = useState("");
  const before = useRef<number | null>(null);
  const left = Date.parse(until) - now;
  useEffect(() => {
    const last = before.current;
    before.current = left;
    if (last === null) return;
    const passed = ANNOUNCED_MS.some((limit) => last > limit && left <= limit);
    if (passed) setSaid(words("announce_left", { span: spanOf(left + 500, words), title }));
  }, [left, title, words]);
  return (
    <span role="status" className="sr-only">
      {said}
    </span>
  );
}
