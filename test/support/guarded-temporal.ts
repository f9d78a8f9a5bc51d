import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import {
  connect,
  constants,
  createSecureServer,
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import { isIP, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** How the guard in front of a Temporal treats who comes. */
export interface GuardOptions {
  /** With certificates: TLS, and a client needs one of the same authority. */
  readonly certificates?: Certificates;
  /** Calls without it are UNAUTHENTICATED. */
  readonly apiKey?: string;
  /** Names of calls that nobody may make. */
  readonly forbidden?: readonly string[];
  /** Told of each call by its name as it comes. */
  readonly onCall?: (name: string) => void;
}

export interface Guard {
  readonly address: string;
  close(): Promise<void>;
}

const UNAUTHENTICATED = "16";
const PERMISSION_DENIED = "7";

/**
 * A server of gRPC in front of a Temporal, as its operators put one there: the development server itself
 * has neither TLS nor keys.
 */
export async function guardTemporal(target: string, options: GuardOptions): Promise<Guard> {
  const { certificates: own, apiKey, forbidden = [], onCall } = options;
  const server =
    own === undefined
      ? createServer()
      : createSecureServer({
          ca: readFileSync(own.ca),
          cert: readFileSync(own.server.cert),
          key: readFileSync(own.server.key),
          requestCert: true,
          rejectUnauthorized: true,
        });
  const upstream = connect(`http://${target}`);
  upstream.on("error", () => undefined);
  const sessions = new Set<ServerHttp2Session>();
  server.on("session", (session: ServerHttp2Session) => {
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
    session.on("error", () => undefined);
  });
  server.on("stream", (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    stream.on("error", () => undefined);
    const path = String(headers[":path"]);
    onCall?.(path.slice(path.lastIndexOf("/") + 1));
    const refuse = (status: string, message: string): void =>
      stream.respond(
        {
          ":status": 200,
          "content-type": "application/grpc",
          "grpc-status": status,
          "grpc-message": message,
        },
        { endStream: true },
      );
    if (apiKey !== undefined && headers.authorization !== `Bearer ${apiKey}`) {
      return refuse(UNAUTHENTICATED, "no valid key");
    }
    if (forbidden.some((name) => path.endsWith(`/${name}`))) {
      return refuse(PERMISSION_DENIED, "not from here");
    }
    forward(stream, headers);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    async close() {
      for (const session of sessions) session.destroy();
      upstream.destroy();
      server.close();
      await once(server, "close");
    },
  };

  function forward(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    const { ":authority": _, ":scheme": __, ...asked } = headers;
    const call = upstream.request(asked);
    stream.pipe(call);
    stream.on("close", () => call.close(constants.NGHTTP2_CANCEL));
    call.on("error", () => stream.destroy());
    let trailers: IncomingHttpHeaders | undefined;
    call.on("trailers", (told: IncomingHttpHeaders) => (trailers = told));
    call.on("response", ({ ":status": status, ...told }, flags) => {
      const head = { ":status": status, ...told };
      if ((flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0) {
        stream.respond(head, { endStream: true });
        return;
      }
      stream.respond(head, { waitForTrailers: true });
      stream.on("wantTrailers", () => stream.sendTrailers(trailers ?? {}));
      call.on("data", (bytes: Buffer) => stream.write(bytes));
      call.on("end", () => stream.end());
    });
  }
}

interface Pair {
  readonly cert: string;
  readonly key: string;
}

/** Files of certificates that one authority has signed, and the name that they are for. */
export interface Certificates {
  readonly name: string;
  readonly ca: string;
  readonly server: Pair;
  readonly client: Pair;
  remove(): Promise<void>;
}

/**
 * A new authority, with a certificate for a server and one for a client; needs openssl.
 * @param days how long these two are valid: with 0, they have just run out.
 */
export async function makeCertificates(name: string, days = 2): Promise<Certificates> {
  const folder = await mkdtemp(join(tmpdir(), "holdpoint-tls-"));
  const file = (own: string): string => join(folder, own);
  const openssl = (...args: string[]) => run("openssl", args, { cwd: folder });
  const KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  await openssl(
    ...["req", "-x509", ...KEY, "-keyout", "ca.key", "-out", "ca.pem"],
    ...["-days", "2", "-subj", "/CN=An authority"],
  );
  await writeFile(file("names"), `subjectAltName=${isIP(name) === 0 ? "DNS" : "IP"}:${name}\n`);
  for (const who of ["server", "client"]) {
    await openssl(
      ...["req", ...KEY, "-keyout", `${who}.key`, "-out", `${who}.csr`, "-subj", `/CN=${name}`],
    );
    await openssl(
      ...["x509", "-req", "-in", `${who}.csr`, "-CA", "ca.pem", "-CAkey", "ca.key"],
      ...["-CAcreateserial", "-days", `${days}`, "-out", `${who}.pem`, "-extfile", "names"],
    );
  }
  const pair = (who: string): Pair => ({ cert: file(`${who}.pem`), key: file(`${who}.key`) });
  return {
    name,
    ca: file("ca.pem"),
    server: pair("server"),
    client: pair("client"),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
