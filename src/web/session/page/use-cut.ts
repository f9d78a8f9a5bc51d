import { useEffect, useState, type RefObject } from "react";

/** Whether a text has more than its place shows. @param text what is drawn: it is looked at again when it has changed. */
export function useCut(element: RefObject<HTMLElement | null>, text: string): boolean {
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const observed = new ResizeObserver(() => setCut(current.scrollHeight > current.clientHeight));
    observed.observe(current);
    return () => observed.disconnect();
  }, [element, text]);
  return isCut;
}
