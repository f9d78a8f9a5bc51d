import { z } from "zod";
import { ToolError } from "./tool-error.ts";

/** A path inside a workspace, split: the folders to walk through and the file's own name. */
export interface WorkspacePath {
  readonly folders: readonly string[];
  readonly name: string;
}

/** A tool argument that names a file in the plan's workspace. */
export const WorkspacePathSchema = z
  .string()
  .min(1)
  .max(1_024)
  .superRefine((path, check) => {
    const problem = workspacePathProblem(path);
    if (problem !== undefined) check.addIssue({ code: "custom", message: problem });
  })
  .describe("A file in the plan's workspace, such as data/reviews.csv.");

/**
 * Splits a path that stays inside the workspace by its spelling alone; links on the disk are the
 * opener's matter.
 * @throws ToolError `validation_error` when it could lead elsewhere.
 */
export function splitWorkspacePath(path: string): WorkspacePath {
  const problem = workspacePathProblem(path);
  if (problem !== undefined) throw new ToolError("validation_error", problem);
  const folders = path.split("/").filter((segment) => segment !== ".");
  const name = folders.pop() ?? "";
  return { folders, name };
}

function workspacePathProblem(path: string): string | undefined {
  if (/[\p{Cc}\p{Surrogate}]/u.test(path)) {
    return "The path must not hold control characters or broken letters: give the file a plain name.";
  }
  if (path.includes("\\")) return "The path must use / between folders, not \\.";
  if (path.startsWith("/") || path.startsWith("~") || /^[a-z]:/i.test(path)) {
    return "The path must be relative to the plan's workspace, such as data/reviews.csv.";
  }
  const segments = path.split("/");
  if (segments.includes("..")) {
    return 'The path must not hold "..": tools reach only files in the plan\'s workspace.';
  }
  if (segments.includes("") || segments.at(-1) === ".") {
    return "The path must name a file, with single slashes between folders, such as data/reviews.csv.";
  }
  return undefined;
}
