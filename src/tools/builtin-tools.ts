import { createHttpRequestTool, type HttpRequestOptions } from "./builtin/http-request.ts";
import { readCsvTool } from "./builtin/read-csv.ts";
import { readFileTool } from "./builtin/read-file.ts";
import { waitTool } from "./builtin/wait.ts";
import { writeFileTool } from "./builtin/write-file.ts";
import type { Tool } from "./define-tool.ts";

export interface BuiltinToolOptions {
  readonly http?: HttpRequestOptions;
}

/**
 * The tools that every worker has.
 * @throws TypeError when `http.allow` holds an entry that is not understood.
 */
export function createBuiltinTools(options: BuiltinToolOptions): Tool[] {
  return [
    createHttpRequestTool(options.http ?? {}),
    readFileTool,
    writeFileTool,
    readCsvTool,
    waitTool,
  ];
}
