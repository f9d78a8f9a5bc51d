import { z } from "zod";
import { named } from "../sentences/sentence.ts";
import { LIMITS } from "../tables/limits.ts";
import { ROLES } from "../tables/vocabulary.ts";
import { TimestampSchema } from "../text.ts";

/** Names that stand for Holdpoint itself, for Temporal's UI and CLI, for who needs no key, and in queries for whoever asks. */
const RESERVED = new Set(["holdpoint", "temporal", "local-operator", "me"]);

const KeptNameSchema = z
  .string()
  .normalize()
  .max(LIMITS.name, named("key_name_long"))
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}._@+-]*$/u, named("key_name_signs"));

/** Who acts with a key, as events and decisions name them: `kim`, `deploy-bot`, `김민지`. */
export const KeyNameSchema = KeptNameSchema.refine(
  (name) => !RESERVED.has(name.toLowerCase()),
  named("key_name_taken"),
);

/** A group of people, as keys name it; plans write `@release`. */
export const GroupNameSchema = z
  .string()
  .normalize()
  .max(LIMITS.name, named("key_name_long"))
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*$/u, named("group_name_signs"));

/** What a key is known by, without what it is checked with. */
export const KeySchema = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{10}$/),
  /** A name that was taken since it was given shuts nobody out. */
  name: KeptNameSchema,
  roles: z.array(z.enum(ROLES)).min(1),
  /** Whose approvals its owner's count as, too: a plan that takes one of `@release` takes theirs. */
  groups: z.array(GroupNameSchema).max(LIMITS.groups).default([]),
  /** The last four characters of the key, so that its owner finds it in a list. */
  last4: z.string().length(4),
  created_at: TimestampSchema,
  /** Who made it by the API; null for a key that was made on the machine itself. */
  created_by: z.string().nullable().default(null),
  /** Null: never. */
  expires_at: TimestampSchema.nullable(),
  revoked_at: TimestampSchema.nullable(),
  /** Who revoked it by the API. */
  revoked_by: z.string().nullable().default(null),
});
export type Key = z.output<typeof KeySchema>;

export const KEY_STATES = ["active", "expired", "revoked"] as const;
export type KeyState = (typeof KEY_STATES)[number];

/** Longer is for good. */
const LONGEST_DAYS = 3_650;

/** The body of a new key. */
export const KeyInputSchema = z
  .strictObject({
    name: KeyNameSchema,
    roles: z.array(z.enum(ROLES)).min(1).max(ROLES.length),
    groups: z.array(GroupNameSchema).max(LIMITS.groups).default([]),
    /** Null: it never expires. */
    expires_in_days: z.int().min(1).max(LONGEST_DAYS).nullable().default(null),
  })
  .meta({ id: "KeyInput" });

/** A key as admins see it. */
export const KeyViewSchema = z
  .object({ ...KeySchema.shape, state: z.enum(KEY_STATES) })
  .meta({ id: "Key" });
export type KeyView = z.output<typeof KeyViewSchema>;

/** A new key: the only answer that has it whole. */
export const NewKeySchema = KeyViewSchema.extend({
  /** `hp_…` */
  key: z.string(),
}).meta({ id: "NewKey" });
export type NewKey = z.output<typeof NewKeySchema>;

export const KeyListSchema = z
  .object({
    /** Whether requests need a key; the first one switches that on, for good. */
    in_use: z.boolean(),
    /** Oldest first; revoked and expired ones, too. */
    keys: z.array(KeyViewSchema),
  })
  .meta({ id: "KeyList" });
export type KeyList = z.output<typeof KeyListSchema>;

/** Whether a key opens anything at this time (ISO 8601). A revoked key stays revoked. */
export function keyState(key: Pick<Key, "expires_at" | "revoked_at">, at: string): KeyState {
  if (key.revoked_at !== null) return "revoked";
  const expired = key.expires_at !== null && Date.parse(key.expires_at) <= Date.parse(at);
  return expired ? "expired" : "active";
}
