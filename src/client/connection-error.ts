/** No answer of a Holdpoint API: nobody listens, the line broke, or something else speaks there. */
export class ConnectionError extends Error {
  readonly url: string;
  readonly reason: "unreachable" | "not_holdpoint";
  /** HTTP status of an answer that was not Holdpoint's, such as a proxy's 502. */
  readonly status: number | undefined;

  constructor(
    url: string,
    reason: ConnectionError["reason"],
    { status, cause }: { status?: number; cause?: unknown } = {},
  ) {
    const what =
      reason === "unreachable"
        ? `No Holdpoint API can be reached at ${url}.`
        : `What answers at ${url} is no Holdpoint API.`;
    super(what, { cause });
    this.name = "ConnectionError";
    this.url = url;
    this.reason = reason;
    this.status = status;
  }
}
