import { say } from "../contract/sentences/sentence.ts";
import { workspacePathProblem } from "../contract/workspace-path.ts";
import { OwnFailure } from "./own-failure.ts";

/** A path inside a workspace, split: the folders to walk through and the file's own name. */
export interface WorkspacePath {
  readonly folders: readonly string[];
  readonly name: string;
}

/**
 * Splits a path that stays inside the workspace by its spelling alone; links on the disk are the
 * opener's matter.
 * @throws ToolError `validation_error` when it could lead elsewhere.
 */
export function splitWorkspacePath(path: string): WorkspacePath {
  const problem = workspacePathProblem(path);
  if (problem !== undefined) throw new OwnFailure(say(problem));
  const folders = path.split("/").filter((segment) => segment !== ".");
  const name = folders.pop() ?? "";
  return { folders, name };
}
