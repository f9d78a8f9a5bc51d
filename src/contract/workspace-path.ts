import { z } from "zod";
import { named, type PlainId } from "./sentences/sentence.ts";

/** The name of a file in the plan's workspace, where tools keep theirs. */
export const WorkspacePathSchema = z
  .string()
  .min(1)
  .max(1_024)
  .superRefine((path, check) => {
    const problem = workspacePathProblem(path);
    if (problem !== undefined) check.addIssue({ code: "custom", message: problem });
  })
  .describe("A file in the plan's workspace, such as data/reviews.csv.");

/** Why a path could lead out of the workspace, by its spelling alone. */
export function workspacePathProblem(path: string): PlainId | undefined {
  if (/[\p{Cc}\p{Surrogate}]/u.test(path)) {
    return named("path_has_odd_letters");
  }
  if (path.includes("\\")) return named("path_has_backslash");
  if (path.startsWith("/") || path.startsWith("~") || /^[a-z]:/i.test(path)) {
    return named("path_is_relative");
  }
  const segments = path.split("/");
  if (segments.includes("..")) {
    return named("path_leads_out");
  }
  if (segments.includes("") || segments.at(-1) === ".") {
    return named("path_names_file");
  }
  return undefined;
}
