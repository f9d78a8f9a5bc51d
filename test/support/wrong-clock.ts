import { onTestFinished, vi } from "vitest";

const Right = Date;

/** The time by the clock of this machine, which Temporal's server goes by, whatever the test has set. */
export const rightTime = (): number => Right.now();

/** Sets the clock of this process, and of nobody else, so far ahead of Temporal's until the test's end; below 0, back. */
export function setClock(aheadMs: number): void {
  class Wrong extends Right {
    constructor(...given: [] | [number | string]) {
      super(given.length === 0 ? Wrong.now() : given[0]);
    }
    static override now(): number {
      return Right.now() + aheadMs;
    }
    static override [Symbol.hasInstance](value: unknown): boolean {
      return Object.prototype.toString.call(value) === "[object Date]";
    }
  }
  vi.stubGlobal("Date", Wrong);
  onTestFinished(setRight);
}

/** Sets it right again. */
export function setRight(): void {
  vi.unstubAllGlobals();
}
