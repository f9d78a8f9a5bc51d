import { readdirSync } from "node:fs";
import { join } from "node:path";

const SKIPPED = new Set(["node_modules", "dist", "coverage"]);
const CODE = /\.[cm]?[jt]sx?$/;

/** All files under `root` as sorted paths with `/`; no dot folders, packages or build output. */
export function listFiles(root: string): string[] {
  const files: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) files.push(path);
      else if (entry.isDirectory() && !SKIPPED.has(entry.name) && !entry.name.startsWith(".")) {
        visit(path);
      }
    }
  };
  visit("");
  return files.toSorted();
}

export function isCode(file: string): boolean {
  return CODE.test(file);
}
