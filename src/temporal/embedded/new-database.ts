import { existsSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";

const marker = (database: string) => `${database}.unfinished`;

/**
 * Guards the first start on a data folder. The server lays out a new database file step by step and
 * never looks back: killed in between, it would fail on that file for ever. So a file that never
 * served is moved aside (nothing was ever acknowledged from it), and a new one is marked until
 * `markDatabaseServed`.
 * @returns the path where an unfinished database was put, if there was one.
 */
export async function prepareDatabase(database: string): Promise<string | undefined> {
  let aside: string | undefined;
  if (existsSync(marker(database)) && existsSync(database)) {
    aside = `${database}.unfinished-${new Date().toISOString().replaceAll(/[:.]/g, "")}`;
    for (const suffix of ["", "-wal", "-shm"]) {
      if (existsSync(database + suffix)) await rename(database + suffix, aside + suffix);
    }
  }
  if (!existsSync(database)) await writeFile(marker(database), "");
  return aside;
}

/** Called before anybody learns the address of a server on this database. */
export async function markDatabaseServed(database: string): Promise<void> {
  await rm(marker(database), { force: true });
}
