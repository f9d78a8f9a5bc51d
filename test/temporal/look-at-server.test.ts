import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:tls";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { inLanguage } from "../../src/contract/service/notices.ts";
import { lookAtServer } from "../../src/temporal/connection/look-at-server.ts";
import { findFreePort } from "../../src/temporal/machine/free-port.ts";
import { createProject } from "../cli/support/folders.ts";
import { runCli } from "../cli/support/run-cli.ts";
import { guardTemporal, makeCertificates, type Certificates } from "../support/guarded-temporal.ts";

const NAME = "temporal.test";
const DATES = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`;

let own: Certificates;
let strangers: Certificates;
let over: Certificates;
beforeAll(async () => {
  [own, strangers, over] = await Promise.all([
    makeCertificates(NAME),
    makeCertificates(NAME),
    makeCertificates(NAME, 0),
  ]);
});
afterAll(() => Promise.all([own, strangers, over].map((made) => made.remove())));

/** What is found at a server whose authority is known, with a client's certificate. */
async function look(address: string, { ca, client }: Record<"ca" | "client", Certificates>) {
  const fault = await lookAtServer({
    address,
    tls: {
      serverRootCACertificate: readFileSync(ca.ca),
      serverNameOverride: NAME,
      clientCertPair: {
        crt: readFileSync(client.client.cert),
        key: readFileSync(client.client.key),
      },
    },
  });
  if (fault === undefined) return undefined;
  const { why, ...rest } = fault;
  return { en: inLanguage(why, "en"), ko: inLanguage(why, "ko"), ...rest };
}

/** A server that tells a client by an alert of TLS that its certificate is refused, as Temporal's does. */
async function startAlerting(authority: Certificates): Promise<string> {
  const port = await findFreePort(0);
  const { cert, key } = own.server;
  const server = spawn(
    "openssl",
    [
      ...["s_server", "-accept", `127.0.0.1:${port}`, "-cert", cert, "-key", key, "-alpn", "h2"],
      ...["-CAfile", authority.ca, "-Verify", "1", "-verify_return_error"],
    ],
    { stdio: ["pipe", "pipe", "ignore"] },
  );
  onTestFinished(() => void server.kill());
  await new Promise<void>((resolve) => {
    server.stdout.on("data", (said: Buffer) => said.includes("ACCEPT") && resolve());
  });
  return `127.0.0.1:${port}`;
}

/** One that hangs up on a client whose certificate it refuses, as Node's servers do. */
async function startHangingUp(of: Certificates): Promise<string> {
  const server = createServer(
    {
      ca: readFileSync(of.ca),
      cert: readFileSync(of.server.cert),
      key: readFileSync(of.server.key),
      ALPNProtocols: ["h2"],
      requestCert: true,
      rejectUnauthorized: true,
    },
    (socket) => void socket.on("error", () => undefined).write("hello"),
  );
  server.on("tlsClientError", () => undefined).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const PAIR = expect.stringMatching(/^export TEMPORAL_TLS_CLIENT_CERT_PATH=/) as string;

describe("a server that refuses the client's certificate", () => {
  test("by an alert is told at once: it is another authority's", async () => {
    const found = await look(await startAlerting(own), { ca: own, client: strangers });
    expect(found).toMatchObject({ stays: true, fix: PAIR });
    expect(found?.en).toMatch(
      /^it does not accept the client certificate \(ERR_SSL_\w*ALERT\w*\)$/,
    );
  });

  test("by an alert is told at once, with the dates of one that has run out", async () => {
    const found = await look(await startAlerting(over), { ca: own, client: over });
    expect(found).toMatchObject({ stays: true, fix: PAIR });
    expect(found?.en).toMatch(
      new RegExp(`^the client certificate that is set is valid from ${DATES} to ${DATES}, and not`),
    );
    expect(found?.ko).toMatch(new RegExp(`인증서의 유효 기간\\(${DATES} ~ ${DATES}\\)이 아닙니다`));
  });

  test("without a word is told at once where the certificate has run out", async () => {
    const found = await look(await startHangingUp(own), { ca: own, client: over });
    expect(found).toMatchObject({ stays: true, fix: PAIR });
    expect(found?.en).toContain("the client certificate that is set is valid from");
  });

  test("without a word may do so for another reason, which may pass", async () => {
    const found = await look(await startHangingUp(own), { ca: own, client: strangers });
    expect(found).toMatchObject({ stays: false, isThere: true, fix: PAIR });
    expect(found?.en).toMatch(
      /^it ends the connection as soon as TLS is agreed on, .* client certificate$/,
    );
  });

  test("is none when it takes the certificate", async () => {
    expect(await look(await startHangingUp(own), { ca: own, client: own })).toBeUndefined();
  });
});

describe("a server whose certificate has run out", () => {
  test("is told with the certificate's dates", async () => {
    const found = await look(await startHangingUp(over), { ca: over, client: over });
    expect(found).toMatchObject({ stays: true, fix: "date" });
    expect(found?.en).toMatch(
      new RegExp(`^its certificate is valid from ${DATES} to ${DATES}, and not now$`),
    );
    expect(found?.ko).toMatch(new RegExp(`유효 기간\\(${DATES} ~ ${DATES}\\)이 아닙니다`));
  });

  test("is not told so when its authority's has", async () => {
    const ca = own.ca.replace("ca.pem", "ca-over.pem");
    const again = ["-in", own.ca, "-signkey", own.ca.replace(".pem", ".key"), "-days", "0"];
    execFileSync("openssl", ["x509", ...again, "-out", ca], { stdio: "ignore" });
    const found = await look(await startHangingUp(own), { ca: { ...own, ca }, client: own });
    expect(found).toMatchObject({ stays: true, fix: "date" });
    expect(found?.en).toBe(
      "its certificate, or one of those that vouch for it, has run out or is not valid yet",
    );
  });
});

describe("a server at an IP", () => {
  const IP = "127.0.0.1";
  let itsOwn: Certificates;
  beforeAll(async () => {
    itsOwn = await makeCertificates(IP);
  });
  afterAll(() => itsOwn.remove());

  /** What `holdpoint setup` says of it where nothing but its address names it. */
  async function setUp(address: string, { ca, client }: Certificates) {
    const cli = runCli(["setup"], {
      cwd: createProject("export const tools = [];\n"),
      env: {
        HOLDPOINT_LANG: "en",
        TEMPORAL_ADDRESS: address,
        TEMPORAL_NAMESPACE: "at-an-ip",
        TEMPORAL_TLS_SERVER_CA_CERT_PATH: ca,
        TEMPORAL_TLS_CLIENT_CERT_PATH: client.cert,
        TEMPORAL_TLS_CLIENT_KEY_PATH: client.key,
      },
    });
    return { code: await cli.ended, text: cli.text() };
  }

  test("is connected to, and nothing is said of that", async () => {
    const guard = await guardTemporal(inject("temporalAddress"), { certificates: itsOwn });
    onTestFinished(() => guard.close());
    const { code, text } = await setUp(guard.address, itsOwn);
    expect({ code, text }).toMatchObject({ code: 0 });
    expect(text).not.toContain("Warning");
  });

  test("needs a certificate for the IP all the same", async () => {
    const guard = await guardTemporal(inject("temporalAddress"), { certificates: own });
    onTestFinished(() => guard.close());
    const { code, text } = await setUp(guard.address, own);
    expect(code).toBe(1);
    expect(text).toContain(`its certificate is for ${NAME}, and ${IP} was asked for`);
  });
});
