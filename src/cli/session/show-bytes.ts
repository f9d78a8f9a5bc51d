import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { ProblemError } from "../../contract/problems/problem-error.ts";
import { jsonOf } from "../../text/json-of.ts";
import { words } from "../messages/i18n.ts";
import { escapedJson, jsonText, print, printBytes } from "../terminal/output.ts";
import { usageError } from "./errors/cli-error.ts";
import type { Session } from "./session.ts";
import { typedAgain } from "./typed-line.ts";
import { notWritten } from "./write-file.ts";

/** How much is asked for, and held, at once. */
const PART_BYTES = 8 * 1024 * 1024;

/** Reads all of some bytes, or a range of them. */
type ReadBytes = (part: { range?: { first: number; count: number } }) => Promise<Uint8Array>;

/**
 * Bytes of any size: as they are for a program and in a new file, on a terminal in signs that cannot act
 * on it. With `--json`, the value that they write as JSON, and what is no JSON as a text.
 */
export async function showBytes(
  session: Session,
  read: ReadBytes,
  file: string | undefined,
): Promise<void> {
  if (file !== undefined) {
    const { bytes, digest } = await saveBytes(read, file);
    session.show({ file, bytes, digest }, () => []);
    session.say(words("told_saved", { file, bytes, digest }));
  } else if (session.json || process.stdout.isTTY) {
    print(shownText(session, await read({})));
  } else {
    for await (const part of partsOf(read)) if (!(await printBytes(part))) return;
  }
}

/** @throws CliError for what is no text. */
function shownText({ json }: Session, bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw usageError(words("not_shown"), typedAgain("--save", "<file>"));
  const text = Buffer.from(bytes).toString();
  if (jsonOf(text) !== undefined) return escapedJson(text);
  return json ? jsonText(text) : text;
}

async function* partsOf(read: ReadBytes): AsyncGenerator<Uint8Array, void> {
  for (let first = 0; ;) {
    const part = await read({ range: { first, count: PART_BYTES } }).catch((error: unknown) => {
      // All of it was read, and it was as long as some whole parts.
      if (error instanceof ProblemError && error.problem.code === "range_not_satisfiable") {
        return new Uint8Array();
      }
      throw error;
    });
    yield part;
    first += part.length;
    if (part.length < PART_BYTES) return;
  }
}

async function saveBytes(read: ReadBytes, file: string) {
  const hash = createHash("sha256");
  let bytes = 0;
  let isWhole = false;
  const target = await open(file, "wx").catch((error: unknown) => {
    const detail = error instanceof Error ? error.message : String(error);
    const next = typedAgain("--save", "<file>");
    throw usageError(words("cannot_write", { file, detail }), next);
  });
  try {
    for await (const part of partsOf(read)) {
      hash.update(part);
      bytes += part.length;
      await target.writeFile(part).catch((error: unknown) => {
        throw notWritten(file, error);
      });
    }
    isWhole = true;
    return { bytes, digest: `sha256:${hash.digest("hex")}` };
  } finally {
    await target.close();
    // What is left of a failure would refuse the next try.
    if (!isWhole) await rm(file, { force: true });
  }
}
