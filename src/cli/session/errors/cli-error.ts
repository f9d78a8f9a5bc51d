/** What the process ends with (`docs/cli.md`). */
export const EXIT = {
  ok: 0,
  failed: 1,
  /** Not understood, or given up by the person. */
  usage: 2,
  /** The key is missing, wrong, over, or not enough. */
  not_allowed: 4,
  /** A plan waits for a person. */
  waits: 5,
  /** A plan has failed or was cancelled. */
  plan_failed: 6,
  /** A plan has completed, and something in it was rejected, or failed and was skipped. */
  stopped_short: 7,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Something that keeps a command from being done, in the person's language, with the next step. */
export class CliError extends Error {
  /** What to type next. */
  readonly next: string | undefined;
  readonly exit: ExitCode;

  constructor(message: string, next?: string, exit: ExitCode = EXIT.failed) {
    super(message);
    this.next = next;
    this.exit = exit;
  }
}

/** What is said to what was not understood, or given up. @param next what to type next. */
export function usageError(message: string, next?: string): CliError {
  return new CliError(message, next, EXIT.usage);
}
