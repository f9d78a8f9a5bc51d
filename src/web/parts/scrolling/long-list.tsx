import { useEffect, useRef, useState, type ReactNode } from "react";
import { scrollerOf } from "./scroller-of.ts";

/** Rows before and behind what is seen, so that scrolling shows no gaps. */
const MARGIN = 12;
const FIRST = 60;

/**
 * A list of which only the rows in view are in the document, however long it is. Every row has the same
 * height; screen readers are told the whole number.
 */
export function LongList<Row>({
  label,
  rows,
  rowHeight,
  keyOf,
  children,
  reveal,
  onEnd,
}: {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly rowHeight: number;
  readonly keyOf: (row: Row) => string;
  readonly children: (row: Row) => ReactNode;
  /** A row that is brought into view when it becomes another one. */
  readonly reveal?: number | undefined;
  /** Called when the last row is near, and again whenever it is another function. */
  readonly onEnd?: (() => void) | undefined;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [range, setRange] = useState({ from: 0, to: FIRST, isSeen: false });
  useEffect(() => {
    const scroller = scrollerOf(list.current) ?? document.documentElement;
    const look = (): void => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const start = scroller.getBoundingClientRect().top;
      const from = Math.max(0, Math.floor((start - top) / rowHeight) - MARGIN);
      const to = from + Math.ceil(scroller.clientHeight / rowHeight) + 2 * MARGIN;
      setRange((known) =>
        known.isSeen && known.from === from && known.to === to ? known : { from, to, isSeen: true },
      );
    };
    look();
    scroller.addEventListener("scroll", look, { passive: true });
    const resized = new ResizeObserver(look);
    resized.observe(scroller);
    return () => {
      scroller.removeEventListener("scroll", look);
      resized.disconnect();
    };
  }, [rowHeight, rows.length]);
  const revealed = reveal === undefined ? undefined : rows[reveal];
  const revealedKey = revealed === undefined ? undefined : keyOf(revealed);
  useEffect(() => {
    if (reveal === undefined || revealedKey === undefined) return;
    const scroller = scrollerOf(list.current) ?? document.documentElement;
    const top = (list.current?.getBoundingClientRect().top ?? 0) + reveal * rowHeight;
    const { top: start, bottom: end } = scroller.getBoundingClientRect();
    if (top < start) scroller.scrollBy({ top: top - start - rowHeight });
    else if (top + rowHeight > end) scroller.scrollBy({ top: top - end + 2 * rowHeight });
    // Where it stands may change: it is looked for when it is another row.
  }, [revealedKey, rowHeight]);
  const isNearEnd = range.isSeen && range.to >= rows.length;
  useEffect(() => {
    if (isNearEnd) onEnd?.();
  }, [isNearEnd, onEnd]);
  const from = Math.min(range.from, rows.length);
  const to = Math.min(range.to, rows.length);
  // The row that has the focus keeps it, wherever the list is scrolled.
  const [focused, setFocused] = useState<string | null>(null);
  const pinned = focused === null ? -1 : rows.findIndex((row) => keyOf(row) === focused);
  const places = rows.slice(from, to).map((_, place) => from + place);
  if (pinned !== -1 && pinned < from) places.unshift(pinned);
  if (pinned >= to) places.push(pinned);
  return (
    <ul
      ref={list}
      aria-label={label}
      className="relative"
      style={{ height: rows.length * rowHeight }}
    >
      {places.map((place) => {
        const row = rows[place]!;
        const key = keyOf(row);
        return (
          <li
            key={key}
            aria-posinset={place + 1}
            aria-setsize={rows.length}
            className="absolute inset-x-0"
            style={{ top: place * rowHeight, height: rowHeight }}
            onFocus={() => setFocused(key)}
            onBlur={() => setFocused(null)}
          >
            {children(row)}
          </li>
        );
      })}
    </ul>
  );
}
