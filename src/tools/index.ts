/** The public subpath `holdpoint/tools`: what a module of custom tools needs. */
export { defineTool, secret } from "./define-tool.ts";
export type { Tool, ToolContext, ToolDefinition, ToolLog } from "./define-tool.ts";
export type { ErrorType } from "../contract/tables/vocabulary.ts";
export type { Json, JsonObject } from "../contract/text.ts";
/** What tools describe their input and output with, in the version that this package uses. */
export { z } from "zod";
export { ToolError } from "./tool-error.ts";
