import { randomBytes } from "node:crypto";

/** A key as `HOLDPOINT_ENCRYPTION_KEYS` lists it, new every time. */
export const encryptionKey = (id: string): string => `${id}:${randomBytes(32).toString("base64")}`;
