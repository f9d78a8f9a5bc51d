import { createHmac } from "node:crypto";
import { LockedArtifactError, type ArtifactStore } from "./artifact-store.ts";
import { derive, seal, unseal, type EncryptionKeys } from "./encryption-keys.ts";

const PURPOSE = "holdpoint artifact";
/** Sealed bytes begin with this, their key's id and the end of the line. */
const MARK = "holdpoint-sealed ";
const LONGEST_HEAD = MARK.length + 64;
const IV_BYTES = 12;

/**
 * An artifact store whose bytes are encrypted when there are keys. They are found by the digest of what is kept, so that
 * nobody without the key can find out whether it holds a text that they can guess. The nonce follows
 * from the content and the key: the same bytes under the same key are still kept once.
 */
export function sealArtifacts(store: ArtifactStore, keys: EncryptionKeys): ArtifactStore {
  if (keys.size === 0) return store;
  return {
    ...store,
    put(bytes, user) {
      const [, key] = [...keys][0]!;
      const digest = createHmac("sha256", derive(key, `${PURPOSE} nonce`))
        .update(bytes)
        .digest();
      const { keyId, sealed } = seal(keys, PURPOSE, bytes, digest.subarray(0, IV_BYTES));
      return store.put(Buffer.concat([Buffer.from(`${MARK}${keyId}\n`), sealed]), user);
    },
    async get(reference) {
      const bytes = Buffer.from(await store.get(reference));
      const head = bytes.subarray(0, LONGEST_HEAD + 1).toString("latin1");
      const end = head.indexOf("\n");
      // Kept before there were keys.
      if (!head.startsWith(MARK) || end === -1) return bytes;
      const keyId = head.slice(MARK.length, end);
      const plain = unseal(keys, keyId, PURPOSE, bytes.subarray(end + 1));
      if (plain !== null) return plain;
      throw new LockedArtifactError(reference, keyId);
    },
  };
}
