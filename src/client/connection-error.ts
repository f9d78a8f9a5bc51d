const REASONS = {
  unreachable: (url: string) => `No Holdpoint API can be reached at ${url}.`,
  broke_off: (url: string) =>
    `The answer from ${url} broke off. What was asked for may have been done all the same.`,
  timed_out: (url: string) =>
    `No answer came from ${url} in time. What was asked for may have been done all the same.`,
  not_holdpoint: (url: string) => `What answers at ${url} is no Holdpoint API.`,
};

/**
 * No answer of a Holdpoint API: nobody listens, one that had begun broke off, none came in the time that
 * a call may take, or something else speaks there.
 */
export class ConnectionError extends Error {
  readonly url: string;
  readonly reason: keyof typeof REASONS;
  /** HTTP status of an answer that was not Holdpoint's, such as a proxy's 502. */
  readonly status: number | undefined;

  constructor(
    url: string,
    reason: ConnectionError["reason"],
    { status, cause }: { status?: number; cause?: unknown } = {},
  ) {
    super(REASONS[reason](url), { cause });
    this.name = "ConnectionError";
    this.url = url;
    this.reason = reason;
    this.status = status;
  }
}
