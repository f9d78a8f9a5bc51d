import { fstatSync, writeSync } from "node:fs";
import { isatty } from "node:tty";

/** Standard output or error. */
type OwnStream = NodeJS.WriteStream & { fd: number };

/** Why lines are missing at the end of what was written; undefined where none are. */
export type Missing = () => Error | undefined;

/**
 * Lets a stream that leads to a file or a device go on when that takes nothing for a while: Node would
 * close it for good. Lines that the disk does not take are dropped, and the next one that it takes is
 * told how many. Terminals and pipes stay as they are.
 */
export function outliveFullDisk(stream: OwnStream): Missing {
  const { fd } = stream;
  if (!isFileOrDevice(fd)) return () => undefined;
  let dropped = 0;
  let failure: Error | undefined;
  stream._write = (chunk: Buffer | string, _encoding, done) => {
    const bytes = Buffer.from(chunk);
    try {
      if (dropped > 0) writeWhole(fd, Buffer.from(`(${dropped} lines could not be written)\n`));
      dropped = 0;
      failure = undefined;
      writeWhole(fd, bytes);
    } catch (error) {
      failure = error as Error;
      dropped += bytes.toString().split("\n").length - 1 || 1;
    }
    done();
  };
  return () => failure;
}

function isFileOrDevice(descriptor: number): boolean {
  try {
    const kind = fstatSync(descriptor);
    return kind.isFile() || (kind.isCharacterDevice() && !isatty(descriptor));
  } catch {
    return false;
  }
}

function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
}
