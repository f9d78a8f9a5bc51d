import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import { readState } from "../../src/temporal/embedded/dev-server-state.ts";
import { countIndependently, readTables, REVIEWS_CSV } from "../examples/review-tools.ts";
import { createFolder } from "./support/folders.ts";
import { createFreshCopy, type FreshCopy } from "./support/fresh-copy.ts";
import { runCli, type Cli } from "./support/run-cli.ts";
import { watchPlan } from "./support/watch-plan.ts";

/** Each starts Temporal, a worker and the API: seconds, and on a busy machine many. */
const LONG = { timeout: 120_000 };

const UP = "\u001B[A";
const DOWN = "\u001B[B";
const ENTER = "\r";
const ESCAPE = "\u001B";
const CTRL_C = "\u0003";
const CTRL_U = "\u0015";

let copy: FreshCopy;
beforeAll(async () => {
  copy = await createFreshCopy();
}, 300_000);
afterAll(() => copy.remove());

/** `npm run demo` in the copy, as a person types it there. */
const npmDemo = (args: readonly string[], terminal = false): Cli =>
  runCli(["run", "demo", ...(args.length > 0 ? ["--", ...args] : [])], {
    command: ["npm"],
    cwd: copy.folder,
    terminal,
  });

/** The copy's demo in a folder of its own, so that no other test's plans are there. */
const demo = (args: readonly string[], terminal = false): Cli & { readonly cwd: string } => {
  const cwd = createFolder();
  const command = [process.execPath, join(copy.folder, "bin", "holdpoint.mjs")];
  return { ...runCli(["demo", ...args], { command, cwd, terminal }), cwd };
};

/** Waits for the demo's last word about the report: its path, or why there is none. */
async function seesReport(cli: Cli): Promise<string> {
  const [, report = ""] = await cli.sees(/\nReport +(\S.*)\n/);
  return report;
}

/** Ends a demo that has ended its plan and stays up. */
async function leave(cli: Cli): Promise<void> {
  await cli.sees(/Everything is still running, so you can look around\. Ctrl-C stops it\./);
  cli.type(CTRL_C);
  expect(await cli.ended).toBe(0);
  expect(await cli.family.remaining()).toEqual([]);
}

/** The address that the demo prints for a decision from elsewhere. */
async function seesDecisionUrl(cli: Cli): Promise<string> {
  const [, url = ""] = await cli.sees(/curl -s (http:\S+\/decision) /);
  return url;
}

async function readHold(decisionUrl: string): Promise<Hold> {
  // A connection of its own: one that is kept can be closed by the API at the same moment.
  const response = await fetch(dirname(decisionUrl), { headers: { connection: "close" } });
  expect(response.status).toBe(200);
  return (await response.json()) as Hold;
}

/** The lines that were shown of the argument `content`. */
function shownContent(text: string): string {
  const [, shown = ""] =
    /\ncontent \d+ characters, \d+ lines\n((?: {2}│.*\n)+)digest/.exec(text) ?? [];
  return shown.replaceAll(/^ {2}│ /gm, "");
}

describe("npm run demo without a terminal, in a fresh copy of the repository", () => {
  test(
    "with --decide approve publishes exactly what it has shown, with the figures of the rows",
    LONG,
    async () => {
      const cli = npmDemo(["--decide", "approve"]);
      expect(await readHold(await seesDecisionUrl(cli))).toMatchObject({ tool_name: "write_file" });
      const path = await seesReport(cli);
      expect(await cli.ended).toBe(0);
      expect(dirname(dirname(path))).toBe(join(copy.folder, ".holdpoint", "workspaces"));
      const report = readFileSync(path, "utf8");
      expect(shownContent(cli.text())).toBe(`${report}\n`);
      expect(readTables(report)).toEqual(countIndependently(REVIEWS_CSV).tables);
      expect(cli.text()).toMatch(/Publish the report — waits for your decision\n/);
      expect(cli.text()).toMatch(/local-operator approved: “demo --decide approve” \(\S+\)\n/);
      expect(await cli.family.remaining()).toEqual([]);
    },
  );

  test("with --decide reject publishes nothing and says so", LONG, async () => {
    const cli = npmDemo(["--decide", "reject"]);
    const [, planId = ""] = await cli.sees(/plan (\S+), 5 todos\n/);
    expect(await seesReport(cli)).toBe("none, because the todo that publishes it is skipped.");
    expect(await cli.ended).toBe(0);
    expect(cli.text()).toMatch(
      /local-operator rejected it: .* are skipped: “demo --decide reject” \(\S+\)\n/,
    );
    expect(cli.text()).toMatch(/The plan is completed: 80%/);
    expect(await readdir(join(copy.folder, ".holdpoint", "workspaces", planId))).toEqual([]);
    expect(await cli.family.remaining()).toEqual([]);
  });

  test("and without --decide says at once what to type, and starts nothing", LONG, async () => {
    const cli = demo([]);
    expect(await cli.ended).toBe(2);
    expect(cli.text()).toBe(
      "✖ The demo stops at a hold, and there is no terminal to ask on. Choose what happens there: holdpoint demo --decide approve (or reject, or elsewhere).\nNext: holdpoint demo --decide approve\n",
    );
    expect(existsSync(join(cli.cwd, ".holdpoint"))).toBe(false);
  });

  test(
    "takes the next free ports when its own are busy, and `temporal workflow signal`, as printed, decides",
    LONG,
    async () => {
      for (const port of [7400, 7233]) await occupy(port);
      const cli = demo(["--decide", "elsewhere"]);
      const [, grpc] = await cli.sees(/Port 7233 is in use: taking (\d+)\n/);
      await cli.sees(new RegExp(`Temporal is up at 127\\.0\\.0\\.1:${grpc},`));
      const [, api] = await cli.sees(
        /Port 7400 is used by another program\. This project's API is on port (\d+) /,
      );
      await cli.sees(new RegExp(`The API is at http://127\\.0\\.0\\.1:${api}\\.`));
      const [, command = ""] = await cli.sees(/\n +(\S+ workflow signal .*)\n/);
      const signal = runCli(["-c", command], { command: ["sh"], cwd: cli.cwd });
      expect(await signal.ended).toBe(0);
      expect(existsSync(await seesReport(cli))).toBe(true);
      expect(cli.text()).toMatch(/temporal approved \(\S+\)\n/);
      expect(await cli.ended).toBe(0);
      expect(await cli.family.remaining()).toEqual([]);
    },
  );
});

