import { createPrivateKey, X509Certificate, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import type { ClientConfigTLS, ConfigDataSource } from "@temporalio/envconfig";
import { notice, NoticeError, type Notice } from "../../contract/service/notices.ts";

/**
 * The settings of TLS with what is in the files in place of their paths. A file that does not hold what it
 * is for is told here by its name: what comes of it in a connection looks like the server's fault.
 * @throws NoticeError for the first mistake.
 */
export function readTlsFiles(tls: ClientConfigTLS): ClientConfigTLS {
  if (tls.disabled === true) return tls;
  const ca = read(tls.serverCACert, "server_ca_cert_data");
  const cert = read(tls.clientCert, "client_cert_data");
  const key = read(tls.clientKey, "client_key_data");
  if (ca !== undefined) certificatesIn(ca);
  if (cert !== undefined && key !== undefined) assertPair(cert, key);
  return {
    ...tls,
    ...(ca !== undefined && { serverCACert: ca }),
    ...(cert !== undefined && { clientCert: cert }),
    ...(key !== undefined && { clientKey: key }),
  };
}

/** What is set, and what people know it by: the path of its file, or the setting that holds all of it. */
interface Held {
  readonly file: string;
  readonly data: Buffer;
}

function read(source: ConfigDataSource | undefined, setting: string): Held | undefined {
  if (source === undefined) return undefined;
  if ("path" in source) return { file: source.path, data: readSet(source.path) };
  const variable = `TEMPORAL_TLS_${setting.toUpperCase()}`;
  return { file: process.env[variable] ? variable : setting, data: Buffer.from(source.data) };
}

function readSet(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new NoticeError(unreadable(file, error), { cause: error });
  }
}

/** What is told of a file that could not be read, by what reading it threw. */
export function unreadable(file: string, error: unknown): Notice {
  return notice("file_unreadable", { file, why: whyUnread(error) });
}

function whyUnread(error: unknown): Notice | string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR") return notice("file_missing");
  if (code === "EISDIR") return notice("file_is_folder");
  if (code === "EACCES" || code === "EPERM") return notice("file_forbidden");
  return code ?? message;
}

const CERTIFICATE = /^-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----/;

/** The parts of a PEM file, each from its first line on. */
const partsOf = (data: Buffer): string[] => data.toString("latin1").split(/^(?=-----BEGIN )/m);

/** @throws NoticeError when there is none, or one that cannot be read: TLS would go on without a word. */
function certificatesIn({ file, data }: Held): X509Certificate[] {
  const parts = partsOf(data).filter((part) => CERTIFICATE.test(part));
  if (parts.length === 0) {
    const toPem = `openssl x509 -inform der -in ${file} -out <file.pem>`;
    throw new NoticeError(
      notice("no_certificate_in", { file }),
      isCertificate(data) ? { fix: toPem } : {},
    );
  }
  try {
    return parts.map((part) => new X509Certificate(part));
  } catch (error) {
    throw new NoticeError(notice("certificate_damaged", { file }), { cause: error });
  }
}

/** @throws NoticeError unless the key is the first certificate's; the others are its issuers'. */
function assertPair(cert: Held, key: Held): void {
  const [first] = certificatesIn(cert);
  if (first?.checkPrivateKey(keyIn(key)) === true) return;
  throw new NoticeError(notice("key_of_other", { key: key.file, certificate: cert.file }));
}

const KEY = /^-----BEGIN (?:\w+ )*PRIVATE KEY-----/;
/** Both of OpenSSL's ways to lock one. */
const LOCKED = /^-----BEGIN ENCRYPTED |^Proc-Type: 4,ENCRYPTED/m;

/** @throws NoticeError when there is none, or one that cannot be read. */
function keyIn({ file, data }: Held): KeyObject {
  const part = partsOf(data).find((text) => KEY.test(text));
  if (part === undefined) throw new NoticeError(notice("no_key_in", { file }));
  if (LOCKED.test(part)) {
    const fix = `openssl pkey -in ${file} -out <client.key>`;
    throw new NoticeError(notice("key_has_passphrase", { file }), { fix });
  }
  try {
    return createPrivateKey(part);
  } catch (error) {
    throw new NoticeError(notice("key_damaged", { file }), { cause: error });
  }
}

/** Whether bytes are a certificate as they are, not in PEM. */
function isCertificate(data: Buffer): boolean {
  try {
    new X509Certificate(data);
    return true;
  } catch {
    return false;
  }
}
