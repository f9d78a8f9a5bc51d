import { extname } from "node:path";

/** `.ts` where the sources run, `.js` where what was built of them does: files next door end alike. */
export const OWN_EXTENSION = extname(new URL(import.meta.url).pathname);

/** Whether this is the built package: everything that sources are turned into is there already. */
export const isBuilt = OWN_EXTENSION === ".js";

let reading: Promise<void> | undefined;

/** Has this process import TypeScript from now on, which Node 20 does not by itself. */
export function readTypeScript(): Promise<void> {
  reading ??= (async () => {
    const [modules, commonJs] = await Promise.all([import("tsx/esm/api"), import("tsx/cjs/api")]);
    modules.register();
    commonJs.register();
  })();
  return reading;
}
