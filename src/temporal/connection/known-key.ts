import type { Connection } from "@temporalio/client";
import { readSaid, tellOfNamespace } from "./namespace-words.ts";

type Asked = Pick<Connection, "workflowService">;

/** What is said about a namespace: by which key the plans that begin know their API. */
const PROOF_KEY = "holdpoint.proof_key";
/** By which key of the data folder secrets are sealed. */
const SECRET_KEY = "holdpoint.secret_key";

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

/** The id of the data folder's key that secrets of a namespace are sealed with; undefined while nobody has said so. */
export async function readSecretKeyId(
  connection: Asked,
  namespace: string,
): Promise<string | undefined> {
  return (await readSaid(connection, namespace))[SECRET_KEY] || undefined;
}

/** Says so, that it is missed where the file is gone; empty: that one is not missed any more. */
export async function tellSecretKeyId(
  connection: Asked,
  namespace: string,
  id: string,
): Promise<void> {
  await tellOfNamespace(connection, namespace, { [SECRET_KEY]: id });
}
