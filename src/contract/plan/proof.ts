import { z } from "zod";
import { TimestampSchema } from "../text.ts";

/** Where the keys of several machines' APIs come from: the list itself, or a file that holds it. */
export const PROOF_KEYS_VARIABLE = "HOLDPOINT_PROOF_KEYS";

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`));

/** A public key (Ed25519) by which a plan knows the API that it takes commands from. */
export const ProofKeySchema = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  public_key: hex(32),
});
export type ProofKey = z.infer<typeof ProofKeySchema>;

/** The API's word that a command came through it: what it signed, beside the command. */
export const CommandProofSchema = z.strictObject({
  at: TimestampSchema,
  /** By the ids of the keys: a plan knows the one that was the first when it began. */
  signatures: z.record(z.string().max(64), hex(64)),
});
export type CommandProof = z.infer<typeof CommandProofSchema>;

/**
 * By what a plan and a workflow that runs beside it for one attempt know each other, where the plan takes
 * commands from its API only. It comes beside each message, in both directions.
 */
export const LineWordSchema = z.strictObject({
  word: z.string().min(1).max(100),
  /** How many events the plan had: an older message of it is no news. */
  seq: z.int().min(0),
});
export type LineWord = z.infer<typeof LineWordSchema>;

/** As many keys as a change of keys needs, and some more. */
export const MAX_PROOF_KEYS = 8;
