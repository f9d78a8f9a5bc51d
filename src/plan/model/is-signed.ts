import { ed25519 } from "@noble/curves/ed25519.js";
import { hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** Whether an API has signed exactly this text: its Ed25519 signature, by its public key, both in hexadecimal digits. */
export function isSigned(text: string, signature: string, publicKey: string): boolean {
  const [sig, key] = [hexToBytes(signature), hexToBytes(publicKey)];
  try {
    // RFC 8032 to the letter, as the API's signature is.
    return ed25519.verify(sig, utf8ToBytes(text), key, { zip215: false });
  } catch {
    // A key that is no point of the curve.
    return false;
  }
}
