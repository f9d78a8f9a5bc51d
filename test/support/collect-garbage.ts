import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { onTestFinished } from "vitest";

/** Frees all that nothing holds, again and again up to the test's end: what only luck has kept is gone. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const timer = setInterval(collect, 50);
  onTestFinished(() => clearInterval(timer));
}
