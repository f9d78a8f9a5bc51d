import type { Finding } from "./finding.ts";

const VAGUE = new Set(["util", "utils", "helper", "helpers", "common", "misc"]);

/**
 * Files and folders whose names say nothing about their content, each folder once.
 * `common-prefix.ts` says something, `plan-utils.ts` and `helpers/` do not.
 */
export function judgeNames(files: readonly string[]): Finding[] {
  const vague = new Set<string>();
  for (const file of files) {
    const segments = file.split("/");
    segments.forEach((segment, index) => {
      if (isVague(segment)) vague.add(segments.slice(0, index + 1).join("/"));
    });
  }
  const message = "Name it after what it holds, not utils, helpers, common or misc.";
  return [...vague].map((file) => ({ file, offset: 0, rule: "vague-name", message }));
}

function isVague(segment: string): boolean {
  const stem = segment.split(".")[0] ?? "";
  return VAGUE.has(stem.split(/[-_]/).at(-1)?.toLowerCase() ?? "");
}
