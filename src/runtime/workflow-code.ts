import { fileURLToPath } from "node:url";

/** Where the workflows' code begins, for the SDK's bundler, and what all plans of a worker share. */
export const WORKFLOW_CODE = {
  workflowsPath: fileURLToPath(new URL("../workflows/index.ts", import.meta.url)),
  preloadModules: [fileURLToPath(new URL("../workflows/shared.ts", import.meta.url))],
};
