import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import type { OpenApiDocument } from "../../src/api/openapi/openapi-document.ts";
import { ensureInstalled, ensurePython } from "../support/ensure-python.ts";
import { run } from "../support/run-program.ts";
import { startServedStack } from "../support/served-stack.ts";

/*
 * `npm run test:generators`: /openapi.json goes through three generators of clients without a warning or
 * a missing operation, and each client creates a plan, decides its hold and reads it back. The generators
 * are pinned in this folder and installed once below the cache.
 */
const HERE = fileURLToPath(new URL(".", import.meta.url));
const DONE = { status: "approved", read: "approve", tools: ["wait"] };
/** The project that the clients are part of, with whatever makes types strict. */
const PROJECT = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    skipLibCheck: true,
    module: "nodenext",
    target: "es2023",
    lib: ["es2023", "dom"],
    types: ["node"],
    outDir: "out",
  },
  include: ["*.ts"],
};

/** Node's own modules want the extension. */
const HEY_API = `export default {
  input: "openapi.json",
  output: { path: "hey-api", importFileExtension: ".js" },
};
`;

async function main(): Promise<void> {
  const home = await ensureInstalled("generators", join(HERE, "package-lock.json"), installNode);
  const python = await ensurePython("openapi-python-client", join(HERE, "requirements.txt"));
  const stack = await startServedStack();
  // Below the packages, where the clients find them.
  const folder = await mkdtemp(join(home, "run-"));
  try {
    const document = (await (await fetch(`${stack.url}/openapi.json`)).json()) as OpenApiDocument;
    await writeFile(join(folder, "openapi.json"), JSON.stringify(document));
    await cp(join(HERE, "clients"), folder, { recursive: true });
    for (const name of ["openapi-typescript", "hey-api"]) {
      await cp(join(folder, `${name}.ts.in`), join(folder, `${name}.ts`));
    }
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(PROJECT));
    const operations = operationsOf(document);
    const program = (name: string) => join(home, "node_modules", ".bin", name);
    const say = createSay(folder, `${python}:${process.env["PATH"] ?? ""}`);

    await say(program("openapi-typescript"), ["openapi.json", "-o", "schema.d.ts"]);
    await allIn(folder, "schema.d.ts", operations, (id) => `\n    ${id}: {`);

    await writeFile(join(folder, "openapi-ts.config.js"), HEY_API);
    await say(program("openapi-ts"), []);
    await allIn(folder, "hey-api/sdk.gen.ts", operations, (id) => `export const ${id} = `);

    const generated = ["--path", "openapi.json", "--meta", "none", "--fail-on-warning"];
    const target = ["--output-path", "holdpoint_client"];
    await say(join(python, "openapi-python-client"), ["generate", ...generated, ...target]);
    const modules = await readdir(join(folder, "holdpoint_client", "api"), { recursive: true });
    const made = modules.filter((name) => name.includes("/") && !/__/.test(name)).length;
    if (made !== operations.length) {
      throw new Error(`openapi-python-client made ${made} of ${operations.length} operations.`);
    }

    await say(program("tsc"), ["--project", "tsconfig.json"]);
    const clients: [string, string[]][] = [
      [process.execPath, ["out/openapi-typescript.js"]],
      [process.execPath, ["out/hey-api.js"]],
      [join(python, "python"), ["python.py"]],
    ];
    for (const [command, args] of clients) {
      const answer = (await say(command, [...args, stack.url])).trim();
      if (!isDeepStrictEqual(JSON.parse(answer), DONE)) {
        throw new Error(`${args[0]} answered ${answer}`);
      }
      console.log(`${args[0]}: created a plan, decided its hold, read it back.`);
    }
    console.log(`3 generators, ${operations.length} operations each, no warnings.`);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await stack.stop();
  }
}

async function installNode(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) {
    await cp(join(HERE, name), join(folder, name));
  }
  const code = await run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], folder);
  if (code !== 0)
    throw new Error("npm could not install test/generators: is its registry reachable?");
}

function operationsOf(document: OpenApiDocument): string[] {
  const described = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  return described.map(({ operationId }) => String(operationId));
}

/** Runs a program in a folder and answers what it said. @throws Error when it fails or warns. */
function createSay(cwd: string, PATH: string) {
  const env = { ...process.env, PATH, NO_COLOR: "1" };
  return (program: string, args: readonly string[]) =>
    new Promise<string>((resolve, reject) => {
      execFile(program, args, { cwd, env }, (error, stdout, stderr) => {
        const said = `${stdout}${stderr}`.replaceAll(/^npm warn .*\n/gm, "");
        const warned = /\bwarn(ing)?\b|⚠/i.test(said);
        if (error === null && !warned) return resolve(stdout);
        reject(new Error(`${program} ${args.join(" ")}:\n${said}`, { cause: error ?? undefined }));
      });
    });
}

/** @throws Error for operations that a generated file does not have. */
async function allIn(
  folder: string,
  file: string,
  operations: readonly string[],
  as: (id: string) => string,
): Promise<void> {
  const text = await readFile(join(folder, file), "utf8");
  const missing = operations.filter((id) => !text.includes(as(id)));
  if (missing.length > 0) throw new Error(`${file} lacks ${missing.join(", ")}.`);
}

await main();
