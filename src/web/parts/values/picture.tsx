import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef } from "react";
import { RESULTS } from "../../words/catalogs/results.ts";
import { useSpeechWith } from "../../words/words.ts";
import { Skeleton } from "../panel.tsx";
import { readPicture } from "./read-picture.ts";

/** Wider or higher, no screen shows more of it. */
const MOST_EDGE = 2_000;

/**
 * A picture that anybody may have made, drawn by its pixels: nothing is loaded, and nothing that such a file
 * holds beside its pixels comes onto the page.
 */
export function Picture({ bytes, name }: { readonly bytes: Uint8Array; readonly name?: string }) {
  const { words } = useSpeechWith(RESULTS);
  const canvas = useRef<HTMLCanvasElement>(null);
  const id = useId();
  // One that nobody looks at any more stays in no memory.
  const { data, isPending } = useQuery({
    queryKey: ["picture", id],
    queryFn: () => decode(bytes),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  useEffect(() => {
    if (data != null) canvas.current?.getContext("2d")?.drawImage(data, 0, 0);
  }, [data]);
  if (isPending) return <Skeleton lines={4} />;
  if (data == null) return <p className="text-soft">{words("picture_not_shown")}</p>;
  const { width, height } = readPicture(bytes)!;
  return (
    <figure>
      <canvas
        ref={canvas}
        role="img"
        aria-label={name ?? words("picture")}
        width={data.width}
        height={data.height}
        className="max-h-96 max-w-full rounded-md border border-line"
      />
      <figcaption className="text-small text-faint">
        {words("picture_size", { width, height })}
      </figcaption>
    </figure>
  );
}

/** Null where it is no picture that can be drawn. */
async function decode(bytes: Uint8Array): Promise<ImageBitmap | null> {
  const kind = readPicture(bytes);
  if (kind === null) return null;
  const { type, width, height } = kind;
  const part = Math.min(1, MOST_EDGE / Math.max(width, height));
  const resizeWidth = Math.max(1, Math.round(width * part));
  const blob = new Blob([bytes as Uint8Array<ArrayBuffer>], { type });
  return createImageBitmap(blob, part < 1 ? { resizeWidth } : undefined).catch(() => null);
}
