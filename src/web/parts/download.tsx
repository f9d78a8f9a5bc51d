import { useMutation } from "@tanstack/react-query";
import { Button } from "./button.tsx";
import { ProblemNote } from "./problem.tsx";

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

/** Bytes become a file on the person's disk; the page never shows them as a document. */
export function saveFile(content: string | Uint8Array, name: string): void {
  const bytes = typeof content === "string" ? content : (content as Uint8Array<ArrayBuffer>);
  const blob = new Blob([bytes], { type: "application/octet-stream" });
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
