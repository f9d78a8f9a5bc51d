/** Keys that leave a board: d, q and Ctrl-C; ㅇ and ㅂ are d and q while the Hangul layout is on. */
const LEAVING = new Set(["d", "q", "ㅇ", "ㅂ", "\u0003"]);

/**
 * Reads single keys from the terminal until `release`.
 * @param leave is called once a key says so.
 */
export function watchKeys(leave: () => void): { release(): void } {
  const { stdin } = process;
  if (!stdin.isTTY) return { release: () => undefined };
  const read = (keys: Buffer): void => {
    if ([...keys.toString("utf8")].some((key) => LEAVING.has(key.toLowerCase()))) leave();
  };
  stdin.setRawMode(true);
  stdin.on("data", read);
  stdin.resume();
  return {
    release() {
      stdin.off("data", read);
      stdin.setRawMode(false);
      stdin.pause();
    },
  };
}