describe("the demo at a terminal", () => {
  test("shows everything when asked to, and approves with Enter", LONG, async () => {
    const cli = demo([], true);
    await cli.sees(/│ … \d+ more lines\n/);
    await cli.sees(/Your decision\n.*● Approve/);
    cli.type(UP);
    await cli.sees(/● Show everything/);
    cli.type(ENTER);
    await cli.sees(/\ndigest +sha256:/);
    const shown = cli.text().slice(cli.text().indexOf("● Show everything"));
    await cli.sees(/Your decision\n.*● Approve/);
    cli.type(ENTER);
    const report = readFileSync(await seesReport(cli), "utf8");
    expect(shownContent(shown)).toBe(`${report}\n`);
    await leave(cli);
  });

  test("takes the reason of a rejection; Escape goes back to the choice", LONG, async () => {
    const cli = demo([], true);
    for (const after of [ESCAPE, "The tone is wrong"]) {
      await cli.sees(/Your decision\n.*● Approve/);
      cli.type(DOWN);
      await cli.sees(/● Edit/);
      cli.type(DOWN);
      await cli.sees(/● Reject/);
      cli.type(ENTER);
      await cli.sees(/Why\? \(optional\)/);
      cli.type(after);
    }
    await cli.sees(/wrong/);
    cli.type(ENTER);
    await cli.sees(/local-operator rejected it: .* are skipped: “The tone is wrong” \(\S+\)\n/);
    expect(await seesReport(cli)).toBe("none, because the todo that publishes it is skipped.");
    await leave(cli);
  });

  test("publishes to the place that the person wrote instead", LONG, async () => {
    const cli = demo([], true);
    await cli.sees(/Your decision\n.*● Approve/);
    cli.type(DOWN);
    await cli.sees(/● Edit/);
    cli.type(ENTER);
    await cli.sees(/Which argument\?\n.*● path/);
    cli.type(ENTER);
    await cli.sees(/path\n.*report\.md/);
    cli.type(CTRL_U);
    cli.type(`autumn/final.md`);
    await cli.sees(/final\.md/);
    cli.type(ENTER);
    await cli.sees(/local-operator approved with changes \(\S+\)\n/);
    const path = await seesReport(cli);
    expect(path).toMatch(/\/autumn\/final\.md$/);
    expect(readTables(readFileSync(path, "utf8"))).toEqual(countIndependently(REVIEWS_CSV).tables);
    expect(existsSync(join(dirname(dirname(path)), "report.md"))).toBe(false);
    await leave(cli);
  });

  test("stops asking when somebody else has decided", LONG, async () => {
    const cli = demo([], true);
    const url = await seesDecisionUrl(cli);
    await cli.sees(/Your decision\n.*● Approve/);
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"decision":"approve","comment":"read at my desk"}',
    });
    expect(response.status).toBe(200);
    await cli.sees(/local-operator approved: “read at my desk” \(\S+\)\n/);
    expect(existsSync(await seesReport(cli))).toBe(true);
    // The terminal is a normal one again: this Ctrl-C is a signal, and no key of the prompt.
    await leave(cli);
  });

  test(
    "takes a decision although Temporal and the worker are killed at the hold",
    LONG,
    async () => {
      const cli = demo([], true);
      const [, workerPid] = await cli.sees(/A worker is polling \(pid (\d+)\)/);
      await cli.sees(/Your decision\n.*● Approve/);
      const state = await readState(join(cli.cwd, ".holdpoint"));
      process.kill(state!.pid, "SIGKILL");
      await cli.sees(/Temporal is back \(pid \d+\)/);
      process.kill(Number(workerPid), "SIGKILL");
      await cli.sees(/The worker \(pid \d+\) ended \(SIGKILL\)/);
      cli.type(ENTER);
      await cli.sees(/local-operator approved \(\S+\)\n/);
      expect(existsSync(await seesReport(cli))).toBe(true);
      await leave(cli);
    },
  );
});

