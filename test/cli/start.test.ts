import { cpSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { createClient, type Client } from "../../src/client/client.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { readState } from "../../src/temporal/embedded/dev-server-state.ts";
import { isProcessAlive } from "../../src/temporal/machine/process-alive.ts";
import { runHoldpoint } from "./support/cli-stack.ts";
import { createFolder, createProject } from "./support/folders.ts";
import { runCli, type Cli } from "./support/run-cli.ts";
import { watchPlan } from "./support/watch-plan.ts";

/** Starts take seconds, and a busy machine makes them many. */
const LONG = { timeout: 120_000 };

const PLAN: NewPlanInput = {
  title: "A note",
  todos: [
    {
      id: "write",
      title: "Write the note",
      tool_name: "write_file",
      tool_params: { path: "note.md", content: "Water the plants." },
      requires_approval: true,
    },
  ],
};

/** A user's folder that needs no tools but the built-in ones. */
const createPlainProject = (): string => createProject("export const tools = [];\n");

interface Started {
  readonly cli: Cli;
  readonly client: Client;
  readonly apiUrl: string;
  readonly address: string;
}

async function start(cwd: string): Promise<Started> {
  const cli = runCli(["start"], { cwd });
  const [, address = ""] = await cli.sees(/Temporal is up at (\S+),/);
  const [, apiUrl = ""] = await cli.sees(/The API is at (http:\S+)\.\n/);
  await cli.sees(/Holdpoint is running\. Ctrl-C stops it/);
  return { cli, client: createClient(apiUrl), apiUrl, address };
}

async function stop({ cli }: Started): Promise<void> {
  cli.kill("SIGINT");
  expect(await cli.ended).toBe(0);
}

/** Creates the plan and waits until it stands at its hold. */
async function createHeldPlan(client: Client): Promise<string> {
  const { id } = await client.plans.create(PLAN);
  await watchPlan(client, id).until((events) => events.at(-1)?.type === "hold.requested");
  return id;
}

async function approve(client: Client, planId: string): Promise<void> {
  // After its server was started again, a worker takes a few seconds to come back.
  await client.holds.decide(`${planId}.h1`, { decision: "approve" });
  const watch = watchPlan(client, planId);
  await watch.until((events) => events.at(-1)?.type === "plan.completed");
}

const serverPid = async (cwd: string): Promise<number> =>
  (await readState(join(cwd, ".holdpoint")))?.pid ?? 0;

describe("a copy of the folder of a `holdpoint start` that runs", () => {
  test("asks nothing of the original, and runs for itself", LONG, async () => {
    const cwd = createPlainProject();
    const original = await start(cwd);
    const planId = await createHeldPlan(original.client);
    const copied = createFolder();
    cpSync(cwd, copied, { recursive: true, preserveTimestamps: true });

    const asked = runCli(["plan", "list"], { cwd: copied });
    expect(await asked.ended).toBe(1);
    expect(asked.text()).toContain(
      `was written for ${join(cwd, ".holdpoint")}, whose API is at ${original.apiUrl}`,
    );
    expect(asked.text()).toMatch(/\nNext: holdpoint start\n$/);

    const copy = await start(copied);
    expect(copy.cli.text()).not.toContain("already");
    expect(copy.address).not.toBe(original.address);
    await approve(copy.client, planId);
    expect(existsSync(join(copied, ".holdpoint", "workspaces", planId, "note.md"))).toBe(true);
    expect((await original.client.plans.get(planId)).status).toBe("running");
    const listed = runCli(["plan", "list"], { cwd: copied });
    expect(await listed.ended).toBe(0);
    expect(listed.text()).toContain("completed");
    await approve(original.client, planId);
    await stop(copy);
    await stop(original);
  });
});

describe("holdpoint start", () => {
  test(
    "finds the plan of the start before at its hold, and a decision finishes it",
    LONG,
    async () => {
      const cwd = createPlainProject();
      const first = await start(cwd);
      const planId = await createHeldPlan(first.client);
      await stop(first);
      expect(await first.cli.family.remaining()).toEqual([]);
      const note = join(cwd, ".holdpoint", "workspaces", planId, "note.md");
      expect(existsSync(note)).toBe(false);

      const second = await start(cwd);
      await approve(second.client, planId);
      expect(existsSync(note)).toBe(true);
      await stop(second);
      expect(await second.cli.family.remaining()).toEqual([]);
    },
  );

  test(
    "twice at once in one folder shares one server; the second leaves it alone when it ends",
    LONG,
    async () => {
      const cwd = createPlainProject();
      const both = await Promise.all([start(cwd), start(cwd)]);
      const guests = both.filter(({ cli }) => cli.text().includes(`already serves ${cwd}`));
      expect(guests).toHaveLength(1);
      const guest = guests[0]!;
      const owner = both.find((started) => started !== guest)!;
      expect(guest.cli.text()).toContain(`using it; pid ${owner.cli.pid} will stop it`);
      expect(guest.address).toBe(owner.address);

      const planId = await createHeldPlan(guest.client);
      const pid = await serverPid(cwd);
      await stop(guest);
      expect(isProcessAlive(pid)).toBe(true);
      await approve(owner.client, planId);
      await stop(owner);
      expect(await owner.cli.family.remaining()).toEqual([]);
      expect(await guest.cli.family.remaining()).toEqual([]);
    },
  );

  test(
    "goes on with a server of its own when the start that it was a guest of ends",
    LONG,
    async () => {
      const cwd = createPlainProject();
      const owner = await start(cwd);
      const guest = await start(cwd);
      const planId = await createHeldPlan(owner.client);
      const pid = await serverPid(cwd);
      await stop(owner);
      await guest.cli.sees(
        new RegExp(`Temporal's server \\(pid ${pid}\\) ended; starting it again`),
      );
      await guest.cli.sees(/Temporal is back \(pid \d+\); plans go on\./);
      await approve(guest.client, planId);
      await stop(guest);
      expect(await owner.cli.family.remaining()).toEqual([]);
      expect(await guest.cli.family.remaining()).toEqual([]);
    },
  );
});

describe("holdpoint doctor", () => {
  test("with nothing running ends with 1 and names what mends each failure", LONG, async () => {
    const cwd = createPlainProject();
    const cli = runCli(["doctor"], { cwd });
    const korean = runCli(["doctor", "--lang", "ko"], { cwd });
    expect([await cli.ended, await korean.ended]).toEqual([1, 1]);
    const lines = cli.text().trimEnd().split("\n");
    const failures = lines.flatMap((line, index) => (line.startsWith("✖") ? [index] : []));
    expect(failures.map((index) => lines[index]?.slice(2, 20).trim())).toEqual([
      "temporal server",
      "search attributes",
      "worker",
      "builds",
      "tools",
      "plans",
      "clock",
    ]);
    for (const index of failures) expect(lines[index + 1]).toMatch(/^ +to fix: holdpoint start$/);
    // That plans are not encrypted is no failure, and not all well.
    expect(lines.filter((line) => /^[✔!] /.test(line)).length).toBe(
      lines.length - 2 * failures.length,
    );
    const told = korean.text().trimEnd().split("\n");
    expect(told.filter((line) => !/\p{Script=Hangul}/u.test(line))).toEqual([]);
  });

  test("with a start running finds all well, whatever its ports are", LONG, async () => {
    const cwd = createPlainProject();
    const started = await start(cwd);
    const cli = runCli(["doctor"], { cwd });
    expect(await cli.ended).toBe(0);
    expect(cli.text()).not.toContain("✖");
    expect(cli.text()).toMatch(new RegExp(`✔ temporal server +${started.address}, namespace`));
    expect(cli.text()).toMatch(/✔ worker +1 polling task queue holdpoint\n/);
    await stop(started);
  });

  test("looks at the Temporal that TEMPORAL_ADDRESS names", LONG, async () => {
    const address = inject("temporalAddress");
    const env = { TEMPORAL_ADDRESS: address };
    const ended = await runHoldpoint(["doctor", "--json"], "http://127.0.0.1:9", { env });
    const { checks } = ended.json<{ checks: { name: string; ok: boolean; detail: string }[] }>();
    expect(checks).toContainEqual({
      name: "temporal_server",
      ok: true,
      detail: `${address}, namespace default`,
    });
    // The ports of a server that nobody starts here are of no interest.
    expect(checks.map(({ name }) => name)).not.toContain("ports");
  });
});

describe("holdpoint worker", () => {
  test(
    "works for a server that somebody else has started, and stops when it is told to",
    LONG,
    async () => {
      const cwd = createPlainProject();
      const started = await start(cwd);
      const cli = runCli(["worker", "--address", started.address], { cwd });
      await cli.sees(/The worker is ready: it polls task queue holdpoint\./);
      // Its todos would not find the files that the other worker's todos wrote.
      const elsewhere = createFolder();
      const other = runCli(["worker", "--address", started.address], { cwd: elsewhere });
      expect(await other.ended).toBe(1);
      expect(other.text()).toContain(`in another folder than ${join(elsewhere, ".holdpoint")}`);
      cli.kill("SIGTERM");
      expect(await cli.ended).toBe(0);
      const health = await fetch(`${started.apiUrl}/healthz`);
      expect(health.status).toBe(200);
      await stop(started);
    },
  );

  test("says where no Temporal answers and what to do", LONG, async () => {
    const cli = runCli(["worker", "--address", "127.0.0.1:1"], { cwd: createFolder() });
    expect(await cli.ended).toBe(1);
    expect(cli.text()).toMatch(
      /^✖ No Temporal answers at 127\.0\.0\.1:1: nothing listens there\. Start one \(holdpoint start\), or name another by --address or TEMPORAL_ADDRESS\./,
    );
    expect(cli.text()).not.toMatch(/\n +at /);
  });
});

describe("a command line that cannot be understood", () => {
  test.each([
    [
      ["strat"],
      2,
      /^✖ There is no command `strat`, did you mean `start`\?\nNext: holdpoint start\n$/,
    ],
    [
      ["start", "--confg", "x"],
      2,
      /^✖ There is no flag --confg, did you mean --config\?\nNext: holdpoint start --help\n$/,
    ],
    [["demo", "--decide", "approv"], 2, /approve.*reject.*elsewhere/],
    [["doctor", "now"], 2, /now/],
    [
      ["start", "--config", "nowhere.ts"],
      1,
      /^✖ \/\S+\/nowhere\.ts does not exist\.\nNext: holdpoint start --help\n$/,
    ],
  ])("%j ends with %i and says what is wrong", LONG, async (args, code, message) => {
    const cli = runCli(args, { cwd: createFolder() });
    expect(await cli.ended).toBe(code);
    expect(cli.text()).toMatch(message);
  });

  test("a configuration that exports none is told how to", LONG, async () => {
    const cwd = createFolder();
    writeFileSync(join(cwd, "holdpoint.config.mjs"), "export const tools = './tools.ts';\n");
    const cli = runCli(["start"], { cwd });
    expect(await cli.ended).toBe(1);
    expect(cli.text()).toMatch(/is not a configuration: .*must `export default defineConfig/s);
  });

  test("a configuration with an unknown field is refused by its name", LONG, async () => {
    const cwd = createFolder();
    writeFileSync(join(cwd, "holdpoint.config.mjs"), "export default { tolls: './tools.ts' };\n");
    const cli = runCli(["start"], { cwd });
    expect(await cli.ended).toBe(1);
    expect(cli.text()).toMatch(/holdpoint\.config\.mjs cannot be used: .*"tolls"/);
    expect(cli.text()).not.toContain("export default");
    expect(existsSync(join(cwd, ".holdpoint"))).toBe(false);
  });

  test.each([
    [
      "throws",
      'throw new Error("No token.");\n',
      /tools\.ts cannot be loaded: Error: No token\. \(\S+\/tools\.ts:1:7\)\n/,
    ],
    [
      "cannot be read",
      "\nexport const tools = [ not this\n",
      /tools\.ts cannot be loaded: .*\n? *\S+\/tools\.ts:2:27: .*"this"\n/,
    ],
    [
      "imports what is not there",
      'import "./none.mjs";\n',
      /tools\.ts cannot be loaded: .*none\.mjs/,
    ],
    [
      "marks what no schema is",
      'import { secret } from "holdpoint/tools";\nsecret({});\n',
      /tools\.ts cannot be loaded: TypeError: secret\(\) takes a schema of zod 4.*tools\.ts:2:1\)\n/,
    ],
  ])(
    "a module of tools that %s is named, with the line where that is known",
    LONG,
    async (_, text, message) => {
      const cwd = createProject(text);
      const cli = runCli(["start"], { cwd });
      expect(await cli.ended).toBe(1);
      expect(cli.text()).toMatch(message);
      expect(existsSync(join(cwd, ".holdpoint"))).toBe(false);
    },
  );

  test("a tool of an older zod is told before anything starts", LONG, async () => {
    const cwd = createProject(OF_ZOD_3);
    const cli = runCli(["start"], { cwd });
    expect(await cli.ended).toBe(1);
    expect(cli.text()).toMatch(
      /the input of the tool "old" is no schema of zod 4\. Write it with the "z"/,
    );
    expect(existsSync(join(cwd, ".holdpoint"))).toBe(false);
  });
});

const OF_ZOD_3 = `import { z } from "zod/v3";
import { z as now } from "holdpoint/tools";
const input = z.object({ name: z.string() });
export const tools = [
  { name: "old", description: "Old", input, output: now.any(), run: () => null },
];
`;
