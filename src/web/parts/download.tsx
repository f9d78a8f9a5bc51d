import { useMutation } from "@tanstack/react-query";
import { Button } from "./button.tsx";
import { ProblemNote } from "./problem.tsx";
import { saveFile } from "./save-file.ts";

/** Fetches bytes when it is pressed, and leaves them on the person's disk. */
export function Download({
  label,
  name,
  read,
}: {
  readonly label: string;
  /** The file's. */
  readonly name: string;
  readonly read: () => Promise<Uint8Array>;
}) {
  const download = useMutation({
    mutationFn: read,
    onSuccess: (content) => saveFile(content, name),
    // A large file stays in memory no longer than it takes to save it.
    gcTime: 0,
  });
  return (
    <>
      <div>
        <Button isDisabled={download.isPending} onPress={() => download.mutate()}>
          {label}
        </Button>
      </div>
      <ProblemNote error={download.error} />
    </>
  );
}
