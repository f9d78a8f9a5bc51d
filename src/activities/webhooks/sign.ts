import { createHmac } from "node:crypto";

const PREFIX = "whsec_";

/**
 * The headers by which a receiver knows who tells it, as Standard Webhooks 1.0 has them.
 * @param secrets each makes a signature, and a receiver needs to know one of them.
 * @param at when it is sent, in milliseconds since the epoch.
 */
export function signatureHeaders(
  secrets: readonly string[],
  { id, body, at }: { readonly id: string; readonly body: string; readonly at: number },
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.map((signature) => `v1,${signature}`).join(" "),
  };
}
