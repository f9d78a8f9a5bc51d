import type { Connection } from "@temporalio/client";
import { readSaid, tellOfNamespace } from "./namespace-words.ts";

type Asked = Pick<Connection, "workflowService">;

/** What is said about a namespace: by which key the plans that begin know their API. */
const PROOF_KEY = "holdpoint.proof_key";

/** The id of the key by which plans of a namespace know their API; undefined while none does. */
export async function readKnownKey(
  connection: Asked,
  namespace: string,
): Promise<string | undefined> {
  return (await readSaid(connection, namespace))[PROOF_KEY];
}

/** Says so before the first plan knows it; where only administrators may, nobody can compare. */
export async function tellKnownKey(
  connection: Asked,
  namespace: string,
  id: string,
): Promise<void> {
  await tellOfNamespace(connection, namespace, { [PROOF_KEY]: id });
}
