import { closeSync } from "node:fs";
import { isatty } from "node:tty";

/**
 * Lets this process end as it means to when its terminal has been closed. Node gives terminals their
 * settings back at the end, and aborts where that fails; it passes over what is closed here.
 */
export function outliveTerminal(): void {
  const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor));
  if (terminals.includes(0)) process.stdin.on("error", () => undefined);
  process.once("exit", () => {
    // A terminal that is gone no longer answers as one.
    for (const descriptor of terminals) if (!isatty(descriptor)) closeSync(descriptor);
  });
}

/** Whether standard input was a terminal that has been closed. */
export function isTerminalClosed(): boolean {
  return process.stdin.isTTY && !isatty(0);
}
