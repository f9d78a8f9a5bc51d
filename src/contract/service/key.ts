import { z } from "zod";
import { inEnglish, notice } from "./notices.ts";
import { TimestampSchema } from "../text.ts";
import { ROLES } from "../tables/vocabulary.ts";
import { LIMITS } from "../tables/limits.ts";

/** Names that stand for Holdpoint itself, for Temporal's UI and CLI, and for who needs no key. */
const RESERVED = new Set(["holdpoint", "temporal", "local-operator"]);

/** Who acts with a key, as events and decisions name them: `kim`, `deploy-bot`, `김민지`. */
export const KeyNameSchema = z
  .string()
  .normalize()
  .max(LIMITS.name, inEnglish(notice("name_long")))
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}._@+-]*$/u, inEnglish(notice("name_signs")))
  .refine((name) => !RESERVED.has(name.toLowerCase()), inEnglish(notice("name_taken")));

/** What a key is known by, without what it is checked with. */
export const KeySchema = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{10}$/),
  name: KeyNameSchema,
  roles: z.array(z.enum(ROLES)).min(1),
  /** The last four characters of the key, so that its owner finds it in a list. */
  last4: z.string().length(4),
  created_at: TimestampSchema,
  /** Null: never. */
  expires_at: TimestampSchema.nullable(),
  revoked_at: TimestampSchema.nullable(),
});
export type Key = z.output<typeof KeySchema>;

/** Whether a key opens anything at this time (ISO 8601). A revoked key stays revoked. */
export function keyState(
  key: Pick<Key, "expires_at" | "revoked_at">,
  at: string,
): "active" | "expired" | "revoked" {
  if (key.revoked_at !== null) return "revoked";
  const expired = key.expires_at !== null && Date.parse(key.expires_at) <= Date.parse(at);
  return expired ? "expired" : "active";
}
