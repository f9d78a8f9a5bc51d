import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build as bundle, type Plugin } from "esbuild";

/*
 * `npm run build`: what users install, in `dist/package`. It has the tree of the sources, compiled and
 * with types, so that everything finds its files where it is used to; the command line as one module;
 * the workflows as workers load them; and the screen.
 */
const ROOT = fileURLToPath(new URL("../", import.meta.url));
const PACKAGE = join(ROOT, "dist/package");
const LIB = join(PACKAGE, "lib");

/** What is read while it runs, and stays as it is. */
const FILES = [
  "LICENSE",
  "README.md",
  "CHANGELOG.md",
  "bin",
  "docs",
  "examples/goal-demo",
  "examples/review-report",
  "temporal-dev.yaml",
  "tools/temporal-cli",
];
/** What tells about the sources, and pictures for those who work on them. */
const NOT_SHIPPED = [
  "docs/architecture.md",
  "docs/decisions",
  "docs/glossary.md",
  "docs/images/screens",
  "docs/progress.md",
  "docs/specification.md",
  "docs/terminal",
];
const BESIDE_SOURCES = ["llm/prompts", "temporal/connection/payloads/encode-failures.cjs"];
/** What only the sources need: the package is built already, and its command line has these within itself. */
const NOT_NEEDED = ["@clack/prompts", "@stricli/core", "esbuild", "string-width", "yoctocolors"];

async function main(): Promise<void> {
  await rm(PACKAGE, { recursive: true, force: true });
  await mkdir(LIB, { recursive: true });
  // Editors show people the comments of types; those of code would be 0.2 MB of the packed package.
  must("tsc", "-p", "tsconfig.build.json", "--emitDeclarationOnly");
  must("tsc", "-p", "tsconfig.build.json", "--declaration", "false", "--removeComments");
  for (const file of FILES) await copy(file, file);
  for (const file of NOT_SHIPPED) await rm(join(PACKAGE, file), { recursive: true });
  for (const file of BESIDE_SOURCES) await copy(join("src", file), join("lib", file));
  await dropDeadLinks();
  await writeFile(join(PACKAGE, "package.json"), `${JSON.stringify(await manifest(), null, 2)}\n`);
  must("vite", "build", "--logLevel", "error");
  await copy("dist/web", "dist/web");
  await rm(join(PACKAGE, "dist/web/sources.sha256"), { force: true });
  await buildCommandLine();
  await buildWorkflows();
  await dropTypesNobodySees();
  console.log(`Built ${relative(process.cwd(), PACKAGE)}; \`npm pack ./dist/package\` packs it.`);
}

async function copy(from: string, to: string): Promise<void> {
  await cp(join(ROOT, from), join(PACKAGE, to), { recursive: true });
}

