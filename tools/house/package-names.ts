import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The package's own name and what it offers under it. */
export interface PackageNames {
  readonly self: string;
  /** The source file (path from the root) behind `self/…`, or undefined when nothing is there. */
  exported(specifier: string): string | undefined;
  /** All source files that package.json exports. */
  readonly files: readonly string[];
}

/** Reads `name` and `exports` of the package.json in `root`. */
export function readPackageNames(root: string): PackageNames {
  const text = readFileSync(join(root, "package.json"), "utf8");
  const { name, exports = {} } = JSON.parse(text) as { name: string; exports?: object };
  const bySpecifier = new Map<string, string>();
  for (const [subpath, target] of Object.entries(exports)) {
    const file = targetFile(target);
    if (file !== undefined) bySpecifier.set(name + subpath.slice(1), file.replace(/^\.\//, ""));
  }
  return {
    self: name,
    exported: (specifier) => bySpecifier.get(specifier),
    files: [...bySpecifier.values()],
  };
}

function targetFile(target: unknown): string | undefined {
  if (typeof target === "string") return target;
  if (typeof target !== "object" || target === null) return undefined;
  const conditions = target as Record<string, unknown>;
  return targetFile(conditions["import"] ?? conditions["default"]);
}
