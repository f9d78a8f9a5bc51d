/**
 * For what a page opens by a press and does not begin with: it is read once all that the page begins with is
 * there, so that it opens at once, and even while the server is away.
 * @returns reads it, as given.
 */
export function readAhead<Read extends () => Promise<unknown>>(read: Read): Read {
  // What fails here is tried again when it is opened.
  const begin = (): void => void read().catch(() => undefined);
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin, { once: true });
  return read;
}
