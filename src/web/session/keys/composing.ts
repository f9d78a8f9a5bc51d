/** What the key is called that ends a composition, where the browser has ended it before: Safari tells so. */
const COMPOSING = 229;

/** Whether a key belongs to a syllable that is being composed, also the one that ends it. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === COMPOSING;
}
