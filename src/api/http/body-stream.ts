/** A body of which the first piece may have been made already. */
export interface Body<Piece> {
  readonly pieces: AsyncGenerator<Piece, void>;
  readonly first?: IteratorResult<Piece, void>;
  readonly toBytes: (piece: Piece) => Uint8Array;
}

/**
 * An answer's body that is made as it is read: nothing is made that nobody reads, as after `HEAD`, and whoever stops reading
 * has not met an error of ours.
 * @param onError told when it breaks off, after the answer has begun.
 */
export function bodyStream<Piece>(
  { pieces, first, toBytes }: Body<Piece>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  let next = first;
  let isLeft = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = next ?? (await pieces.next());
          next = undefined;
          if (isLeft) return;
          if (done === true) controller.close();
          else controller.enqueue(toBytes(value));
        } catch (error) {
          if (!isLeft) onError(error);
          throw error;
        }
      },
      async cancel() {
        isLeft = true;
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
}
