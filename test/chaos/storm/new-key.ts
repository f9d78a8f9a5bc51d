import { randomBytes } from "node:crypto";

/** An environment whose processes encrypt what they give to Temporal. */
export const newKey = (): Readonly<Record<string, string>> => ({
  HOLDPOINT_ENCRYPTION_KEYS: `storm:${randomBytes(32).toString("base64")}`,
});
