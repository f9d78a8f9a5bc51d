import { useEffect, useState, type RefObject } from "react";

/** How wide something is, in pixels; 0 before it was seen. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (element.current === null) return undefined;
    const observed = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observed.observe(element.current);
    return () => observed.disconnect();
  }, [element]);
  return width;
}
