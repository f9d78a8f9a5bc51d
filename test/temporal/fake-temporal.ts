import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Writes an executable `temporal` into the folder that answers `--version` with this server release. */
export async function writeFakeTemporal(folder: string, server: string): Promise<string> {
  return writeExecutable(folder, `echo "temporal version 9.9.9 (Server ${server}, UI 2.50.1)"`);
}

/** Writes an executable `temporal` into the folder that runs these shell lines. */
export async function writeExecutable(folder: string, ...lines: string[]): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, "temporal");
  await writeFile(path, ["#!/bin/sh", ...lines, ""].join("\n"));
  await chmod(path, 0o755);
  return path;
}
