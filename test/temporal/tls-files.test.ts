import { createPrivateKey, X509Certificate } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { fixOf, inLanguage, noticeOf } from "../../src/contract/service/notices.ts";
import { connectionOptions } from "../../src/temporal/connection/connect.ts";
import { createFolder } from "../cli/support/folders.ts";
import { makeCertificates, type Certificates } from "../support/guarded-temporal.ts";

const NAME = "temporal.test";
const SHOW = "env | grep ^TEMPORAL_";

let own: Certificates;
beforeAll(async () => {
  own = await makeCertificates(NAME);
});
afterAll(() => own.remove());

let folder: string;
beforeEach(() => {
  // Nothing of whoever runs this.
  for (const name of Object.keys(process.env)) {
    if (name.startsWith("TEMPORAL_")) vi.stubEnv(name, undefined);
  }
  onTestFinished(() => void vi.unstubAllEnvs());
  folder = createFolder();
  vi.stubEnv("TEMPORAL_CONFIG_FILE", join(folder, "none.toml"));
});

function write(name: string, content: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

function setTls(files: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(files)) vi.stubEnv(`TEMPORAL_TLS_${name}`, value);
}

/** What is told of settings that cannot be used, without its beginning, and what mends it. */
function refusal(files: Readonly<Record<string, string>>) {
  setTls(files);
  try {
    connectionOptions({});
  } catch (error) {
    const [en, ko] = (["en", "ko"] as const).map((language) =>
      inLanguage(noticeOf(error as Error)!, language),
    );
    const said = en!.replace("The settings of the connection to Temporal cannot be used: ", "");
    return { said, ko, fix: fixOf(error) };
  }
  throw new Error("They can be used.");
}

describe("the files of TLS", () => {
  test("are read as they are", () => {
    setTls({
      SERVER_CA_CERT_PATH: own.ca,
      CLIENT_CERT_PATH: own.client.cert,
      CLIENT_KEY_PATH: own.client.key,
    });
    expect(connectionOptions({}).connection.tls).toEqual({
      serverRootCACertificate: readFileSync(own.ca),
      clientCertPair: { crt: readFileSync(own.client.cert), key: readFileSync(own.client.key) },
      serverNameOverride: undefined,
    });
  });

  test("may hold several authorities, with words between them", () => {
    const ca = readFileSync(own.ca, "utf8");
    const file = write("bundle.pem", `# Ours\r\n${ca}\n# Theirs\n${ca}`);
    setTls({ SERVER_CA_CERT_PATH: file });
    expect(connectionOptions({}).connection.tls).toMatchObject({
      serverRootCACertificate: readFileSync(file),
    });
  });

  test("are left alone where TLS is off", () => {
    setTls({ SERVER_CA_CERT_PATH: "/no/such/ca.pem" });
    vi.stubEnv("TEMPORAL_TLS", "false");
    expect(connectionOptions({}).connection.tls).toBe(false);
  });
});

describe("a file of TLS that cannot be read is named", () => {
  test("when it is not there", () => {
    const { said, ko, fix } = refusal({ SERVER_CA_CERT_PATH: "/no/such/ca.pem" });
    expect(said).toBe("/no/such/ca.pem cannot be read: there is no such file");
    expect(ko).toContain("/no/such/ca.pem을 읽을 수 없습니다: 그런 파일이 없습니다");
    expect(fix).toBe(SHOW);
  });

  test("when it is a folder", () => {
    const { said } = refusal({ SERVER_CA_CERT_PATH: folder });
    expect(said).toBe(`${folder} cannot be read: it is a folder`);
  });

  test("and so is Temporal's own file", () => {
    const file = join(folder, "temporal.toml");
    mkdirSync(file);
    vi.stubEnv("TEMPORAL_CONFIG_FILE", file);
    expect(refusal({}).said).toBe(`${file} cannot be read: it is a folder`);
  });
});

