import { AsyncLocalStorage } from "node:async_hooks";
import type { ToolLog } from "../../tools/define-tool.ts";

/** The tool whose code runs, as far as what it has begun can be followed. */
export interface RunningTool {
  readonly name: string;
  /** A text without the secrets that it was given. */
  readonly mask: (text: string) => string;
  /** The worker's own log. */
  readonly log: ToolLog;
}

export const runningTool = new AsyncLocalStorage<RunningTool>();
