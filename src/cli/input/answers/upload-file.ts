import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { FileAnswer } from "../../../contract/plan/todo.ts";
import { words } from "../../messages/i18n.ts";
import { usageError } from "../../session/errors/cli-error.ts";
import type { Session } from "../../session/session.ts";

/**
 * Sends a file to a plan.
 * @returns what an answer names it by.
 * @throws CliError when there is no such file; the API's problem when it is too large.
 */
export async function uploadFile(
  session: Session,
  planId: string,
  path: string,
): Promise<FileAnswer> {
  const { client } = session;
  const bytes = await readFile(path).catch((error: Error) => {
    throw usageError(words("no_file", { file: path, detail: error.message }), "ls");
  });
  return client.files.upload(planId, basename(path), bytes);
}
