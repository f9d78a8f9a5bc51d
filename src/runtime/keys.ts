import { hkdfSync } from "node:crypto";
import { join } from "node:path";
import ipaddr from "ipaddr.js";
import { createKeyStore, type KeyStore } from "../api/auth/key-store.ts";
import {
  bringBack,
  openProofKeys,
  proofKeysLost,
  readProofKeys,
  type ProofSeed,
} from "../api/gateway/command-proofs.ts";
import { PROOF_KEYS_VARIABLE } from "../contract/plan/proof.ts";
import { keyState } from "../contract/service/key.ts";
import { notice, NoticeError, type Notice } from "../contract/service/notices.ts";
import {
  createSecrets,
  openSecretKeys,
  readSecretKeys,
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
 * @param known the key by which plans know their API, where there is one.
 * @throws NoticeError when they cannot be read, or are gone while plans know one.
 */
export function openSeeds(
  config: Pick<LoadedConfig, "dataDir">,
  known?: string,
): Promise<readonly ProofSeed[]> {
  return openProofKeys(proofKeysOf(config), process.env, known);
}

const proofKeysOf = ({ dataDir }: Pick<LoadedConfig, "dataDir">): string =>
  join(dataDir, "proof-keys.json");

/** What to say of keys that lack the one by which plans know their API; undefined where they have it. */
export function lacksKnown(
  config: Pick<LoadedConfig, "dataDir">,
  seeds: readonly ProofSeed[],
  known: string | undefined,
): Notice | undefined {
  if (known === undefined || seeds.some(({ id }) => id === known)) return undefined;
  return notice("proof_keys_other", {
    file: proofKeysOf(config),
    key: known,
    variable: PROOF_KEYS_VARIABLE,
  });
}

/** Looks whether the keys are there by which plans know this configuration's API. It makes none. */
export async function lookAtSeeds(
  config: Pick<LoadedConfig, "dataDir">,
  known: string | undefined,
) {
  const file = proofKeysOf(config);
  const seeds = await readProofKeys(file, process.env);
  if (seeds === undefined && known === undefined)
    return { ok: true, detail: notice("proof_keys_none") };
  const amiss =
    seeds === undefined ? proofKeysLost(file, known ?? "") : lacksKnown(config, seeds, known);
  return amiss === undefined
    ? { ok: true, detail: notice("proof_keys_fine") }
    : { ok: false, detail: amiss, fix: bringBack(file) };
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
  return createSecrets(await openSecretKeys(secretKeysOf(dataDir), encryptionKeys));
}

const secretKeysOf = (dataDir: string): string => join(dataDir, "secret-keys");

type WithSecretKeys = Pick<LoadedConfig, "dataDir" | "encryptionKeys">;

/** The id of the key in the data folder that seals secrets; undefined where there is none. */
export async function secretKeyIdOf({
  dataDir,
}: Pick<LoadedConfig, "dataDir">): Promise<string | undefined> {
  const [first] = (await readSecretKeys(secretKeysOf(dataDir)))?.keys() ?? [];
  return first;
}

/**
 * Looks whether secrets in plans can be opened here. It makes no key.
 * @param known the key of a data folder that seals them, by what Temporal was told.
 * @throws NoticeError when the file cannot be read.
 */
export async function lookAtSecretKeys(
  { dataDir, encryptionKeys }: WithSecretKeys,
  known: string | undefined,
) {
  const file = secretKeysOf(dataDir);
  const own = await readSecretKeys(file);
  if (known !== undefined && !own?.has(known) && !encryptionKeys.has(known)) {
    const detail = notice("secret_keys_lost", { file, key: known });
    return { ok: false, detail, fix: bringBack(file) };
  }
  if (own !== undefined) return { ok: true, detail: notice("secret_keys_fine", { file }) };
  return {
    ok: true,
    detail: notice(encryptionKeys.size > 0 ? "secret_keys_of_encryption" : "secret_keys_none"),
  };
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
