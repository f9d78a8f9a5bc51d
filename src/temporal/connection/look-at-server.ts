import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { connect as connectPlain, type Socket } from "node:net";
import {
  connect as connectTls,
  type ConnectionOptions,
  type DetailedPeerCertificate,
  type PeerCertificate,
  type TLSSocket,
} from "node:tls";
import type { TLSConfig } from "@temporalio/client";
import { notice, type Notice } from "../../contract/service/notices.ts";

/** Why nothing can be said to a server. */
export interface Fault {
  readonly why: Notice;
  /** What mends it: a command to type. */
  readonly fix?: string;
  /** The settings and the server do not fit: trying again changes nothing. */
  readonly stays: boolean;
  /** A server is there, so that nobody has to start one. */
  readonly isThere?: boolean;
}

export interface LookedAt {
  readonly address: string;
  readonly tls: TLSConfig | boolean | null | undefined;
}

/** A server that has said nothing in this long is not waited for. */
const SILENT_MS = 3_000;
/** What a client of HTTP/2 says first: its preface and empty settings. The server says its own. */
const HELLO = Buffer.concat([
  Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
]);
const TLS_ALERT = 0x15;

const CA = "export TEMPORAL_TLS_SERVER_CA_CERT_PATH=<ca.pem>";
const PAIR =
  "export TEMPORAL_TLS_CLIENT_CERT_PATH=<client.pem> TEMPORAL_TLS_CLIENT_KEY_PATH=<client.key>";

/**
 * Looks whether a server speaks as the settings expect. gRPC's clients try for ten seconds and then say
 * that the time is over, or what their TLS library calls it.
 * @returns undefined when it does. Never throws.
 */
export async function lookAtServer({ address, tls }: LookedAt): Promise<Fault | undefined> {
  const at = placeOf(address);
  if (!tls) return lookPlain(at);
  return lookEncrypted(at, tls === true ? {} : tls);
}

interface At {
  readonly address: string;
  readonly host: string;
  readonly port: number;
}

function placeOf(address: string): At {
  const { hostname, port } = new URL(`tcp://${address}`);
  return { address, host: hostname.replaceAll(/[[\]]/g, ""), port: Number(port || "7233") };
}

async function lookPlain(at: At): Promise<Fault | undefined> {
  const socket = connectPlain(at);
  const said = await answerOf(socket, "connect");
  if (said === "hung up" || (Buffer.isBuffer(said) && said[0] === TLS_ALERT)) {
    if (await speaksTls(at)) {
      return { why: notice("speaks_tls"), fix: "export TEMPORAL_TLS=true", stays: true };
    }
  }
  return Buffer.isBuffer(said) ? undefined : networkFault(said, at);
}

const speaksTls = async (at: At): Promise<boolean> =>
  (await certificateOf({ ...at, ALPNProtocols: ["h2"] })) !== undefined;

/** The certificate that a server of TLS shows, whatever it is worth: nothing is said to the server. */
async function certificateOf(
  options: ConnectionOptions,
): Promise<Partial<DetailedPeerCertificate> | undefined> {
  const socket = connectTls({ ...options, rejectUnauthorized: false });
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(SILENT_MS) });
    return socket.getPeerCertificate(true);
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}

async function lookEncrypted(at: At, tls: TLSConfig): Promise<Fault | undefined> {
  const { clientCertPair: pair, serverRootCACertificate: ca, serverNameOverride: name } = tls;
  const servername = name ?? at.host;
  const options: ConnectionOptions = {
    ...at,
    ALPNProtocols: ["h2"],
    servername,
    ...(ca != null && { ca: Buffer.from(ca) }),
    ...(pair != null && { cert: Buffer.from(pair.crt), key: Buffer.from(pair.key) }),
  };
  let socket: TLSSocket;
  let isAgreed = false;
  try {
    socket = quietly(() => connectTls(options));
  } catch (error) {
    const why = notice("certificate_unusable", { code: codeOf(error) });
    return { why, fix: "env | grep ^TEMPORAL_TLS_", stays: true };
  }
  socket.once("secureConnect", () => (isAgreed = true));
  const said = await answerOf(socket, "secureConnect");
  if (Buffer.isBuffer(said)) return undefined;
  if (pair != null && (isAlert(said) || (isAgreed && isHangUp(said)))) {
    return pairRefused(pair.crt, isAlert(said) ? codeOf(said) : undefined);
  }
  if (said === "late" || said === "hung up") return networkFault(said, at);
  if (OUT_OF_DATE.has(codeOf(said))) return datesFault(await certificateOf(options));
  return tlsFault(said, servername) ?? networkFault(said, at);
}

/**
 * Node warns, once a process, of a name of TLS that is an IP. gRPC's client has no other for such an address,
 * and whoever reads the warning can do nothing about it: the one time is spent here.
 */
