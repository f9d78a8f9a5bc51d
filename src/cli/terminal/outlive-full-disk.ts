import { fstatSync, writeSync } from "node:fs";

/** Standard output or error. */
type OwnStream = NodeJS.WriteStream & { fd: number };

/**
 * Lets a stream that leads to a file go on when the file takes nothing for a while: Node would close it
 * for good. Lines that the disk does not take are dropped, and the next one that it takes is told how
 * many. Terminals and pipes stay as they are.
 */
export function outliveFullDisk(stream: OwnStream): void {
  const { fd } = stream;
  if (!isFile(fd)) return;
  let dropped = 0;
  stream._write = (chunk: Buffer | string, _encoding, done) => {
    const bytes = Buffer.from(chunk);
    try {
      if (dropped > 0) writeWhole(fd, Buffer.from(`(${dropped} lines could not be written)\n`));
      dropped = 0;
      writeWhole(fd, bytes);
    } catch {
      dropped += bytes.toString().split("\n").length - 1 || 1;
    }
    done();
  };
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}

function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
}
