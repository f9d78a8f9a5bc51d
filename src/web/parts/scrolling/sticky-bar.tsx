import { useEffect, useRef, type ReactNode } from "react";
import { scrollerOf } from "./scroller-of.ts";

/** Stands still at an edge while what it belongs to scrolls; what gets the focus is scrolled clear of it. */
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
      scroller?.style.setProperty(covered, `${element.offsetHeight}px`);
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

const EDGES = { top: "top-0 border-b", bottom: "bottom-0 border-t" } as const;
