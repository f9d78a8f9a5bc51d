/** The public subpath `holdpoint/tools`: what a module of custom tools needs. */
export { defineTool, secret } from "./define-tool.ts";
export type { Tool, ToolContext, ToolDefinition } from "./define-tool.ts";
export { ToolError } from "./tool-error.ts";
