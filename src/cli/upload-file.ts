import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Json } from "../contract/text.ts";
import { CliError, EXIT } from "./cli-error.ts";
import type { Session } from "./session.ts";

/**
 * Sends a file to a plan.
 * @returns what an answer names it by.
 * @throws CliError when there is no such file; the API's problem when it is too large.
 */
export async function uploadFile(session: Session, planId: string, path: string): Promise<Json> {
  const { url, key, words } = session;
  const bytes = await readFile(path).catch((error: Error) => {
    throw new CliError(words("no_file", { file: path, detail: error.message }), "ls", EXIT.usage);
  });
  const address = new URL(`/v1/plans/${encodeURIComponent(planId)}/files`, url);
  address.searchParams.set("name", basename(path));
  const answer = fetch(address, {
    method: "POST",
    headers: {
      "content-type": "application/octet-stream",
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body: bytes,
  });
  return session.ask<Json>(answer as never);
}
