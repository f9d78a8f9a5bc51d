/** How Temporal closed the run of a plan that had not ended by itself. */
export interface OutsideEnd {
  readonly how: "terminated" | "timed_out";
  /** When, ISO 8601. */
  readonly at: string;
  /** Who, and what they wrote about it; empty where Temporal was not told. */
  readonly by: string;
  readonly reason: string;
}