function quietly<Made>(make: () => Made): Made {
  const { noDeprecation = false } = process;
  process.noDeprecation = true;
  try {
    return make();
  } finally {
    process.noDeprecation = noDeprecation;
  }
}

type Silence = "late" | "hung up" | Error;

/** What a server says to HELLO first, or how it does not. */
function answerOf(socket: Socket, connected: string): Promise<Buffer | Silence> {
  return new Promise((resolve) => {
    const done = (said: Buffer | Silence): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(said);
    };
    const timer = setTimeout(done, SILENT_MS, "late");
    socket.on(connected, () => socket.write(HELLO));
    socket.on("data", done);
    // Later ones come from its being destroyed.
    socket.on("error", done);
    socket.on("close", () => done("hung up"));
  });
}

const isAlert = (said: Silence): said is Error =>
  said instanceof Error && codeOf(said).includes("ALERT");

const isHangUp = (said: Silence): boolean =>
  said === "hung up" || (said instanceof Error && /^(?:ECONNRESET|EPIPE)$/.test(codeOf(said)));

/**
 * Of a server that does not go on with the client's certificate. In TLS 1.3 it looks at it when all is
 * agreed on for the client; some then say why by an alert, and some hang up.
 */
function pairRefused(certificate: Uint8Array, code: string | undefined): Fault {
  const { validFrom, validTo } = new X509Certificate(certificate);
  const dates = { from: toIso(validFrom), to: toIso(validTo) };
  if (!isNow(dates)) {
    return { why: notice("own_certificate_dates", dates), fix: PAIR, stays: true };
  }
  if (code !== undefined) {
    return { why: notice("certificate_refused", { code }), fix: PAIR, stays: true };
  }
  // So does one that passes everything on to a Temporal that is about to start.
  return { why: notice("hangs_up_on_certificate"), fix: PAIR, stays: false, isThere: true };
}

/** A time of a certificate as others are written. */
const toIso = (time: string): string => new Date(time).toISOString().replace(".000Z", "Z");

interface Dates {
  readonly from: string;
  readonly to: string;
}

function isNow({ from, to }: Dates): boolean {
  const now = Date.now();
  return Date.parse(from) <= now && now < Date.parse(to);
}

function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}

const OUT_OF_DATE = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"]);

/** @param shown by the server; what is out of date may also be the certificate of an authority. */
function datesFault(shown: Partial<DetailedPeerCertificate> = {}): Fault {
  const { valid_from: from, valid_to: to } = shown;
  const dates = from && to ? { from: toIso(from), to: toIso(to) } : undefined;
  const why =
    dates === undefined || isNow(dates)
      ? notice("a_certificate_dates")
      : notice("certificate_dates", { ...dates });
  return { why, fix: "date", stays: true };
}

/** What an error of the handshake means; undefined when it is none of TLS. */
function tlsFault(error: Error, name: string): Fault | undefined {
  const code = codeOf(error);
  if (code === "ERR_SSL_WRONG_VERSION_NUMBER" || code === "ERR_SSL_PACKET_LENGTH_TOO_LONG") {
    return { why: notice("speaks_no_tls"), fix: "export TEMPORAL_TLS=false", stays: true };
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    const names = namesOf((error as Error & { cert?: PeerCertificate }).cert);
    const first = names[0] ?? "<name>";
    const why = notice("other_name", { names: names.join(", "), name });
    return { why, fix: `export TEMPORAL_TLS_SERVER_NAME=${first}`, stays: true };
  }
  if (isAlert(error)) return { why: notice("wants_certificate"), fix: PAIR, stays: true };
  if (/CERT|SIGNATURE|ISSUER/.test(code)) {
    return { why: notice("issuer_unknown", { code }), fix: CA, stays: true };
  }
  return undefined;
}

function namesOf(certificate: PeerCertificate | undefined): string[] {
  const names = certificate?.subjectaltname?.split(", ") ?? [];
  return names.map((name) => name.replace(/^(?:DNS|IP Address):/, ""));
}

/** These may pass: the server may be about to start. */
function networkFault(said: Silence, { address, host }: At): Fault {
  const fix = `temporal operator cluster health --address ${address}`;
  if (said === "late") {
    return { why: notice("silent_for", { seconds: SILENT_MS / 1_000 }), fix, stays: false };
  }
  if (isHangUp(said)) return { why: notice("hangs_up"), fix, stays: false };
  const code = codeOf(said);
  if (code === "ECONNREFUSED") return { why: notice("nothing_listens"), fix, stays: false };
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return { why: notice("no_such_host", { host }), fix, stays: false };
  }
  return { why: notice("network_error", { code }), fix, stays: false };
}
