import { createPrivateKey, createPublicKey, randomBytes, sign, type KeyObject } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { z } from "zod";
import type { LogSignature } from "../../contract/plan/log-file.ts";
import {
  MAX_PROOF_KEYS,
  PROOF_KEYS_VARIABLE,
  type CommandProof,
  type ProofKey,
} from "../../contract/plan/proof.ts";
import { notice, NoticeError, type Notice } from "../../contract/service/notices.ts";
import {
  readNamedKeys,
  variableInUse,
} from "../../temporal/connection/payloads/encryption-keys.ts";
import { ownTime } from "../../temporal/connection/temporal-clock.ts";
import { changeFile } from "../../temporal/machine/change-file.ts";
import { replaceFile } from "../../temporal/machine/replace-file.ts";
import { provenText, type Proven } from "../../workflows/wire/proof.ts";

const SEED_BYTES = 32;
/** PKCS #8 of an Ed25519 key, up to its seed (RFC 8410). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

const ProofSeedSchema = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  seed: z.base64().refine((text) => Buffer.from(text, "base64").length === SEED_BYTES),
});
const FileSchema = z.strictObject({
  keys: z
    .array(ProofSeedSchema)
    .min(1)
    .max(MAX_PROOF_KEYS)
    .refine((keys) => new Set(keys.map(({ id }) => id)).size === keys.length),
});
export type ProofSeed = z.output<typeof ProofSeedSchema>;

/** The API's word for the commands that it sends. */
export interface CommandProofs {
  /** What a plan that starts now asks of every command; nothing while no key is in use. */
  demanded(): Promise<readonly ProofKey[]>;
  /** Proves that a command comes from here. */
  prove(command: Omit<Proven, "at">): CommandProof;
  /** The API's word for a text, by each of its keys. */
  readonly sign: (text: string) => LogSignature[];
}

/**
 * @param seeds the first is the one that new plans know; all sign.
 * @param isInUse whether callers are known by keys: then plans take the API's word only.
 * @param now Temporal's time: plans refuse what is from another.
 */
export function createCommandProofs(
  seeds: readonly ProofSeed[],
  isInUse: () => Promise<boolean>,
  now = ownTime,
): CommandProofs {
  const keys = seeds.map(({ id, seed }) => {
    const key = Buffer.concat([PKCS8, Buffer.from(seed, "base64")]);
    const own = createPrivateKey({ key, format: "der", type: "pkcs8" });
    return { id, key: own, public_key: publicKeyOf(own) };
  });
  const known = keys.slice(0, 1).map(({ id, public_key }) => ({ id, public_key }));
  const signed = (text: string, key: KeyObject): string =>
    sign(null, Buffer.from(text), key).toString("hex");
  return {
    demanded: async () => ((await isInUse()) ? known : []),
    prove(command) {
      const at = now();
      const text = provenText({ ...command, at });
      const signatures = keys.map(({ id, key }) => [id, signed(text, key)] as const);
      return { at, signatures: Object.fromEntries(signatures) };
    },
    sign: (text) =>
      keys.map(({ key, public_key }) => ({ public_key, signature: signed(text, key) })),
  };
}

function publicKeyOf(key: KeyObject): string {
  const spki = createPublicKey(key).export({ format: "der", type: "spki" });
  return spki.subarray(-SEED_BYTES).toString("hex");
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The keys that the environment names (`id:base64` of 32 bytes each, separated by commas or white
 * space), or else those in the file; undefined where there are none.
 * @throws NoticeError when they cannot be read.
 */
export async function readProofKeys(
  path: string,
  environment: Environment,
): Promise<readonly ProofSeed[] | undefined> {
  return fromEnvironment(environment) ?? (await readSeeds(path));
}

/**
 * The keys that there are, or else those of a file that is made now.
 * @param known the key by which plans know their API: others would take its place unseen.
 * @throws NoticeError when they cannot be read, or are gone.
 */
export async function openProofKeys(
  path: string,
  environment: Environment,
  known?: string,
): Promise<readonly ProofSeed[]> {
  const found = await readProofKeys(path, environment);
  if (found !== undefined) return found;
  if (known !== undefined)
    throw new NoticeError(proofKeysLost(path, known), { fix: bringBack(path) });
  return changeFile(path, async () => {
    const made = await readSeeds(path);
    if (made !== undefined) return made;
    const id = randomBytes(5).toString("hex");
    const keys = [{ id, seed: randomBytes(SEED_BYTES).toString("base64") }];
    await replaceFile(path, `${JSON.stringify({ keys }, null, 2)}\n`);
    return keys;
  });
}

/** What is said when the keys are gone by which plans know their API. */
export const proofKeysLost = (file: string, key: string): Notice =>
  notice("proof_keys_lost", { file, key, variable: PROOF_KEYS_VARIABLE });

/** What brings a file of keys back. */
export const bringBack = (file: string): string => `cp <backup>/${basename(file)} ${file}`;

function fromEnvironment(environment: Environment): readonly ProofSeed[] | undefined {
  try {
    const named = readNamedKeys(environment, PROOF_KEYS_VARIABLE);
    if (named === undefined) return undefined;
    const keys = [...named].map(([id, seed]) => ({ id, seed: seed.toString("base64") }));
    return FileSchema.parse({ keys }).keys;
  } catch (error) {
    // What is said repeats no key.
    const file = variableInUse(environment, PROOF_KEYS_VARIABLE) ?? PROOF_KEYS_VARIABLE;
    throw new NoticeError(notice("bad_proof_keys", { file, why: whyOf(error) }));
  }
}

async function readSeeds(path: string): Promise<readonly ProofSeed[] | undefined> {
  try {
    return FileSchema.parse(JSON.parse(await readFile(path, "utf8"))).keys;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new NoticeError(notice("bad_proof_keys", { file: path, why: whyOf(error) }));
  }
}

function whyOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  // A parser may repeat what it read.
  return error instanceof SyntaxError ? "no JSON" : error instanceof Error ? error.message : "";
}
