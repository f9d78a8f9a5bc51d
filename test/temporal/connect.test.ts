import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, test, vi, onTestFinished } from "vitest";
import { addressOf, connectionOptions } from "../../src/temporal/connection/connect.ts";
import { EMBEDDED_ADDRESS } from "../../src/temporal/connection/embedded-address.ts";
import { createFolder, createProject } from "../cli/support/folders.ts";
import { runCli } from "../cli/support/run-cli.ts";

const BIN = fileURLToPath(new URL("../../bin/holdpoint.mjs", import.meta.url));

const PROFILE = `[profile.default]
address = "plans.example.org:7233"
namespace = "plans"
api_key = "of the profile"

[profile.default.grpc_meta]
caller = "holdpoint"
`;

/** What somebody has in their shell who works with a Temporal elsewhere. */
function remoteSettings(): Record<string, string> {
  const file = join(createFolder(), "temporal.toml");
  writeFileSync(file, PROFILE);
  return {
    TEMPORAL_CONFIG_FILE: file,
    TEMPORAL_ADDRESS: "plans.example.org:7233",
    TEMPORAL_NAMESPACE: "plans",
    TEMPORAL_API_KEY: "of the shell",
    TEMPORAL_TLS: "true",
  };
}

describe("the settings of a shell for a Temporal elsewhere", () => {
  const embedded = "127.0.0.1:7233";
  beforeEach(() => {
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const [name, value] of Object.entries(remoteSettings())) vi.stubEnv(name, value);
    vi.stubEnv(EMBEDDED_ADDRESS, embedded);
  });

  test("are used where nothing else is said", () => {
    expect(connectionOptions({})).toMatchObject({
      connection: {
        address: "plans.example.org:7233",
        apiKey: "of the shell",
        tls: {},
        metadata: { caller: "holdpoint" },
      },
      namespace: "plans",
    });
  });

  test("are used for another address, too, such as a tunnel's on this machine", () => {
    const { connection } = connectionOptions({ address: "127.0.0.1:7234", namespace: "mine" });
    expect(connection).toMatchObject({
      address: "127.0.0.1:7234",
      apiKey: "of the shell",
      tls: {},
    });
  });

  test("do not touch the server that was started here", () => {
    expect(connectionOptions({ address: embedded, namespace: "default" })).toEqual({
      connection: { address: embedded },
      namespace: "default",
    });
  });

  test("do not even have to be right for it", () => {
    vi.stubEnv("TEMPORAL_PROFILE", "no-such-profile");
    expect(() => connectionOptions({})).toThrow("no-such-profile");
    expect(connectionOptions({ address: embedded }).connection).toEqual({ address: embedded });
  });

  test.each(["True", "TRUE", "yes", "on"])(
    "never mean a connection without TLS by TEMPORAL_TLS=%s: it is refused, with what may stand there",
    (value) => {
      vi.stubEnv("TEMPORAL_TLS", value);
      expect(() => connectionOptions({})).toThrow(
        `TEMPORAL_TLS must be true or 1, or else false or 0, not "${value}"`,
      );
    },
  );

  test.each([
    ["1", {}],
    ["0", false],
    ["", true],
  ])("take TEMPORAL_TLS=%s", (value, tls) => {
    vi.stubEnv("TEMPORAL_TLS", value);
    // Without a word, what has a key goes over TLS.
    expect(connectionOptions({}).connection.tls).toEqual(tls);
  });

  test("that are set to nothing count as not set", () => {
    for (const name of ["CONFIG_FILE", "TLS", "API_KEY"]) vi.stubEnv(`TEMPORAL_${name}`, undefined);
    vi.stubEnv("TEMPORAL_CONFIG_FILE", join(createFolder(), "none.toml"));
    vi.stubEnv("TEMPORAL_NAMESPACE", "");
    vi.stubEnv("TEMPORAL_ADDRESS", "");
    const { connection, namespace } = connectionOptions({});
    expect(namespace).toBe("default");
    expect(connection.address).not.toBe("");
    expect(addressOf(connection)).toBe("127.0.0.1:7233");
  });

  test("leave `holdpoint start` as it is", { timeout: 120_000 }, async () => {
    const settings = Object.entries(remoteSettings()).map(([name, value]) => `${name}=${value}`);
    const command = ["env", ...settings, process.execPath, BIN];
    const cli = runCli(["start"], { cwd: createProject("export const tools = [];\n"), command });
    await cli.sees(/A worker is polling/);
    await cli.sees(/Holdpoint is running\. Ctrl-C stops it/);
    cli.kill("SIGINT");
    expect(await cli.ended).toBe(0);
  });
});
