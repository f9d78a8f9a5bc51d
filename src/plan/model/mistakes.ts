import type { ProblemDetail } from "../../contract/problems/problem.ts";
import type { ProblemCode } from "../../contract/tables/problems.ts";

/** How many mistakes are named. */
const NAMED = 50;

type Coded = ProblemDetail & { readonly code: ProblemCode };

/** What is wrong with a request. All of it is counted; no more is put into words than is named. */
export class Mistakes {
  readonly named: Coded[] = [];
  readonly #codes = new Set<ProblemCode>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Whether as many are known as are named: what is found from now on tells nobody more. */
  get areEnough(): boolean {
    return this.named.length === NAMED;
  }

  add(code: ProblemCode, mistake: () => Omit<ProblemDetail, "code">): void {
    this.#count += 1;
    this.#codes.add(code);
    if (!this.areEnough) this.named.push({ ...mistake(), code });
  }

  /** The code that all have in common, or the other one. */
  codeOr(other: ProblemCode): ProblemCode {
    const [only] = this.#codes;
    return this.#codes.size === 1 && only !== undefined ? only : other;
  }
}