describe("a file of authorities", () => {
  test.each([
    ["nothing", () => ""],
    ["garbage", () => "garbage\n"],
    ["a key", () => readFileSync(own.client.key)],
  ])("with %s holds no certificate, which is told of the file, not of the server", (_, content) => {
    const file = write("ca.pem", content());
    const { said, fix } = refusal({ SERVER_CA_CERT_PATH: file });
    expect(said).toBe(`${file} holds no certificate (PEM)`);
    expect(fix).toBe(SHOW);
  });

  test("that is cut off is told as that, also when only its last certificate is", () => {
    const whole = readFileSync(own.ca, "utf8");
    for (const content of [whole.slice(0, 200), whole + whole.slice(0, 200)]) {
      const file = write("ca.pem", content);
      const { said } = refusal({ SERVER_CA_CERT_PATH: file });
      expect(said).toBe(`a certificate in ${file} is cut off or damaged`);
    }
  });

  test("in DER comes with the command that makes it PEM", () => {
    const file = write("ca.der", new X509Certificate(readFileSync(own.ca)).raw);
    const { said, fix } = refusal({ SERVER_CA_CERT_PATH: file });
    expect(said).toBe(`${file} holds no certificate (PEM)`);
    expect(fix).toBe(`openssl x509 -inform der -in ${file} -out <file.pem>`);
  });

  test("that is set as a text is named by its variable", () => {
    const { said } = refusal({ SERVER_CA_CERT_DATA: "garbage" });
    expect(said).toBe("TEMPORAL_TLS_SERVER_CA_CERT_DATA holds no certificate (PEM)");
  });
});

describe("a client's certificate and its key", () => {
  const pair = () => ({ CLIENT_CERT_PATH: own.client.cert, CLIENT_KEY_PATH: own.client.key });

  test("may be in one file, with the authority's after it", () => {
    const both = [own.client.key, own.client.cert, own.ca].map((file) => readFileSync(file));
    const file = write("both.pem", Buffer.concat(both));
    setTls({ CLIENT_CERT_PATH: file, CLIENT_KEY_PATH: file });
    expect(connectionOptions({}).connection.tls).toMatchObject({
      clientCertPair: { crt: readFileSync(file) },
    });
  });

  test("that are swapped: the file with the key holds no certificate", () => {
    const { CLIENT_CERT_PATH: cert, CLIENT_KEY_PATH: key } = pair();
    const { said, fix } = refusal({ CLIENT_CERT_PATH: key, CLIENT_KEY_PATH: cert });
    expect(said).toBe(`${key} holds no certificate (PEM)`);
    expect(fix).toBe(SHOW);
  });

  test("of which the key's file holds none", () => {
    for (const content of ["garbage\n", "", readFileSync(own.ca)]) {
      const file = write("client.key", content);
      const { said } = refusal({ ...pair(), CLIENT_KEY_PATH: file });
      expect(said).toBe(`${file} holds no private key (PEM)`);
    }
  });

  test("of which the key is cut off", () => {
    const file = write("client.key", readFileSync(own.client.key, "utf8").slice(0, 100));
    const { said } = refusal({ ...pair(), CLIENT_KEY_PATH: file });
    expect(said).toBe(`the private key in ${file} is cut off, damaged or of an unknown kind`);
  });

  test.each(["pkcs8", "sec1"] as const)(
    "of which the key has a passphrase (%s), with the command that takes it off",
    (type) => {
      const locked = { type, format: "pem", cipher: "aes-128-cbc", passphrase: "secret" } as const;
      const key = createPrivateKey(readFileSync(own.client.key));
      const file = write("client.key", key.export(locked));
      const { said, ko, fix } = refusal({ ...pair(), CLIENT_KEY_PATH: file });
      expect(said).toContain(`the private key in ${file} has a passphrase`);
      expect(ko).toContain(`${file}의 개인 키에 암호가 걸려 있습니다`);
      expect(fix).toBe(`openssl pkey -in ${file} -out <client.key>`);
    },
  );

  test("that belong to two names", () => {
    const { said, ko } = refusal({ ...pair(), CLIENT_KEY_PATH: own.server.key });
    expect(said).toBe(
      `the private key in ${own.server.key} does not belong to the (first) certificate in ${own.client.cert}`,
    );
    expect(ko).toContain("짝이 아닙니다");
  });
});
