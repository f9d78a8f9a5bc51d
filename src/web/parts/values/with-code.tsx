import type { ReactNode } from "react";

const CODE = /(`[^`\n]+`)/;

/** A sentence of ours, in which what stands between backticks is shown as code. */
export function WithCode({ text }: { readonly text: string }): ReactNode {
  return text.split(CODE).map((part, place) =>
    // What stands between backticks is at the odd places.
    place % 2 === 0 ? (
      part
    ) : (
      <code key={place} className="font-mono">
        {part.slice(1, -1)}
      </code>
    ),
  );
}
