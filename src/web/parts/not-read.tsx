import { useState } from "react";
import { useClient } from "../session/api.ts";
import { useSpeech } from "../words/words.ts";
import { Button } from "./button.tsx";
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

/** Stands in the place of a page, or of a part of one, that broke or was not there to be loaded. */
export function BrokenPart({ error }: { readonly error: unknown }) {
  const { words } = useSpeech();
  const client = useClient();
  // Where nobody answers, the browser would show a page of its own.
  const [refusal, setRefusal] = useState<unknown>(null);
  const reload = (): void =>
    void client.service.health({ retries: 0 }).then(() => location.reload(), setRefusal);
  return (
    <div className="flex flex-col items-start gap-3 p-4">
      <ProblemNote isPage error={error} />
      <Button icon="again" sends onPress={reload}>
        {words("reload")}
      </Button>
      <ProblemNote error={refusal} />
    </div>
  );
}
