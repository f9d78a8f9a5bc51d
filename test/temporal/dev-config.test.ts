import { describe, expect, test } from "vitest";
import { parseDevConfig, readDevConfig } from "../../src/temporal/connection/dev-config.ts";
import { devServerArgs } from "../../src/temporal/embedded/launch-server.ts";

const place = { database: "/data/with space/temporal.db", port: 7233, ui_port: 8233 };

describe("the embedded server's settings", () => {
  test("ship complete and valid", () => {
    const config = readDevConfig();
    expect(config.ports).toEqual({ grpc: 7233, ui: 8233 });
    expect(config.retention_days).toBe(30);
    expect(Object.keys(config.search_attributes)).toEqual([
      "PlanStatus",
      "PlanMode",
      "OpenHolds",
      "OpenWork",
      "NextDeadline",
      "NewsAt",
      "PlanOwner",
      "PlanTags",
      "PlanArchived",
      "PlanNotice",
      "ForkedFrom",
    ]);
  });

  test("name each wrong setting and what it must be", () => {
    const text = `
temporal_cli: latest
ports: { grpc: 7233, ui: 7233 }
namespace: default
retention_days: 0
database_file: ../elsewhere.db
log_level: warn
sqlite_pragmas: {}
search_attributes: { PlanStatus: Keywords }
dynamic_config: {}
colour: blue
`;
    expect(() => parseDevConfig(text, "my.yaml")).toThrow(/^my\.yaml has settings/);
    for (const part of [
      "temporal_cli: must be a release",
      "ports: grpc and ui must differ",
      "retention_days: Too small",
      "database_file: must be a plain file name",
      "search_attributes.PlanStatus: Invalid option",
      'Unrecognized key: "colour"',
    ]) {
      expect(() => parseDevConfig(text, "my.yaml")).toThrow(part);
    }
  });

  test("say where the YAML itself is wrong", () => {
    expect(() => parseDevConfig("ports: {", "my.yaml")).toThrow(
      /my\.yaml is not valid YAML: .*line 1/s,
    );
  });

  test("say which file cannot be read", () => {
    expect(() => readDevConfig("/nowhere/dev.yaml")).toThrow(
      "Cannot read the Temporal server settings /nowhere/dev.yaml",
    );
  });
});

describe("a server's command line", () => {
  const args = devServerArgs(place, readDevConfig());

  test("writes dynamic configuration as JSON and keeps to loopback", () => {
    expect(args).toContain("system.enableActivityEagerExecution=true");
    expect(args).toContain("history.transferProcessorMaxPollRPS=2000");
    expect(args.slice(args.indexOf("--ip"), args.indexOf("--ip") + 2)).toEqual([
      "--ip",
      "127.0.0.1",
    ]);
  });
});
