import type { Json } from "../../../src/contract/text.ts";

/** A way into the product, and inputs that changes begin with. */
export interface Entrance {
  readonly seeds: readonly Json[];
  /** Takes whatever is given; throws nothing but on a defect. */
  readonly run: (input: Json) => void;
}
