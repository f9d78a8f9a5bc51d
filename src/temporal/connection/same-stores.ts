import { randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Connection } from "@temporalio/client";
import { notice, NoticeError } from "../../contract/service/notices.ts";
import { readSaid, tellOfNamespace } from "./namespace-words.ts";

type Asked = Pick<Connection, "workflowService">;

/** Where a process keeps what does not fit into Temporal. */
export interface Stores {
  /** The data folder: files of plans, and keys that all must share. */
  readonly folder: string;
  /** Where large values are, such as `s3://bucket/prefix`; `folder`: in the data folder. */
  readonly artifacts: string;
}

/** What is said about a namespace by those who work for it. */
const FOLDER_KEY = "holdpoint.data_dir";
const ARTIFACTS_KEY = "holdpoint.artifacts";
/** Two that are the first of all at the same time see each other's word after this. */
const SETTLED_MS = 1_000;

/**
 * Checks that this process keeps things where all others of its namespace do: a todo reads what
 * another wrote, wherever each of them ran. A folder has an id in it, so that the same folder under two
 * paths is the same, and two folders of one path on two machines are not. The first to come says where
 * that is.
 * @param isAlone nobody else can be the first at the same time.
 * @throws NoticeError when the others' things are elsewhere.
 */
export async function assertSameStores(
  connection: Asked,
  namespace: string,
  { folder, artifacts }: Stores,
  { isAlone }: { readonly isAlone: boolean },
): Promise<void> {
  const own = { [FOLDER_KEY]: await idOf(folder), [ARTIFACTS_KEY]: artifacts };
  let said = await readSaid(connection, namespace);
  if (!said[FOLDER_KEY]) {
    const told = await tellOfNamespace(connection, namespace, own);
    // Where only administrators may say so, nobody can compare.
    if (!told) return;
    if (!isAlone) await delay(SETTLED_MS);
    said = await readSaid(connection, namespace);
  }
  const fix = `holdpoint setup --new-stores --namespace ${namespace}`;
  if (said[ARTIFACTS_KEY] !== artifacts) {
    const values = { namespace, own: artifacts, others: said[ARTIFACTS_KEY] ?? "" };
    throw new NoticeError(notice("other_artifacts", values), { fix });
  }
  if (said[FOLDER_KEY] !== own[FOLDER_KEY]) {
    throw new NoticeError(notice("other_folder", { namespace, folder }), { fix });
  }
}

/** Lets the next process say where things are kept: they were moved, or are gone. */
export async function forgetStores(connection: Asked, namespace: string): Promise<void> {
  await tellOfNamespace(connection, namespace, { [FOLDER_KEY]: "", [ARTIFACTS_KEY]: "" });
}

/** The id of a folder, which is made when it has none; whoever comes at the same time gets the same. */
async function idOf(folder: string): Promise<string> {
  const file = join(folder, "store-id");
  // A full disk keeps nobody from what is there.
  const known = await readFile(file, "utf8").catch(() => "");
  if (known !== "") return known.trim();
  const unfinished = `${file}.${randomUUID()}`;
  try {
    await writeFile(unfinished, `${randomUUID()}\n`, { mode: 0o600, flush: true });
    await link(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
  return (await readFile(file, "utf8")).trim();
}
