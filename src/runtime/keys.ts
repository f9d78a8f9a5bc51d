import { hkdfSync } from "node:crypto";
import { join } from "node:path";
import ipaddr from "ipaddr.js";
import { createKeyStore, type KeyStore } from "../api/auth/key-store.ts";
import { createSignIns, type SignIns } from "../api/auth/sign-ins.ts";
import {
  createCommandProofs,
  openProofKeys,
  type CommandProofs,
} from "../api/gateway/command-proofs.ts";
import { keyState } from "../contract/service/key.ts";
import { notice, NoticeError } from "../contract/service/notices.ts";
import {
  createSecrets,
  openSecretKeys,
  type Secrets,
} from "../temporal/connection/payloads/secrets.ts";
import type { LoadedConfig } from "./config.ts";

/** The keys of this configuration's API, in its data folder. */
export function openKeys({ dataDir }: Pick<LoadedConfig, "dataDir">): KeyStore {
  return createKeyStore(join(dataDir, "keys.json"));
}

/** The API's word for its commands, with keys in its data folder or from the environment. */
export async function openCommandProofs({
  dataDir,
}: Pick<LoadedConfig, "dataDir">): Promise<CommandProofs> {
  const keys = openKeys({ dataDir });
  const seeds = await openProofKeys(join(dataDir, "proof-keys.json"), process.env);
  return createCommandProofs(seeds, () => keys.inUse());
}

/** The sign-ins of browsers at this configuration's API; every API with the same proof keys takes them. */
export async function openSignIns(
  { dataDir }: Pick<LoadedConfig, "dataDir">,
  instance: string,
): Promise<SignIns> {
  const seeds = await openProofKeys(join(dataDir, "proof-keys.json"), process.env);
  return createSignIns(seeds, instance);
}

/** What this configuration's API signs its questions over MCP with; every API with the same first proof key takes the answers. */
export async function openQuestionKey(
  { dataDir }: Pick<LoadedConfig, "dataDir">,
  instance: string,
): Promise<Uint8Array> {
  const [first] = await openProofKeys(join(dataDir, "proof-keys.json"), process.env);
  const seed = Buffer.from(first!.seed, "base64");
  return Buffer.from(hkdfSync("sha256", seed, instance, "holdpoint mcp questions", 32));
}

/** What seals and opens secrets in plans: with the keys of encryption, or else with one in the data folder. */
export async function openSecrets({
  dataDir,
  encryptionKeys,
}: Pick<LoadedConfig, "dataDir" | "encryptionKeys">): Promise<Secrets> {
  return createSecrets(await openSecretKeys(join(dataDir, "secret-keys"), encryptionKeys));
}

/** Whether only this machine reaches the address, an IP address or `localhost`. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || ipaddr.process(host).range() === "loopback";
}

/**
 * Checks before a start that the keys can be read, and that there is one if others can reach the API.
 * @throws NoticeError saying what to do.
 */
export async function checkKeys(config: LoadedConfig): Promise<void> {
  const keys = await openKeys(config).list();
  if (isLoopback(config.api.host)) return;
  const now = new Date().toISOString();
  if (keys.some((key) => keyState(key, now) === "active")) return;
  throw new NoticeError(notice("needs_key", { host: config.api.host }));
}
