import { closeSync, constants, fstatSync, openSync } from "node:fs";

/** Told to stop by a person (Ctrl-C, a closed terminal) or by the system. */
export interface StopSignal {
  readonly signal: AbortSignal;
  /** Resolves once that is asked. */
  readonly requested: Promise<void>;
  /** Gives the signals back to Node's own handling. */
  release(): void;
}

const LOOK_MS = 500;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Watches for Ctrl-C and a request to end; what is running decides how to stop. */
export function watchForStop(): StopSignal {
  const controller = new AbortController();
  const stop = (): void => controller.abort(new Error("Stopped."));
  for (const name of SIGNALS) process.on(name, stop);
  const orphaned = stopWithNpm(stop);
  return {
    signal: controller.signal,
    requested: untilAborted(controller.signal),
    release() {
      clearInterval(orphaned);
      for (const name of SIGNALS) process.off(name, stop);
    },
  };
}

/** Why a command has stopped that only tells: nobody reads it any more. */
export const UNREAD = new Error("Nobody reads.");

/**
 * The same for a command that changes nothing and tells what happens: it stops as well when whoever
 * read its output has left (`| head`), because of `UNREAD`.
 */
export function watchForLeaving(): StopSignal {
  const stop = watchForStop();
  const unread = new AbortController();
  const leave = (): void => unread.abort(UNREAD);
  process.stdout.on("error", leave);
  // Nothing may happen for days that would be written.
  const look = isPipe() ? setInterval(() => isUnread() && leave(), LOOK_MS).unref() : undefined;
  const signal = AbortSignal.any([stop.signal, unread.signal]);
  return {
    signal,
    requested: untilAborted(signal),
    release() {
      clearInterval(look);
      process.stdout.off("error", leave);
      stop.release();
    },
  };
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

function isPipe(): boolean {
  try {
    return fstatSync(1).isFIFO();
  } catch {
    return false;
  }
}

/** A pipe without a reader cannot be opened once more; not every system tells. */
function isUnread(): boolean {
  try {
    closeSync(openSync("/dev/stdout", constants.O_WRONLY | constants.O_NONBLOCK));
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENXIO";
  }
}

/** npm that is told to end does not tell whom it started: they see that their parent has changed. */
function stopWithNpm(stop: () => void): NodeJS.Timeout | undefined {
  if (process.env["npm_lifecycle_event"] === undefined) return undefined;
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid !== parent) stop();
  }, LOOK_MS);
  return look.unref();
}
