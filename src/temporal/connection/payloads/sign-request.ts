import { createHmac } from "node:crypto";
import { sha256Hex } from "./artifact-store.ts";

/** Who asks a store of objects, in Amazon's words. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

export interface UnsignedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const ALGORITHM = "AWS4-HMAC-SHA256";

/**
 * The headers of a request to S3 with its signature (AWS Signature Version 4): it says who asks, and
 * nobody can change the request on its way.
 */
export function signRequest(
  { method, url, headers, body }: UnsignedRequest,
  { credentials, region, at }: { credentials: Credentials; region: string; at: Date },
): Record<string, string> {
  const moment = at.toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
  const day = moment.slice(0, 8);
  const digest = sha256Hex(body);
  const signed: Record<string, string> = {
    ...headers,
    host: url.host,
    "x-amz-content-sha256": digest,
    "x-amz-date": moment,
    ...(credentials.sessionToken !== undefined && {
      "x-amz-security-token": credentials.sessionToken,
    }),
  };
  const names = Object.keys(signed).toSorted();
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join("&");
  const canonical = [
    method,
    url.pathname,
    query,
    ...names.map((name) => `${name}:${signed[name]!.trim()}`),
    "",
    names.join(";"),
    digest,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = [ALGORITHM, moment, scope, sha256Hex(canonical)].join("\n");
  const key = ["s3", "aws4_request"].reduce(
    hmac,
    hmac(hmac(Buffer.from(`AWS4${credentials.secretAccessKey}`), day), region),
  );
  const signature = hmac(key, text).toString("hex");
  const { host: _, ...rest } = signed;
  return {
    ...rest,
    authorization: `${ALGORITHM} Credential=${credentials.accessKeyId}/${scope},SignedHeaders=${names.join(";")},Signature=${signature}`,
  };
}

const hmac = (key: Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** As RFC 3986 has it: JavaScript leaves more signs as they are. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
