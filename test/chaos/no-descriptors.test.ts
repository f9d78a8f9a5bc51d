import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { expect, test, vi } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { createProject } from "../cli/support/folders.ts";
import { runCli } from "../cli/support/run-cli.ts";

/** Reads /proc and sets limits of another process, which other systems than Linux do not have. */
const onLinux = process.platform === "linux";

test.runIf(onLinux)(
  "a service without a free descriptor answers 503, lives on, and works when there are some again",
  { timeout: 120_000 },
  async () => {
    const cwd = createProject("export const tools = [];\n");
    const cli = runCli(["start"], { cwd });
    const [, url = ""] = await cli.sees(/The API is at (http:\S+)\.\n/);
    const client = createClient(url);
    await client.service.ready();
    const { id } = await client.plans.create({ title: "A plan", todos: [{ title: "One" }] });

    // One connection that is open before, as a client's pool has it.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async (method: string, path: string, body?: Buffer) => {
      const headers = { "content-type": "application/octet-stream" };
      const sent = httpRequest(url + path, { agent, method, headers }).end(body);
      const [answer] = (await once(sent, "response")) as [IncomingMessage];
      let text = "";
      for await (const part of answer) text += String(part);
      return { status: answer.statusCode, answer: JSON.parse(text) as Record<string, unknown> };
    };
    const upload = (byte: number) =>
      ask("POST", `/v1/plans/${id}/files?name=a.bin`, Buffer.alloc(100, byte));
    expect((await upload(1)).status).toBe(201);

    const open = new Set(readdirSync(`/proc/${cli.pid}/fd`).map(Number));
    const free = Array.from({ length: open.size + 1 }, (_, place) => place).find(
      (place) => !open.has(place),
    )!;
    const allow = (descriptors: number): void =>
      void execFileSync("prlimit", ["--pid", String(cli.pid), `--nofile=${descriptors}:`]);
    allow(free);
    const strangers = Array.from({ length: 50 }, () =>
      connect(Number(new URL(url).port), "127.0.0.1").on("error", () => undefined),
    );
    const refused = {
      status: 503,
      answer: expect.objectContaining({ code: "too_many_open_files" }) as unknown,
    };
    // One that was open for a moment when they were counted may be left.
    await vi.waitFor(async () => expect(await upload(2)).toEqual(refused), { timeout: 20_000 });
    for (let round = 0; round < 5; round++) {
      expect((await ask("GET", "/healthz")).status).toBe(200);
      expect(await upload(3)).toEqual(refused);
    }

    for (const socket of strangers) socket.destroy();
    allow(10_000);
    expect((await upload(2)).status).toBe(201);
    await client.todos.add(id, { title: "Another" });
    agent.destroy();
    cli.kill("SIGINT");
    expect(await cli.ended).toBe(0);
  },
);