describe("Ctrl-C", () => {
  test(
    "at the hold ends all that was started; the plan goes on with the start that is printed",
    LONG,
    async () => {
      const cli = npmDemo([], true);
      const [, planId = ""] = await cli.sees(/plan (\S+), 5 todos\n/);
      await cli.sees(/Your decision\n.*● Approve/);
      cli.type(CTRL_C);
      const [, printed = ""] = await cli.sees(
        /The plan is kept and continues at the next start: (.*)\n/,
      );
      expect(await cli.ended).toBe(0);
      expect(await cli.family.remaining()).toEqual([]);

      const later = runCli(["-c", printed], { command: ["sh"], cwd: copy.folder, terminal: true });
      const [, apiUrl = ""] = await later.sees(/The API is at (http:\S+)\.\n/);
      const client = createClient(apiUrl);
      await client.holds.decide(`${planId}.h1`, { decision: "approve" });
      const watch = watchPlan(client, planId);
      await watch.until((events) => events.at(-1)?.type === "plan.completed");
      expect(existsSync(join(copy.folder, ".holdpoint", "workspaces", planId, "report.md"))).toBe(
        true,
      );
      later.type(CTRL_C);
      await later.sees(/Stopping …/);
      await later.ended;
      expect(await later.family.remaining()).toEqual([]);
    },
  );

  test("inside a question of the hold stops, too; all is said in Korean", LONG, async () => {
    const cli = demo(["--lang", "ko"], true);
    await cli.sees(/어떻게 결정할까요\?\n.*● 승인/);
    cli.type(DOWN);
    await cli.sees(/● 인수 고치기/);
    cli.type(ENTER);
    await cli.sees(/어느 인수를 고칠까요\?\n.*● path/);
    cli.type(CTRL_C);
    await cli.sees(/종료했습니다\. 계획은 저장되며/);
    expect(cli.text()).toMatch(/다른 곳에서 결정하려면:\n  http:\S+\/inbox\/\S+\n  curl -s http:/);
    expect(cli.text()).not.toMatch(/Temporal is up|is polling|The API|decision\n/);
    expect(await cli.ended).toBe(0);
    expect(await cli.family.remaining()).toEqual([]);
  });

  test("while starting ends what has been started until then", LONG, async () => {
    const cli = demo([], true);
    await cli.sees(/Temporal is up/);
    cli.type(CTRL_C);
    await cli.sees(/Stopped during startup\.\n/);
    expect(await cli.ended).toBe(0);
    expect(cli.text()).not.toContain("A worker is polling");
    expect(await cli.family.remaining()).toEqual([]);
  });

  test("is not needed when the terminal's window is closed: everything ends", LONG, async () => {
    const cli = demo([], true);
    await cli.sees(/Your decision\n.*● Approve/);
    cli.hangUp();
    expect(await cli.ended).toBe(0);
    expect(await cli.family.remaining()).toEqual([]);
  });
});

/** Makes sure that somebody listens at the port for as long as the test runs. */
async function occupy(port: number): Promise<void> {
  const server = createServer();
  onTestFinished(() => void server.close());
  server.listen(port, "127.0.0.1");
  // Somebody else there serves as well.
  await Promise.race([once(server, "listening"), once(server, "error").catch(() => undefined)]);
}

describe("the command line of a repository that somebody works in", () => {
  const version = async (): Promise<string> => {
    const command = [process.execPath, join(copy.folder, "bin", "holdpoint.mjs")];
    const cli = runCli(["--version"], { command, cwd: createFolder() });
    expect(await cli.ended).toBe(0);
    return cli.text().trim();
  };

  test("is the one of the sources as they are now, kept or not", LONG, async () => {
    const manifest = join(copy.folder, "package.json");
    const before = readFileSync(manifest, "utf8");
    expect(await version()).toBe("0.1.0");
    writeFileSync(manifest, before.replace('"version": "0.1.0"', '"version": "0.1.1-changed"'));
    expect(await version()).toBe("0.1.1-changed");
    const cache = join(copy.folder, "node_modules", ".cache");
    rmSync(cache, { recursive: true });
    writeFileSync(cache, "no folder");
    writeFileSync(manifest, before);
    expect(await version()).toBe("0.1.0");
  });
});
