import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { createClient } from "../../src/client/client.ts";
import { fixOf } from "../../src/contract/service/notices.ts";
import { setUpTemporal } from "../../src/runtime/set-up-temporal.ts";
import { createProject } from "../cli/support/folders.ts";
import { runCli } from "../cli/support/run-cli.ts";
import {
  guardTemporal,
  makeCertificates,
  type Certificates,
  type Guard,
} from "../support/guarded-temporal.ts";

const NAME = "temporal.test";
const KEY = "a key of this Temporal";
const NAMESPACE = "ship-elsewhere";

let own: Certificates;
let strangers: Certificates;
let secured: Guard;
let keyed: Guard;
beforeAll(async () => {
  [own, strangers] = await Promise.all([makeCertificates(NAME), makeCertificates(NAME)]);
  const target = inject("temporalAddress");
  secured = await guardTemporal(target, { certificates: own });
  keyed = await guardTemporal(target, { apiKey: KEY });
});
afterAll(async () => {
  await Promise.all([secured.close(), keyed.close()]);
  await Promise.all([own.remove(), strangers.remove()]);
});

/** What an operator sets for a Temporal with TLS that asks its clients for certificates. */
const settings = (): Record<string, string> => ({
  TEMPORAL_ADDRESS: secured.address,
  TEMPORAL_NAMESPACE: NAMESPACE,
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: own.ca,
  TEMPORAL_TLS_SERVER_NAME: NAME,
  TEMPORAL_TLS_CLIENT_CERT_PATH: own.client.cert,
  TEMPORAL_TLS_CLIENT_KEY_PATH: own.client.key,
});

function setIn(environment: Readonly<Record<string, string>>): void {
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
}

/** What `holdpoint setup` says when it cannot, and how long that took. */
async function refusal(environment: Readonly<Record<string, string>>) {
  setIn(environment);
  const began = performance.now();
  try {
    await setUpTemporal({});
  } catch (error) {
    const seconds = (performance.now() - began) / 1_000;
    return { said: (error as Error).message, fix: fixOf(error), seconds };
  }
  throw new Error("It was set up.");
}

