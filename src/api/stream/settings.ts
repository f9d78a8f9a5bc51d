/** How the live stream behaves where tests need it otherwise; milliseconds. */
export interface StreamSettings {
  /** How often a stream says that it is there, and a socket is asked whether it still is. */
  readonly heartbeatMs?: number;
  /** How often to check that a reader still has access. */
  readonly accessMs?: number;
}

export const HEARTBEAT_MS = 15_000;
export const ACCESS_MS = 4_000;
