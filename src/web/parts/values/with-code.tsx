import type { ReactNode } from "react";
import { splitCode } from "./split-code.ts";

/** A sentence of ours, in which what stands between backticks is shown as code. */
export function WithCode({ text }: { readonly text: string }): ReactNode {
  return splitCode(text).map((part, place) =>
    part.isCode ? (
      <code key={place} className="font-mono">
        {part.text}
      </code>
    ) : (
      part.text
    ),
  );
}

/** The same, for a place that is told what it shows. */
export const withCode = (text: string): ReactNode => <WithCode text={text} />;