/** @throws Error when the program fails. */
function must(program: string, ...args: readonly string[]): void {
  const { status } = spawnSync(join(ROOT, "node_modules/.bin", program), args, {
    cwd: ROOT,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}.`);
}

/** A link or a picture of a document that leads to a file; with its text and the path. */
const FILE_LINK = /!?\[([^\]]*)\]\((?![a-z]+:|#)([^)#\s]+)[^)\s]*\)/g;

/** What documents link to and the package does not have is named by its text; a picture goes without a word. */
async function dropDeadLinks(): Promise<void> {
  for (const name of await readdir(PACKAGE, { recursive: true })) {
    if (!name.endsWith(".md")) continue;
    const file = join(PACKAGE, name);
    const written = (await readFile(file, "utf8")).replaceAll(
      FILE_LINK,
      (link: string, text: string, path: string) => {
        if (existsSync(resolve(dirname(file), path))) return link;
        return link.startsWith("!") ? "" : text;
      },
    );
    await writeFile(file, written.replaceAll(/\n{3,}/g, "\n\n"));
  }
}

interface Manifest {
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** The package's own: without what builds and tests it, and with the built files in place of sources. */
async function manifest(): Promise<Manifest> {
  const own = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as Manifest;
  const { scripts: _, devDependencies: __, overrides: ___, ...kept } = own;
  const built = (source: string, extension: string): string =>
    source.replace(/^\.\/src\//, "./lib/").replace(/\.ts$/, extension);
  const exported = Object.entries(own.exports).map(([name, source]) => [
    name,
    { types: built(source, ".d.ts"), default: built(source, ".js") },
  ]);
  const needed = Object.entries(own.dependencies).filter(([name]) => !NOT_NEEDED.includes(name));
  return {
    ...kept,
    exports: Object.fromEntries(exported) as Manifest["exports"],
    dependencies: Object.fromEntries(needed),
  };
}

async function buildCommandLine(): Promise<void> {
  await bundle({
    absWorkingDir: PACKAGE,
    entryPoints: { cli: join(LIB, "cli/main.js") },
    outdir: LIB,
    outExtension: { ".js": ".mjs" },
    // A command reads the code of no other.
    splitting: true,
    chunkNames: "cli-[hash]",
    charset: "utf8",
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: "warning",
    // Some packages are CommonJS and require Node's own modules.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    external: ["tsx", "pino"],
    plugins: [knowsItsFiles, runtimeStays],
  });
  // It is all in the one module now.
  await rm(join(LIB, "cli"), { recursive: true });
}

const fromBundle = (file: string): string => `./${relative(LIB, file).replaceAll("\\", "/")}`;

/** `import.meta.url` tells where a file of the package is, not where the one module is. */
const knowsItsFiles: Plugin = {
  name: "knows-its-files",
  setup(build) {
    build.onLoad({ filter: /[\\/]lib[\\/].*\.js$/ }, async ({ path }) => {
      if (!path.startsWith(LIB)) return undefined;
      const url = `new URL(${JSON.stringify(fromBundle(path))}, import.meta.url).href`;
      const contents = (await readFile(path, "utf8")).replaceAll("import.meta.url", url);
      return { contents, loader: "js" };
    });
  },
};

/** What serves plans is loaded when a command needs it, and is the same that users' tools import. */
const runtimeStays: Plugin = {
  name: "runtime-stays",
  setup(build) {
    build.onResolve({ filter: /\/runtime\/[\w/-]+\.js$/ }, ({ path, importer }) => ({
      path: fromBundle(resolve(dirname(importer), path)),
      external: true,
    }));
  },
};

interface Bundles {
  readonly SHIPPED: string;
  readonly loadWorkflowBundle: (options: { readonly cache: string }) => Promise<unknown>;
}

/**
 * The workflows as workers load them. One that encrypts or traces needs others, and builds them at its
 * first start: each would be a fifth of the package.
 */
async function buildWorkflows(): Promise<void> {
  const module = pathToFileURL(join(LIB, "runtime/workers/workflow-bundle.js")).href;
  const { loadWorkflowBundle, SHIPPED } = (await import(module)) as Bundles;
  await loadWorkflowBundle({ cache: join(PACKAGE, SHIPPED) });
}

/** What a sentence says in Korean: no type is made of it. */
const KOREAN = /readonly ko: (["'`])(?:\\.|(?!\1).)*\1;/gs;

/** Leaves the types that users' programs can come to. */
async function dropTypesNobodySees(): Promise<void> {
  const { exports } = JSON.parse(await readFile(join(PACKAGE, "package.json"), "utf8")) as {
    exports: Record<string, { types: string }>;
  };
  // A Set may grow while it is walked.
  const seen = new Set(Object.values(exports).map(({ types }) => join(PACKAGE, types)));
  for (const file of seen) {
    const text = (await readFile(file, "utf8")).replaceAll(KOREAN, "readonly ko: string;");
    await writeFile(file, text);
    for (const [, path] of text.matchAll(/(?:from |import\(|import )"(\.[^"]+)"/g)) {
      seen.add(resolve(dirname(file), path!).replace(/\.[jt]s$/, ".d.ts"));
    }
  }
  for (const name of await readdir(LIB, { recursive: true })) {
    const file = join(LIB, name);
    if (name.endsWith(".d.ts") && !seen.has(file)) await rm(file);
  }
}

await main();
