import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { readState } from "../../src/temporal/embedded/dev-server-state.ts";
import { isProcessAlive } from "../../src/temporal/machine/process-alive.ts";
import { createFolder } from "../cli/support/folders.ts";
import { runCli } from "../cli/support/run-cli.ts";
import { mountSmallDisk } from "../support/small-disk.ts";
import { createLedgerProject } from "./ledger.ts";

/** Room for a database and its log of changes, and what is kept back. */
const MEBIBYTES = 64;
/** A health check that takes longer is a frozen service. */
const QUICK_MS = 1_000;

test(
  "a full disk refuses commands and lets everybody read, and all goes on by itself once there is room",
  { timeout: 180_000 },
  async () => {
    const disk = mountSmallDisk(MEBIBYTES);
    const data = join(disk.folder, "data");
    const project = createLedgerProject();
    writeFileSync(
      join(project.folder, "holdpoint.config.ts"),
      `export default {
        tools: "./tools.ts", data_dir: ${JSON.stringify(data)},
        api: { port: 0 }, temporal: { port: 0, ui_port: 0 },
      };\n`,
    );
    const cli = runCli(["start"], { cwd: project.folder });
    const [, workerPid] = await cli.sees(/A worker is polling \(pid (\d+)\)/);
    const [, url = ""] = await cli.sees(/The API is at (http:\S+)\.\n/);
    const client = createClient(url, { retries: 0 });
    const pids = [cli.pid, Number(workerPid), (await readState(data))?.pid ?? 0];
    const ask = async (method: string, path: string, body?: string) => {
      const began = performance.now();
      const response = await fetch(url + path, {
        method,
        ...(body !== undefined && { body, headers: { "content-type": "application/json" } }),
      });
      const answer = (await response.json()) as Record<string, unknown>;
      return { status: response.status, answer, ms: performance.now() - began };
    };

    expect(await client.service.ready()).toMatchObject({ disk: { ready: true } });
    const { id } = await client.plans.create({
      title: "On a small disk",
      todos: [
        { title: "Look after it" },
        { id: "under-way", title: "Under way", tool_name: "gate" },
      ],
    });
    await project.begun("under-way");
    const kept: string[] = [];
    for (let number = 1; number <= 5; number++) {
      const added = await client.todos.add(id, { id: `kept-${number}`, title: `Kept ${number}` });
      kept.push(added.todo_id);
    }

    disk.fill();
    const commands: [string, string, string][] = [
      ["POST", `/v1/plans/${id}/todos`, '{"id":"lost","title":"Lost"}'],
      ["POST", `/v1/plans/${id}/pause`, "{}"],
      ["POST", "/v1/plans", '{"id":"lost","title":"Lost","todos":[{"title":"Lost"}]}'],
    ];
    const reads = [`/v1/plans/${id}/board`, "/v1/plans", "/v1/holds", `/v1/plans/${id}`];
    for (let round = 0; round < 5; round++) {
      for (const [method, path, body] of commands) {
        const { status, answer } = await ask(method, path, body);
        expect([status, answer["code"]], path).toEqual([507, "storage_full"]);
        expect(answer["detail"]).toContain("The disk of the data folder is full");
      }
      for (const path of reads) expect((await ask("GET", path)).status, path).toBe(200);
      const health = await ask("GET", "/healthz");
      expect(health.status).toBe(200);
      expect(health.ms).toBeLessThan(QUICK_MS);
      const ready = await ask("GET", "/readyz");
      expect(ready.status).toBe(503);
      expect(ready.answer).toMatchObject({ code: "not_ready", errors: [{ pointer: "/disk" }] });
    }
    // What was under way ends meanwhile, and cannot be noted.
    project.open("under-way");
    await vi.waitFor(() => expect(project.effectsOf("under-way")).toHaveLength(1), {
      timeout: 20_000,
    });

    disk.free();
    const patient = createClient(url);
    await patient.service.ready();
    await patient.todos.add(id, { id: "after", title: "After" });
    const done = await vi.waitFor(
      async () => {
        const todo = await patient.todos.get(id, "under-way");
        expect(todo.status).toBe("completed");
        return todo;
      },
      { timeout: 60_000, interval: 100 },
    );
    expect(done.id).toBe("under-way");
    const { todos } = await patient.plans.get(id, { limit: 100 });
    const ids = todos.map((todo) => todo.id);
    expect(ids).toEqual(expect.arrayContaining([...kept, "after", "under-way"]));
    expect(ids).not.toContain("lost");
    const keys = project.effectsOf("under-way").map(({ key }) => key);
    expect(new Set(keys).size).toBe(1);
    await expect(patient.plans.get("lost")).rejects.toMatchObject({ status: 404 });

    // Nobody was started again, and the log goes on.
    expect(pids.map(isProcessAlive)).toEqual([true, true, true]);
    const log = readFileSync(join(data, "api.log"), "utf8").trimEnd().split("\n");
    expect(JSON.parse(log.at(-1)!)).toMatchObject({ msg: "request" });
    expect(log.some((line) => line.includes("could not be written"))).toBe(true);
    cli.kill("SIGINT");
    expect(await cli.ended).toBe(0);
    expect(await cli.family.alive()).toEqual([]);
  },
);

test.each([
  ["full", true],
  ["nearly full", false],
])(
  "a start on a %s disk says so, leaves nothing half-written, and starts once there is room",
  { timeout: 120_000 },
  async (_, isFull) => {
    const disk = mountSmallDisk(1);
    const data = join(disk.folder, "data");
    const folder = createFolder();
    const ports = "api: { port: 0 }, temporal: { port: 0, ui_port: 0 }";
    const config = `export default { data_dir: ${JSON.stringify(data)}, ${ports} };\n`;
    writeFileSync(join(folder, "holdpoint.config.mjs"), config);
    if (isFull) disk.fill();
    const start = () => runCli(["start"], { cwd: folder, env: { HOLDPOINT_LANG: "en" } });
    const refused = start();
    expect(await refused.ended).toBe(1);
    expect(refused.text()).toMatch(/^✖ .*data takes nothing more \(ENOSPC\): .*\nNext: df -h\n$/m);
    const names = readdirSync(data);
    expect(names).toEqual([]);
    if (isFull) disk.free();
    execFileSync("mount", ["-o", "remount,size=64m", disk.folder]);
    const started = start();
    await started.sees(/The API is at/);
    started.kill("SIGINT");
    expect(await started.ended).toBe(0);
  },
);
