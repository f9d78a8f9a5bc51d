import { useEffect, useRef, type ReactNode } from "react";
import { scrollerOf } from "./scroller-of.ts";

/** Of the height of what scrolls; a bar that is taller would hide what it is about, as with large letters. */
const MOST = 0.4;

/**
 * Stands still at an edge while what it belongs to scrolls; what gets the focus is scrolled clear of it. One
 * that is too tall for that scrolls along.
 */
export function StickyBar({
  edge,
  className,
  children,
}: {
  readonly edge: "top" | "bottom";
  readonly className: string;
  readonly children: ReactNode;
}) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = bar.current!;
    const covered = `--covered-${edge}`;
    let scroller: HTMLElement | undefined;
    const observed = new ResizeObserver(() => {
      // Which of them scrolls depends on how wide the window is.
      scroller?.style.removeProperty(covered);
      scroller = scrollerOf(element);
      const height = element.offsetHeight;
      const stands = height <= MOST * (scroller?.clientHeight ?? innerHeight);
      const stood = element.style.position !== "static";
      element.style.position = stands ? "" : "static";
      if (stood && !stands) showFocused(element);
      if (stands) scroller?.style.setProperty(covered, `${height}px`);
    });
    observed.observe(element);
    return () => {
      observed.disconnect();
      scroller?.style.removeProperty(covered);
    };
  }, [edge]);
  return (
    <div ref={bar} className={`sticky-bar sticky z-10 border-line ${EDGES[edge]} ${className}`}>
      {children}
    </div>
  );
}

/** What began to scroll along went to its place, which may be far below, and took what has the focus with it. */
function showFocused(bar: HTMLElement): void {
  if (!bar.contains(document.activeElement)) return;
  bar.scrollIntoView({ block: "nearest" });
  document.activeElement?.scrollIntoView({ block: "nearest" });
}

const EDGES = { top: "top-0 border-b", bottom: "bottom-0 border-t" } as const;
