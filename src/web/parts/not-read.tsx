import { Skeleton } from "./panel.tsx";
import { ProblemNote } from "./problem.tsx";

/** Stands where something will that is not read: grey lines while it is asked for, or why nobody gives it. */
export function NotRead({
  lines,
  error,
  onRetry,
  isPage = false,
}: {
  /** As many as it will have, more or less. */
  readonly lines: number;
  readonly error: unknown;
  readonly onRetry?: () => void;
  /** It stands in the place of a whole page. */
  readonly isPage?: boolean;
}) {
  if (error === null) return <Skeleton lines={lines} />;
  const note = <ProblemNote isPage={isPage} error={error} onRetry={onRetry} />;
  return isPage ? <div className="p-4">{note}</div> : note;
}
