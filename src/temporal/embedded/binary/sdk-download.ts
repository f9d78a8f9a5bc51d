/**
 * Run as a process of its own by `download-binary.ts`: sdk-download.ts <folder> <version>.
 * Ends with code 0 once the SDK has put the Temporal CLI into the folder and that binary has served.
 */
import { TestWorkflowEnvironment } from "@temporalio/testing";

const [downloadDir, version] = process.argv.slice(2);
if (downloadDir === undefined || version === undefined) {
  throw new Error("usage: sdk-download.ts <folder> <version>");
}
try {
  const environment = await TestWorkflowEnvironment.createLocal({
    server: { executable: { type: "cached-download", downloadDir, version } },
  });
  await environment.teardown();
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
