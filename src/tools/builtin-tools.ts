import { createHttpRequestTool, type HttpRequestOptions } from "./builtin/http-request.ts";
import { createMcpCallTool } from "./builtin/mcp-call.ts";
import { readCsvTool } from "./builtin/read-csv.ts";
import { readFileTool } from "./builtin/read-file.ts";
import { waitTool } from "./builtin/wait.ts";
import { writeFileTool } from "./builtin/write-file.ts";
import type { Tool } from "./define-tool.ts";
import type { McpServers } from "./mcp-servers.ts";

export interface BuiltinToolOptions {
  readonly http?: HttpRequestOptions;
  /** MCP servers whose tools may be called; without any there is no `mcp_call`. */
  readonly mcpServers?: McpServers;
}

/**
 * The tools that every worker has.
 * @throws TypeError when `http.allow` holds an entry that is not understood.
 */
export function createBuiltinTools(options: BuiltinToolOptions): Tool[] {
  const { mcpServers = {} } = options;
  return [
    createHttpRequestTool(options.http ?? {}),
    readFileTool,
    writeFileTool,
    readCsvTool,
    waitTool,
    ...(Object.keys(mcpServers).length === 0 ? [] : [createMcpCallTool(mcpServers)]),
  ];
}
