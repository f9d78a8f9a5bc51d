import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { createClient, type Client } from "../../src/client/client.ts";
import { createProject } from "../cli/support/folders.ts";
import { runCli, type Cli } from "../cli/support/run-cli.ts";
import { watchPlan } from "../cli/support/watch-plan.ts";
import { encryptionKey } from "../support/encryption-key.ts";
import { PLANTED, plantedBelow, plantedIn } from "../support/planted-secrets.ts";

const LONG = { timeout: 400_000 };
const TOOLS = `import { defineTool, secret } from "holdpoint/tools";
import { z } from "zod";

export const tools = [
  defineTool({
    name: "login",
    description: "Uses a token",
    input: z.strictObject({ user: z.string(), token: secret(z.string()), fail: z.boolean().optional() }),
    output: z.strictObject({ length: z.number(), made: secret(z.string()) }),
    run({ token, fail }, ctx) {
      ctx.progress(50, "with " + token);
      ctx.log.error("logging in with " + token, { token });
      if (fail === true) throw new Error("401 for " + token);
      return { length: token.length, made: "${PLANTED.given}" };
    },
  }),
];
`;

const [A, B] = [encryptionKey("a"), encryptionKey("b")];
const run = promisify(execFile);
const BIN = join(import.meta.dirname, "../../bin/holdpoint.mjs");

interface Started {
  readonly cli: Cli;
  readonly url: string;
}

async function start(folder: string, keys: string): Promise<Started> {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("HOLDPOINT_ENCRYPTION_KEYS", keys);
  const cli = runCli(["start"], { cwd: folder });
  const [, url = ""] = await cli.sees(/The API is at (http:\S+)\.\n/);
  return { cli, url };
}

async function stop({ cli }: Started): Promise<void> {
  cli.kill("SIGINT");
  expect(await cli.ended).toBe(0);
}

async function makeKey(folder: string, name: string, role: string): Promise<string> {
  const args = [BIN, "key", "add", name, "--role", role];
  return (await run(process.execPath, args, { cwd: folder })).stdout.trim();
}

/** Starts a plan whose secret waits for somebody; answers its hold. */
async function waiting(client: Client, id: string, token: string, fail = false): Promise<string> {
  const tool_params = { user: "kim", token, ...(fail && { fail }) };
  const todo = {
    id: "in",
    title: "Log in",
    tool_name: "login",
    requires_approval: true,
    tool_params,
  };
  await client.plans.create({
    id,
    title: id,
    todos: [{ ...todo, failure: { api_error: { action: "SKIP" } } }],
  });
  for (;;) {
    const [hold] = (await client.plans.holds(id)).holds;
    if (hold !== undefined) return hold.id;
  }
}

test(
  "planted secrets are in no file, log, stream or output of a real start, and its keys can be changed",
  LONG,
  async () => {
    const folder = createProject(TOOLS);
    const keys = {
      admin: await makeKey(folder, "ada", "admin"),
      viewer: await makeKey(folder, "vic", "viewer"),
    };
    const by = (url: string, who: keyof typeof keys): Client =>
      createClient(url, { key: keys[who], retries: 20 });
    let running = await start(folder, A);
    const admin = by(running.url, "admin");
    const told: string[] = [];
    // Somebody who may only look watches it all.
    const hold = await waiting(admin, "secrets-one", PLANTED.created);
    const watch = watchPlan(by(running.url, "viewer"), "secrets-one");
    const failing = await waiting(admin, "secrets-fail", PLANTED.object, true);
    const kept = await waiting(admin, "secrets-kept", PLANTED.decided);

    const typed = async (who: keyof typeof keys, ...args: string[]): Promise<string> => {
      const env = { ...process.env, HOLDPOINT_KEY: keys[who], NO_COLOR: "1" };
      const { stdout, stderr } = await run(process.execPath, [BIN, ...args], { cwd: folder, env })
        // What is refused is output, too.
        .catch((error: { stdout: string; stderr: string }) => error);
      return stdout + stderr;
    };
    for (const args of [
      ["show", hold],
      ["show", hold, "--arguments"],
      ["inbox"],
      ["logs", "secrets-one"],
    ]) {
      const said = await typed("admin", ...args);
      expect(said, args.join(" ")).not.toBe("");
      told.push(said);
    }
    // To find a part of a secret would be to guess it.
    const found = await typed(
      "admin",
      "show",
      hold,
      "--find",
      PLANTED.created.slice(0, 6),
      "--json",
    );
    expect(JSON.parse(found)).toMatchObject({ total: 0 });
    told.push(await typed("viewer", "reveal", hold, "token"));
    expect(told.at(-1)).toContain("approver");
    expect(await typed("admin", "reveal", hold, "token")).toContain(PLANTED.created);
    await admin.holds.decide(hold, { decision: "approve" });
    await admin.holds.decide(failing, { decision: "approve" });
    await watch.until((events) => events.at(-1)?.type === "plan.completed");
    const seen = JSON.stringify(watch.events);
    expect(seen).toContain("hold.revealed");
    await watchPlan(admin, "secrets-fail").until((events) =>
      /plan\.(?:completed|failed)/.test(events.at(-1)?.type ?? ""),
    );
    told.push(seen, await typed("admin", "logs", "secrets-fail"), running.cli.text());

    // The keys change as the documents say; what an old one sealed is read while it is kept.
    await stop(running);
    running = await start(folder, `${A},${B}`);
    await stop(running);
    running = await start(folder, `${B},${A}`);
    const fresh = await waiting(by(running.url, "admin"), "secrets-fresh", PLANTED.edited);
    const pointer = "/args/token";
    const read = (id: string) => by(running.url, "admin").holds.reveal(id, { pointer });
    expect((await read(kept)).value).toBe(PLANTED.decided);
    expect((await read(fresh)).value).toBe(PLANTED.edited);
    await stop(running);
    running = await start(folder, B);
    expect((await read(fresh)).value).toBe(PLANTED.edited);
    const patient = createClient(running.url, { key: keys.admin, retries: 0 });
    const refused = await patient.holds.reveal(kept, { pointer }).then(() => "", String);
    expect(refused).toContain('"a"');
    told.push(refused, running.cli.text());
    await stop(running);
    running = await start(folder, `${B},${A}`);
    await by(running.url, "admin").holds.decide(kept, { decision: "approve" });
    await watchPlan(by(running.url, "admin"), "secrets-kept").until(
      (events) => events.at(-1)?.type === "plan.completed",
    );
    await stop(running);

    expect(plantedIn(told.join("\n"))).toEqual([]);
    const data = join(folder, ".holdpoint");
    const files = readdirSync(data, { recursive: true }).map(String);
    for (const file of ["api.log", "worker.log", "temporal.log", "temporal.db"]) {
      expect(files).toContain(file);
    }
    // The tool has told its secret, and what stands in its place is there.
    expect(readFileSync(join(data, "worker.log"), "utf8")).toMatch(/logging in with \S+/);
    expect(await plantedBelow(data)).toEqual([]);
    console.log(
      `${files.length} files and ${told.join("").length} signs of output: no planted secret.`,
    );
  },
);
