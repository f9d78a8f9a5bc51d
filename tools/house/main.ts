import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkFile } from "./check-file.ts";
import { formatFinding } from "./finding.ts";
import { judgeNames } from "./judge-name.ts";
import { isCode, listFiles } from "./list-files.ts";
import { readPackageNames } from "./package-names.ts";

/** Checks the tree in the current folder. Exits 1 on any finding, and when it has read nothing. */
function main(): void {
  const root = process.cwd();
  const names = readPackageNames(root);
  const files = listFiles(root);
  const code = files.filter(isCode);
  let count = 0;
  for (const finding of judgeNames(files)) {
    count += 1;
    console.log(formatFinding(finding, ""));
  }
  for (const file of code) {
    const source = readFileSync(join(root, file), "utf8");
    for (const finding of checkFile(file, source, names)) {
      count += 1;
      console.log(formatFinding(finding, source));
    }
  }
  console.log(`${code.length} modules read, ${count} findings`);
  if (code.length === 0) console.log("No modules: run this in the folder of package.json.");
  process.exitCode = code.length === 0 || count > 0 ? 1 : 0;
}

main();
