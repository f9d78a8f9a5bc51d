import { useEffect, useRef, useState } from "react";
import { useNow } from "../session/now.ts";
import { clockOf, spanOf } from "../words/times.ts";
import { useSpeech } from "../words/words.ts";
import { Icon } from "./icon.tsx";

const SOON_MS = 10 * 60_000;
/** When the time left is read out: more often would talk over everything else. */
const ANNOUNCED_MS = [10 * 60_000, 60_000, 20_000];

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
      className={`inline-flex items-center gap-1 text-small whitespace-nowrap tabular-nums ${isSoon ? "font-semibold text-bad" : "text-faint"}`}
    >
      <Icon name="clock" size={12} />
      {left <= 0 ? words("overdue") : words("time_left", { span: clockOf(left, words) })}
    </time>
  );
}

/** Says to those who do not see it that the time is nearly over. */
export function TimeAnnouncer({
  until,
  title,
}: {
  readonly until: string | null;
  readonly title: string;
}) {
  const { words } = useSpeech();
  const now = useNow();
  const [said, setSaid] = useState("");
  const before = useRef<number | null>(null);
  const left = until === null ? null : Date.parse(until) - now;
  useEffect(() => {
    const last = before.current;
    before.current = left;
    if (left === null || last === null) return;
    const passed = ANNOUNCED_MS.some((limit) => last > limit && left <= limit);
    if (passed) setSaid(words("announce_left", { span: spanOf(left + 500, words), title }));
  }, [left, title, words]);
  return (
    <span role="status" className="sr-only">
      {said}
    </span>
  );
}
