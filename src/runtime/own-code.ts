import { extname } from "node:path";

/** `.ts` where the sources run, `.js` where what was built of them does: files next door end alike. */
export const OWN_EXTENSION = extname(new URL(import.meta.url).pathname);

/** Whether this is the built package: everything that sources are turned into is there already. */
export const isBuilt = OWN_EXTENSION === ".js";

/** Defined where the sources run as `bin/kept-modules.mjs` has compiled them. */
declare const HOLDPOINT_COMPILED: true | undefined;
const isCompiled = typeof HOLDPOINT_COMPILED !== "undefined";

const TYPESCRIPT = /\.[cm]?tsx?$/;

let reading: Promise<void> | undefined;

/** Has this process import TypeScript from now on, as far as a user's file needs it: Node 20 does not by itself. */
export async function readTypeScriptFor(file: string): Promise<void> {
  // Beside our sources, `holdpoint/tools` is TypeScript, too; without a compiler they would not run here.
  if (!(isBuilt ? TYPESCRIPT.test(file) : isCompiled)) return;
  reading ??= (async () => {
    const [modules, commonJs] = await Promise.all([import("tsx/esm/api"), import("tsx/cjs/api")]);
    modules.register();
    commonJs.register();
  })();
  await reading;
}
