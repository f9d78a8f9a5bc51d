/** Told to stop by a person (Ctrl-C, a closed terminal) or by the system. */
export interface StopSignal {
  readonly signal: AbortSignal;
  /** Resolves once told. */
  readonly told: Promise<void>;
  /** Gives the signals back to Node's own handling. */
  release(): void;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Watches for Ctrl-C and a request to end; what is running decides how to stop. */
export function watchForStop(): StopSignal {
  const controller = new AbortController();
  const stop = (): void => controller.abort(new Error("Stopped."));
  for (const name of SIGNALS) process.on(name, stop);
  return {
    signal: controller.signal,
    told: new Promise((resolve) => {
      controller.signal.addEventListener("abort", () => resolve(), { once: true });
    }),
    release() {
      for (const name of SIGNALS) process.off(name, stop);
    },
  };
}
