import { hkdfSync } from "node:crypto";
import { join } from "node:path";
import ipaddr from "ipaddr.js";
import { createKeyStore, type KeyStore } from "../api/auth/key-store.ts";
import { openProofKeys, type ProofSeed } from "../api/gateway/command-proofs.ts";
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

/**
 * What everything is made of by which this configuration's API knows its own word again, from its data folder or
 * from the environment. Every API with the same ones takes it.
 */
export function openSeeds({
  dataDir,
}: Pick<LoadedConfig, "dataDir">): Promise<readonly ProofSeed[]> {
  return openProofKeys(join(dataDir, "proof-keys.json"), process.env);
}

/** What the API signs its questions over MCP with; every API with the same first seed takes the answers. */
export function questionKeyOf([first]: readonly ProofSeed[], instance: string): Uint8Array {
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
