import { createHash } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { ProblemError } from "../../contract/problem-error.ts";
import { printable } from "../terminal/printable.ts";
import { usageError } from "./cli-error.ts";
import type { Session } from "./session.ts";
import { typedAgain } from "./typed-line.ts";

/** How much is asked for, and held, at once. */
const PART_BYTES = 8 * 1024 * 1024;

/** Reads all of some bytes, or a range of them. */
type ReadBytes = (part: { range?: { first: number; count: number } }) => Promise<Uint8Array>;

/** Bytes of any size: on the screen in signs that cannot act on the terminal, or as they are in a new file. */
export async function showBytes(
  session: Session,
  read: ReadBytes,
  file: string | undefined,
): Promise<void> {
  if (file === undefined) {
    const bytes = await read({});
    const text = Buffer.from(bytes).toString();
    session.show(text, () => printable(text).split("\n"));
    return;
  }
  const { bytes, digest } = await saveBytes(session, read, file);
  session.show({ file, bytes, digest }, () => []);
  session.say(session.words("told_saved", { file, bytes, digest }));
}

async function saveBytes({ words }: Session, read: ReadBytes, file: string) {
  const hash = createHash("sha256");
  let bytes = 0;
  let isWhole = false;
  const target = await open(file, "wx").catch((error: unknown) => {
    const detail = error instanceof Error ? error.message : String(error);
    const next = typedAgain("--save", "<file>");
    throw usageError(words("cannot_write", { file, detail }), next);
  });
  try {
    for (;;) {
      const range = { first: bytes, count: PART_BYTES };
      const part = await read({ range }).catch((error: unknown) => {
        // All of it was read, and it was as long as some whole parts.
        if (error instanceof ProblemError && error.problem.code === "range_not_satisfiable") {
          return new Uint8Array();
        }
        throw error;
      });
      hash.update(part);
      bytes += part.length;
      await target.writeFile(part);
      isWhole = part.length < PART_BYTES;
      if (isWhole) return { bytes, digest: `sha256:${hash.digest("hex")}` };
    }
  } finally {
    await target.close();
    // What is left of a failure would refuse the next try.
    if (!isWhole) await rm(file, { force: true });
  }
}
