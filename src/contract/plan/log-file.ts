import { z } from "zod";
import { DigestSchema, PlanIdSchema, TimestampSchema } from "../text.ts";
import { MAX_PROOF_KEYS, ProofKeySchema } from "./proof.ts";

/** What the first line of an exported log says that it is, and what its digests begin with. */
export const LOG_FORMAT = "holdpoint log 1";

/** The first line of an exported log. */
export const LogStartSchema = z.strictObject({
  format: z.literal(LOG_FORMAT),
  plan_id: PlanIdSchema,
});

/** An API's word for the head of a log: an Ed25519 signature, and the public key that it is made with. */
const LogSignatureSchema = z.strictObject({
  public_key: ProofKeySchema.shape.public_key,
  signature: z.string().regex(/^[0-9a-f]{128}$/),
});
export type LogSignature = z.infer<typeof LogSignatureSchema>;

/** How far a plan's log goes, and the one digest that stands for all of it up to there. */
export const LogHeadSchema = z
  .strictObject({
    plan_id: LogStartSchema.shape.plan_id,
    /** The newest event. */
    seq: z.int().min(1),
    /** Of that event and, through it, of each before it. */
    digest: DigestSchema,
    /** When the API said so. */
    at: TimestampSchema,
    /** By every key that the API signs with. */
    signatures: z.array(LogSignatureSchema).max(MAX_PROOF_KEYS),
  })
  .meta({ id: "LogHead" });
export type LogHead = z.infer<typeof LogHeadSchema>;
/** A head as people note it. */
export type NotedHead = Pick<LogHead, "seq" | "digest">;