describe("a Temporal with TLS and client certificates", () => {
  test("is set up, examined and worked for with the settings of the environment", async () => {
    const project = createProject("export const tools = [];\n");
    const env = { ...settings(), HOLDPOINT_LANG: "en" };
    const setup = runCli(["setup"], { cwd: project, env });
    await setup.sees(
      new RegExp(`Temporal at ${secured.address}, namespace ${NAMESPACE}, is ready`),
    );
    expect(await setup.ended).toBe(0);
    const worker = runCli(["worker"], { cwd: project, env });
    await worker.sees(/The worker is ready/);
    const api = runCli(["api"], { cwd: project, env });
    const [url] = await api.sees(/http:\/\/\S+:\d+/);
    const client = createClient(url);
    const { id } = await client.plans.create({
      title: "Over TLS",
      todos: [{ id: "note", title: "Note", tool_name: "wait", tool_params: { seconds: 0 } }],
    });
    await expect.poll(async () => (await client.plans.get(id)).status).toBe("completed");
    const doctor = runCli(["doctor"], { cwd: project, env });
    expect(await doctor.ended).toBe(0);
    expect(doctor.text()).toContain(`${secured.address}, namespace ${NAMESPACE}`);
  });

  test("takes its settings from a profile of Temporal's file, too", async () => {
    const project = createProject("export const tools = [];\n");
    const file = join(project, "temporal.toml");
    writeFileSync(
      file,
      `[profile.production]
address = "${secured.address}"
namespace = "${NAMESPACE}"
[profile.production.tls]
server_name = "${NAME}"
server_ca_cert_path = "${own.ca}"
client_cert_path = "${own.client.cert}"
client_key_path = "${own.client.key}"
`,
    );
    setIn({ TEMPORAL_CONFIG_FILE: file, TEMPORAL_PROFILE: "production" });
    const { address, namespace } = await setUpTemporal({});
    expect({ address, namespace }).toEqual({ address: secured.address, namespace: NAMESPACE });
  });

  const MISTAKES: [string, () => Record<string, string>, RegExp, RegExp][] = [
    [
      "an authority that did not sign its certificate",
      () => ({ ...settings(), TEMPORAL_TLS_SERVER_CA_CERT_PATH: strangers.ca }),
      /cannot be used: its certificate comes from an issuer whom this machine does not know/,
      /^export TEMPORAL_TLS_SERVER_CA_CERT_PATH=/,
    ],
    [
      "no client certificate",
      () => {
        const {
          TEMPORAL_TLS_CLIENT_CERT_PATH: _,
          TEMPORAL_TLS_CLIENT_KEY_PATH: __,
          ...rest
        } = settings();
        return rest;
      },
      /it wants a client certificate, and none is set/,
      /^export TEMPORAL_TLS_CLIENT_CERT_PATH=/,
    ],
    [
      "another name",
      () => ({ ...settings(), TEMPORAL_TLS_SERVER_NAME: "other.test" }),
      /its certificate is for temporal\.test, and other\.test was asked for/,
      /^export TEMPORAL_TLS_SERVER_NAME=temporal\.test$/,
    ],
    [
      "no TLS at all",
      () => ({ TEMPORAL_ADDRESS: secured.address }),
      /it speaks TLS, and TLS is not set/,
      /^export TEMPORAL_TLS=true$/,
    ],
    [
      "TLS for a server that has none",
      () => ({ ...settings(), TEMPORAL_ADDRESS: inject("temporalAddress") }),
      /it does not speak TLS/,
      /^export TEMPORAL_TLS=false$/,
    ],
    [
      "a certificate without its key",
      () => {
        const { TEMPORAL_TLS_CLIENT_KEY_PATH: _, ...rest } = settings();
        return rest;
      },
      /a client certificate and its key go together/,
      /^env \| grep/,
    ],
    [
      "a file that is not there",
      () => ({ ...settings(), TEMPORAL_TLS_CLIENT_KEY_PATH: "/no/such.key" }),
      /settings of the connection to Temporal cannot be used: \/no\/such\.key cannot be read: there is/,
      /^env \| grep/,
    ],
    [
      "a key that is none",
      () => ({ ...settings(), TEMPORAL_TLS_CLIENT_KEY_PATH: own.ca }),
      /\/ca\.pem holds no private key/,
      /^env \| grep/,
    ],
    [
      "a wish to check no certificate",
      () => ({ ...settings(), TEMPORAL_TLS_DISABLE_HOST_VERIFICATION: "true" }),
      /Holdpoint always checks certificates/,
      /^env \| grep/,
    ],
  ];
  test.each(MISTAKES)(
    "and %s: what is wrong is told at once, with what mends it",
    async (...row) => {
      const [, environment, wrong, mend] = row;
      const { said, fix, seconds } = await refusal(environment());
      expect(said).toMatch(wrong);
      expect(fix).toMatch(mend);
      expect(seconds).toBeLessThan(5);
    },
  );

  test("and a mistake: the worker, the API and the doctor say the same and end with 1", async () => {
    const cwd = createProject("export const tools = [];\n");
    const env = {
      ...settings(),
      TEMPORAL_TLS_SERVER_CA_CERT_PATH: strangers.ca,
      HOLDPOINT_LANG: "en",
    };
    for (const command of ["worker", "api", "doctor"]) {
      const cli = runCli([command], { cwd, env });
      expect(await cli.ended, command).toBe(1);
      expect(cli.text()).toContain("an issuer whom this machine does not know");
      expect(cli.text()).toContain("export TEMPORAL_TLS_SERVER_CA_CERT_PATH=<ca.pem>");
      expect(cli.text()).not.toMatch(/\n +at /);
    }
  });
});

