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
    requested: new Promise((resolve) => {
      controller.signal.addEventListener("abort", () => resolve(), { once: true });
    }),
    release() {
      clearInterval(orphaned);
      for (const name of SIGNALS) process.off(name, stop);
    },
  };
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
