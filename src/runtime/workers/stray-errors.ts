import { runningTool } from "../../activities/tools/running-tool.ts";
import type { Notice } from "../../contract/service/notices.ts";

/** What ended a process. */
export interface LastWords {
  /** The tool that threw it; absent when nobody knows. */
  readonly tool?: string;
  /** The error's first line, or what it has to say. */
  readonly error: string | Notice;
}

const LONGEST = 500;

/**
 * A promise of a tool that fails while nobody waits for it is logged with the tool's name, and ends
 * nothing. Whatever else nobody catches still ends the process.
 * @param tell told of it just before that, and has no time to wait for anything.
 */
export function watchStrayErrors(tell: (words: LastWords) => void): void {
  process.on("unhandledRejection", (error) => {
    const tool = runningTool.getStore();
    if (tool === undefined) throw error;
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
    tool.log.error(`A promise of the tool ${tool.name} failed, and nobody waited for it.`, {
      error: tool.mask(told),
    });
  });
  process.on("uncaughtExceptionMonitor", (error) => {
    const tool = runningTool.getStore();
    const [line = ""] = String(error).split("\n");
    const said = (tool?.mask(line) ?? line).slice(0, LONGEST);
    tell({ ...(tool !== undefined && { tool: tool.name }), error: said });
  });
}
