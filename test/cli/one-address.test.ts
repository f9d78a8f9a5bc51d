import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { serve, type ServerType } from "@hono/node-server";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { createApp } from "../../src/api/app.ts";
import { useApi } from "../support/api-harness.ts";
import { createFolder, createProject } from "./support/folders.ts";
import { runCli, type Cli } from "./support/run-cli.ts";

const LONG = { timeout: 180_000 };
const api = useApi({ worker: false });

/** The API of another project, whose plans are not to be read by accident. */
async function otherProject(port: number): Promise<{ port: number; close(): Promise<void> }> {
  const { fetch } = createApp({ ...api().deps, instance: "the-others" });
  const server: ServerType = serve({ fetch, hostname: "127.0.0.1", port });
  await once(server, "listening");
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  onTestFinished(close);
  return { port: (server.address() as AddressInfo).port, close };
}

function projectAt(port: number): { root: string; below: string } {
  const root = createProject("export const tools = [];\n");
  const config = `export default { api: { port: ${port} }, temporal: { port: 0, ui_port: 0 } };\n`;
  writeFileSync(join(root, "holdpoint.config.ts"), config);
  const below = join(root, "plans", "launch");
  mkdirSync(below, { recursive: true });
  return { root, below };
}

async function started(cwd: string): Promise<Cli> {
  const cli = runCli(["start"], { cwd });
  await cli.sees(/Holdpoint is running\. Ctrl-C stops it/);
  return cli;
}

async function stop(cli: Cli): Promise<void> {
  cli.kill("SIGINT");
  expect(await cli.ended).toBe(0);
}

const portOf = (cli: Cli): number => Number(/The API is at http:\S+:(\d+)\./.exec(cli.text())![1]);

async function typed(args: readonly string[], cwd: string): Promise<[exit: unknown, told: string]> {
  const cli = runCli(args, { cwd });
  return [await cli.ended, cli.text()];
}

test(
  "commands ask their own project's API, wherever it listens, and never another's unnoticed",
  LONG,
  async () => {
    const other = await otherProject(0);
    const { root, below } = projectAt(other.port);
    const first = await started(root);
    expect(first.text()).toContain(
      `Port ${other.port} is used by another project's Holdpoint (instance the-others).`,
    );
    const port = portOf(first);
    expect(first.text()).toContain(`is on port ${port} and stays there`);
    writeFileSync(
      join(below, "plan.yaml"),
      "id: mine\ntitle: 내 계획\ntodos: [{ title: 잠깐, tool_name: wait, tool_params: { seconds: 0 } }]\n",
    );
    expect((await typed(["plan", "new", "plan.yaml"], below))[0]).toBe(0);
    expect((await typed(["plan", "list"], below))[1]).toContain("내 계획");
    expect(api().started).toEqual([]);
    const [, ui] = await typed(["open", "mine"], below);
    expect(ui).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/namespaces\/default\/workflows\/plan-mine\n$/);
    await stop(first);
    await other.close();

    const second = await started(root);
    expect(portOf(second)).toBe(port);
    await stop(second);

    await otherProject(port);
    const [exit, told] = await typed(["plan", "new", "plan.yaml"], below);
    expect(exit).toBe(1);
    expect(told).toMatch(/Instance "the-others" answers here, not "[0-9a-f-]{36}"\./);
    expect(told).toContain(`http://127.0.0.1:${port} is where the API of ${root} was`);
    expect(told).toMatch(/\nNext: holdpoint start\n$/);
    expect(api().started).toEqual([]);
    const [named] = await typed(["plan", "list", "--url", `http://127.0.0.1:${port}`], below);
    expect(named).toBe(0);

    const third = await started(root);
    expect(third.text()).toContain(
      `Port ${port}, where this project's API has been so far, is used by another project's Holdpoint`,
    );
    expect((await typed(["plan", "show", "mine"], below))[0]).toBe(0);
    await stop(third);
  },
);

describe("an address", () => {
  test("that nobody has named is told before it is asked", LONG, async () => {
    const [, told] = await typed(["inbox"], createFolder());
    expect(told).toMatch(
      /^Holdpoint has not been started in this folder or above it: asking http:\/\/127\.0\.0\.1:7400\./,
    );
  });

  test("that is busy is not exchanged by `holdpoint api`", LONG, async () => {
    const other = await otherProject(0);
    const { root } = projectAt(other.port);
    const [exit, told] = await typed(["api", "--address", inject("temporalAddress")], root);
    expect([exit, told]).toEqual([
      1,
      expect.stringContaining(
        `✖ Port ${other.port} is used by another project's Holdpoint (instance the-others). End it, or set another api.port`,
      ),
    ]);
  });
});

test("a request for another instance is refused before anything happens", async () => {
  const meant = { "holdpoint-instance": "elsewhere" };
  const answer = await api().request("POST", "/v1/plans", {
    body: JSON.stringify({ title: "차", todos: [] }),
    headers: { ...meant, "content-type": "application/json" },
  });
  expect([answer.status, answer.headers.get("holdpoint-instance")]).toEqual([421, "this-instance"]);
  expect(await answer.json()).toMatchObject({
    code: "other_instance",
    detail: 'Instance "this-instance" answers here, not "elsewhere".',
  });
  const own = await api().request("GET", "/healthz", {
    headers: { "holdpoint-instance": "this-instance" },
  });
  expect(own.status).toBe(200);
});