describe("a Temporal with API keys", () => {
  const plain = (): Record<string, string> => ({
    TEMPORAL_ADDRESS: keyed.address,
    TEMPORAL_NAMESPACE: NAMESPACE,
    // Keys go over TLS unless somebody says otherwise.
    TEMPORAL_TLS: "false",
  });

  test("is set up with the right key", async () => {
    setIn({ ...plain(), TEMPORAL_API_KEY: KEY });
    expect(await setUpTemporal({})).toMatchObject({ namespace: NAMESPACE });
  });

  test("takes no other, and says so", async () => {
    const { said, fix } = await refusal({ ...plain(), TEMPORAL_API_KEY: "guessed" });
    expect(said).toContain("it does not accept the API key");
    expect(said).not.toContain("guessed");
    expect(fix).toMatch(/^export TEMPORAL_API_KEY=/);
  });

  test("says that it wants one", async () => {
    expect((await refusal(plain())).said).toContain("it wants an API key, and none is set");
  });

  test("tells a worker without the right one, too", async () => {
    const env = { ...plain(), TEMPORAL_API_KEY: "guessed", HOLDPOINT_LANG: "en" };
    const cli = runCli(["worker"], { cwd: createProject("export const tools = [];\n"), env });
    expect(await cli.ended).toBe(1);
    expect(cli.text()).toContain("it does not accept the API key");
  });
});

describe("a Temporal that somebody else runs", () => {
  test("and leaves namespaces to its own tools says whom to ask, and for what", async () => {
    const forbidden = ["AddSearchAttributes", "RegisterNamespace"];
    const guard = await guardTemporal(inject("temporalAddress"), { forbidden });
    onTestFinished(() => guard.close());
    const environment = { TEMPORAL_ADDRESS: guard.address, TEMPORAL_NAMESPACE: "ship-forbidden" };
    const { said } = await refusal(environment);
    expect(said).toContain("lets nobody make namespace ship-forbidden from here");
    await register("ship-forbidden");
    const then = await refusal(environment);
    expect(then.said).toContain("PlanStatus (Keyword), PlanMode (Keyword), OpenHolds (Int)");
  });

  test("and is not set up: worker and API refuse to start, and name the command", async () => {
    await register("ship-bare");
    const cwd = createProject("export const tools = [];\n");
    const place = ["--address", inject("temporalAddress"), "--namespace", "ship-bare"];
    for (const command of ["worker", "api"]) {
      const cli = runCli([command, ...place], { cwd, env: { HOLDPOINT_LANG: "en" } });
      expect(await cli.ended, command).toBe(1);
      expect(cli.text()).toContain("is not set up for plans; it lacks the search attributes");
      expect(cli.text()).toContain(`Next: holdpoint setup ${place.join(" ")}`);
    }
    expect(await runCli(["setup", ...place], { cwd }).ended).toBe(0);
    const worker = runCli(["worker", ...place], { cwd });
    await worker.sees(/The worker is ready/);
  });

  test("and says nothing is not waited for without end", { timeout: 40_000 }, async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    onTestFinished(() => void silent.close());
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const { said, seconds } = await refusal({ TEMPORAL_ADDRESS: `127.0.0.1:${port}` });
    expect(said).toContain("it has not answered for 3 s");
    expect(seconds).toBeLessThan(20);
  });
});

/** A namespace as an operator makes it who knows nothing of Holdpoint. */
async function register(namespace: string): Promise<void> {
  const { Connection } = await import("@temporalio/client");
  const { ensureNamespace } = await import("../../src/temporal/connection/ensure-namespace.ts");
  const connection = await Connection.connect({ address: inject("temporalAddress") });
  await ensureNamespace(connection, { namespace, search_attributes: {} });
  await connection.close();
}

beforeEach(() => {
  // Nothing of whoever runs this.
  for (const name of Object.keys(process.env)) {
    if (name.startsWith("TEMPORAL_")) vi.stubEnv(name, undefined);
  }
  onTestFinished(() => void vi.unstubAllEnvs());
});
