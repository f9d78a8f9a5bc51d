import type { ReactNode } from "react";

/**
 * What a button says where somebody wrote a label for it: theirs, and the usual word beside, so that a label cannot
 * make one decision look like the other.
 */
export function Labelled({
  label,
  children,
}: {
  readonly label: string | undefined;
  /** The usual word. */
  readonly children: ReactNode;
}) {
  if (label === undefined) return children;
  return (
    <>
      <bdi lang="">{label}</bdi> ({children})
    </>
  );
}
