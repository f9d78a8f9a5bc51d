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

/**
 * The same for a command that changes nothing and only tells what happens: its process ends without a
 * word at the next line for which there is no reader any more (`| head`).
 * @param exit the exit code for it.
 */
export function watchForLeaving(exit: number): StopSignal {
  const stop = watchForStop();
  const failed = ({ code }: NodeJS.ErrnoException): void => {
    // There is nothing to bring to an end that nobody reads.
    if (code === "EPIPE") process.exit(exit);
  };
  process.stdout.on("error", failed);
  return {
    ...stop,
    release() {
      process.stdout.off("error", failed);
      stop.release();
    },
  };
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
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
