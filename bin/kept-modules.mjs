import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** As the package has them. */
const BUILT = join(ROOT, "lib");
const SOURCES = join(ROOT, "src");
const RUNTIME = join(SOURCES, "runtime");
const CACHE = join(ROOT, "node_modules/.cache/holdpoint");
/** Changes with every installed package. */
const PACKAGES = "node_modules/.package-lock.json";

/**
 * Where a module of ours is to be imported from: `cli`, or one of `src/runtime` by its path there.
 *
 * Node 20 reads no TypeScript, and a compiler that reads some 400 files at each start takes longer than
 * all that they then do. So both are bundled, kept, and built again once a file of them has changed.
 * Where nothing can be built or kept, they run from their sources.
 */
export async function locateModule(name) {
  const built = join(BUILT, name === "cli" ? "cli.mjs" : `runtime/${name}.js`);
  if (existsSync(built)) return pathToFileURL(built).href;
  // A built package does not need it, and loading it is a twentieth of `--help`.
  const { createHash } = await import("node:crypto");
  const folder = createHash("sha256").update(ROOT).digest("hex").slice(0, 16);
  // Names the modules in use, and every file that went into them as it was then; other folders may share the packages.
  const manifest = join(CACHE, `modules-${folder}.json`);
  const modules = keptModules(manifest) ?? (await build(manifest));
  if (modules !== undefined) return pathToFileURL(join(CACHE, modules[name])).href;
  const [forModules, forCommonJs] = await Promise.all([
    import("tsx/esm/api"),
    import("tsx/cjs/api"),
  ]);
  forModules.register();
  forCommonJs.register();
  return pathToFileURL(sourceOf(name)).href;
}

const sourceOf = (name) =>
  name === "cli" ? join(SOURCES, "cli/main.ts") : join(RUNTIME, `${name}.ts`);

function keptModules(manifest) {
  try {
    const { modules, files, inputs } = JSON.parse(readFileSync(manifest, "utf8"));
    const isFresh = Object.entries(inputs).every(([file, version]) => versionOf(file) === version);
    return isFresh && files.every((file) => existsSync(join(CACHE, file))) ? modules : undefined;
  } catch {
    return undefined;
  }
}

/** The modules, bundled and kept; undefined where they cannot be. */
async function build(manifest) {
  const esbuild = await import("esbuild").catch(() => undefined);
  try {
    return await buildWith(esbuild.build, manifest);
  } catch {
    return undefined;
  } finally {
    // Its process would stay, with 160 MB.
    await esbuild?.stop();
  }
}

async function buildWith(bundle, manifest) {
  const options = {
    absWorkingDir: ROOT,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    outdir: CACHE,
    outExtension: { ".js": ".mjs" },
    entryNames: "[name]-[hash]",
    write: false,
    metafile: true,
    logLevel: "silent",
    plugins: [sourcesStay],
  };
  const names = readdirSync(RUNTIME, { recursive: true }).filter((file) => file.endsWith(".ts"));
  const runtime = await bundle({
    ...options,
    entryPoints: names.map((file) => join(RUNTIME, file)),
    splitting: true,
    chunkNames: "runtime-[hash]",
    // Users' tools import some of them, too.
    packages: "external",
    define: { HOLDPOINT_COMPILED: "true" },
  });
  const modules = modulesOf(runtime.metafile);
  const cli = await bundle({
    ...options,
    entryPoints: { cli: sourceOf("cli") },
    // Some packages are CommonJS and require Node's own modules.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    // Named here, so that no other command pays for them.
    external: ["tsx", "pino"],
    // A command reads the code of no other.
    splitting: true,
    chunkNames: "cli-[hash]",
    plugins: [sourcesStay, runtimeIsBeside(modules)],
  });
  modules.cli = modulesOf(cli.metafile)["../cli/main"];
  mkdirSync(CACHE, { recursive: true });
  const outputs = [...runtime.outputFiles, ...cli.outputFiles];
  for (const { path, text } of outputs) keep(join(CACHE, basename(path)), text);
  const own = [runtime, cli].flatMap(({ metafile }) =>
    Object.keys(metafile.inputs).filter((file) => !file.startsWith("node_modules/")),
  );
  const inputs = Object.fromEntries([...own, PACKAGES].map((file) => [file, versionOf(file)]));
  const files = outputs.map(({ path }) => basename(path));
  keep(manifest, JSON.stringify({ modules, files, inputs }));
  return modules;
}

/** The file of each entry point, by the path of its source in the runtime. */
function modulesOf({ outputs }) {
  return Object.fromEntries(
    Object.entries(outputs).flatMap(([file, { entryPoint }]) =>
      entryPoint === undefined ? [] : [[nameOf(join(ROOT, entryPoint)), basename(file)]],
    ),
  );
}

const nameOf = (source) => relative(RUNTIME, source).replaceAll("\\", "/").replace(/\.ts$/, "");

/** Whole or not at all: others may build at the same time. */
function keep(file, text) {
  const unfinished = `${file}.${crypto.randomUUID()}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
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

/** What serves plans is loaded when a command needs it. */
const runtimeIsBeside = (modules) => ({
  name: "runtime-is-beside",
  setup({ onResolve }) {
    onResolve({ filter: /\/runtime\/[\w/-]+\.ts$/ }, ({ path, importer }) => {
      const source = resolve(dirname(importer), path);
      return { path: `./${modules[nameOf(source)]}`, external: true };
    });
  },
});
