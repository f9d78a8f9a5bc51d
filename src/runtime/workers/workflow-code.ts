import { fileURLToPath } from "node:url";
import { OWN_EXTENSION } from "../own-code.ts";

const place = (name: string): string =>
  fileURLToPath(new URL(`../../workflows/${name}${OWN_EXTENSION}`, import.meta.url));

/** Where the workflows' code begins, for the SDK's bundler, and what all plans of a worker share. */
export const WORKFLOW_CODE = {
  workflowsPath: place("index"),
  preloadModules: [place("shared")],
  workflowInterceptorModules: [place("refuse-early-activation")],
};

/** What takes the place of the tracing plugin's own interceptors. */
export const TRACES_MODULE = place("trace-workflows");
