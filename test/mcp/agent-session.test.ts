import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { serveApi } from "../api/stream/support/served-api.ts";
import { personsEnvironment } from "../cli/support/run-cli.ts";
import { useApi } from "../support/api-harness.ts";

const api = useApi();
const place = (name: string): URL =>
  new URL(`../../examples/agent-session/${name}`, import.meta.url);
const read = (name: string): string => readFileSync(place(name), "utf8");
const BIN = fileURLToPath(new URL("../../bin/holdpoint.mjs", import.meta.url));

test(
  "a session in plain HTTP does its todos, is told to go on, and leaves the release to a person",
  { timeout: 60_000 },
  async () => {
    const id = "sessions-example";
    const { url } = await serveApi(api().deps);
    await api().create({ ...(parse(read("plan.yaml")) as NewPlanInput), id });
    const program = spawn(process.execPath, [fileURLToPath(place("session.mjs")), id], {
      env: { ...process.env, HOLDPOINT_URL: url },
    });
    const [out, err] = await Promise.all([text(program.stdout), text(program.stderr)]);
    if (program.exitCode === null) await once(program, "exit");
    expect(err).toBe("");
    expect(program.exitCode).toBe(0);
    expect(out).toContain("reproduce: Write a test that fails");
    expect(out).toContain("[status: 0/2 done, 2 left]");
    expect(out).toContain("[status: 1/2 done, 1 left]");
    const [hold] = await api().untilHolds(id);
    expect(hold).toMatchObject({ kind: "approval", todo_id: "release" });
    expect(await api().get(`/v1/plans/${id}/sessions`)).toEqual({ sessions: [] });
    const lines = read("session.mjs").split("\n").length;
    expect(lines).toBeLessThanOrEqual(50);
  },
);

test("the block for an agent's configuration starts a server with Holdpoint's tools", async () => {
  const { url } = await serveApi(api().deps);
  const block = JSON.parse(read("mcp.json")) as {
    mcpServers: { holdpoint: { command: string; args: string[] } };
  };
  const { command, args } = block.mcpServers.holdpoint;
  expect([command, args[0]]).toEqual(["npx", "holdpoint"]);
  const client = new Client({ name: "agent", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [BIN, ...args.slice(1)],
      env: { ...(personsEnvironment() as Record<string, string>), HOLDPOINT_URL: url },
    }),
  );
  try {
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("claim_todo");
  } finally {
    await client.close();
  }
});
