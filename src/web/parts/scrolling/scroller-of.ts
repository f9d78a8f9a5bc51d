/** What something scrolls in; undefined where the whole page does. */
export function scrollerOf(element: HTMLElement | null): HTMLElement | undefined {
  for (let one = element?.parentElement; one != null; one = one.parentElement) {
    if (["auto", "scroll"].includes(getComputedStyle(one).overflowY)) return one;
  }
  return undefined;
}
