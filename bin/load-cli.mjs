import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** As the package has it. */
const BUILT = join(ROOT, "lib/cli.mjs");
const ENTRY = join(ROOT, "src/cli/main.ts");
const CACHE = join(ROOT, "node_modules/.cache/holdpoint");
/** Names the bundle in use, and every file that went into it as it was then. */
const MANIFEST = join(CACHE, "cli.json");
/** Changes with every installed package. */
const PACKAGES = "node_modules/.package-lock.json";

/**
 * The command line, as one module. A command that asks the API takes longer to compile than to run,
 * so the bundle is kept, and built again once a file of it has changed. Where nothing can be built or
 * kept, the command line runs from its sources.
 */
export async function loadCli() {
  if (existsSync(BUILT)) return import(pathToFileURL(BUILT).href);
  const bundle = keptBundle() ?? (await build().catch(() => undefined));
  if (bundle !== undefined) return import(pathToFileURL(bundle).href);
  const [modules, commonJs] = await Promise.all([import("tsx/esm/api"), import("tsx/cjs/api")]);
  modules.register();
  commonJs.register();
  return import(pathToFileURL(ENTRY).href);
}

function keptBundle() {
  try {
    const { root, bundle, inputs } = JSON.parse(readFileSync(MANIFEST, "utf8"));
    const isFresh = Object.entries(inputs).every(([file, version]) => versionOf(file) === version);
    return root === ROOT && isFresh && statSync(join(CACHE, bundle)).isFile()
      ? join(CACHE, bundle)
      : undefined;
  } catch {
    return undefined;
  }
}

async function build() {
  const { build: bundle } = await import("esbuild");
  const { metafile, outputFiles } = await bundle({
    absWorkingDir: ROOT,
    entryPoints: [ENTRY],
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    outdir: CACHE,
    write: false,
    metafile: true,
    logLevel: "silent",
    // Some packages are CommonJS and require Node's own modules.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    // Named here, so that no other command pays for them.
    external: ["tsx", "pino"],
    plugins: [sourcesStay, runtimeStays],
  });
  const code = outputFiles[0].text;
  const name = `cli-${createHash("sha256").update(code).digest("hex").slice(0, 16)}.mjs`;
  const own = Object.keys(metafile.inputs).filter((file) => !file.startsWith("node_modules/"));
  const inputs = Object.fromEntries([...own, PACKAGES].map((file) => [file, versionOf(file)]));
  mkdirSync(CACHE, { recursive: true });
  keep(name, code);
  keep("cli.json", JSON.stringify({ root: ROOT, bundle: name, inputs }));
  return join(CACHE, name);
}

/** Whole or not at all: others may build at the same time. */
function keep(name, text) {
  const unfinished = join(CACHE, `${name}.${randomUUID()}`);
  writeFileSync(unfinished, text);
  renameSync(unfinished, join(CACHE, name));
}

function versionOf(file) {
  const { mtimeMs, size } = statSync(join(ROOT, file));
  return `${mtimeMs} ${size}`;
}

/** `import.meta.url` tells where a source is, not where the bundle is. */
const sourcesStay = {
  name: "sources-stay",
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
      const url = JSON.stringify(pathToFileURL(path).href);
      const contents = readFileSync(path, "utf8").replaceAll("import.meta.url", url);
      return { contents, loader: "ts" };
    });
  },
};

/** What serves plans here is loaded from its sources: the workers and the users' tools import them, too. */
const runtimeStays = {
  name: "runtime-stays",
  setup({ onResolve }) {
    onResolve({ filter: /\/runtime\/[\w-]+\.ts$/ }, ({ path, importer }) => ({
      path: pathToFileURL(resolve(dirname(importer), path)).href,
      external: true,
    }));
  },
};
