import { isInexact } from "../../text/inexact-integer.ts";
import { say, type Sentence } from "./sentence.ts";

interface Scalar {
  readonly value: unknown;
  /** As it is written. */
  readonly source?: string | undefined;
}

/** Why a scalar of a YAML or JSON document is not taken: it would be read as another number. Null when it is taken. */
export function inexactScalar({ value, source }: Scalar): Sentence | null {
  if (typeof value !== "number" || source === undefined || !isInexact(source)) return null;
  return say("number_inexact", { written: source, read: value });
}
