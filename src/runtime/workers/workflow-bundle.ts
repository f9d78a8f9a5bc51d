import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  bundleWorkflowCode,
  DefaultLogger,
  type BundlerPlugin,
  type WorkflowBundle,
} from "@temporalio/worker";
import { TRACES_MODULE, WORKFLOW_CODE } from "./workflow-code.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const CACHE = join(ROOT, "node_modules/.cache/holdpoint");
/** Those that come with the package. @public for what builds it. */
export const SHIPPED = "lib/bundles";
/** What every Node that runs workers understands. */
const TARGET = "es2022";
/** Traces name lines: those of columns, too, are a quarter of what a bundle weighs in the package. */
const LINES = "inline-cheap-module-source-map";
const UNUSED_MS = 7 * 24 * 60 * 60 * 1_000;

type WebpackConfig = Parameters<
  NonNullable<Parameters<typeof bundleWorkflowCode>[0]["webpackConfigHook"]>
>[0];

interface BundleOptions {
  /** What adds modules to the workflow code. */
  readonly plugins?: readonly BundlerPlugin[];
  /** What the workflow code makes failures with; the SDK's own when absent. */
  readonly failureConverterPath?: string | undefined;
  /** The folder where bundles are kept. */
  readonly cache?: string;
  readonly bundle?: (options: Parameters<typeof bundleWorkflowCode>[0]) => Promise<WorkflowBundle>;
}

/** What this process has loaded, by what was added to the workflow code: what it runs stays as it was. */
const loaded = new Map<string, Promise<WorkflowBundle>>();

/**
 * The workflow code as workers load it. Bundling takes seconds of computing, so the result is kept
 * under a digest of everything that goes into it: it is built once, by whoever needs it first. A process
 * with many workers, as one of tests, reads it once.
 *
 * Promises: a bundle of other code, or one that was damaged on disk, is never used. Processes that
 * build at once do not disturb one another. Where nothing can be kept, each process builds it.
 */
export function loadWorkflowBundle(options: BundleOptions = {}): Promise<WorkflowBundle> {
  const { plugins = [], failureConverterPath, cache, bundle } = options;
  if (cache !== undefined || bundle !== undefined) return readOrBuild(options);
  const added = JSON.stringify([plugins.map(({ name }) => name), failureConverterPath]);
  const whole = loaded.get(added) ?? readOrBuild(options);
  loaded.set(added, whole);
  whole.catch(() => loaded.delete(added));
  return whole;
}

async function readOrBuild({
  plugins = [],
  failureConverterPath,
  cache = CACHE,
  bundle = bundleWorkflowCode,
}: BundleOptions): Promise<WorkflowBundle> {
  const name = `workflows-${await digestOfSources(plugins, failureConverterPath)}`;
  const file = join(cache, name);
  const kept = (await readKept(join(ROOT, SHIPPED, name))) ?? (await readKept(file));
  if (kept !== undefined) return { code: kept };
  const { code: whole } = await bundle({
    ...WORKFLOW_CODE,
    plugins: [...plugins],
    ...(failureConverterPath !== undefined && { failureConverterPath }),
    // Modules are named by where they are below it, so that it matters not who builds, nor where.
    webpackConfigHook: (config) => ({ ...forThisNode(config), context: ROOT, devtool: LINES }),
    // Webpack tells about every module at a lower level.
    logger: new DefaultLogger("WARN"),
  });
  const code = withoutSources(whole);
  // A folder that cannot be written to costs time at the next start, and nothing else.
  await keep(file, code).catch(() => undefined);
  return { code };
}

/**
 * The SDK compiles for Node 8: each spread of an object is then a function that copies property by
 * property, and each private field a map.
 */
function forThisNode(config: WebpackConfig): WebpackConfig {
  const rules = config.module?.rules?.map((rule) => {
    if (typeof rule !== "object" || rule === null) return rule;
    const { use } = rule;
    if (typeof use !== "object" || use === null || Array.isArray(use)) return rule;
    const { options } = use;
    if (typeof options !== "object" || !("jsc" in options)) return rule;
    const jsc = { ...(options["jsc"] as object), target: TARGET };
    return { ...rule, use: { ...use, options: { ...options, jsc } } };
  });
  return rules === undefined ? config : { ...config, module: { ...config.module, rules } };
}

/** The file's first line is the digest of the rest. */
async function readKept(file: string): Promise<string | undefined> {
  const text = await readFile(file, "utf8").catch(() => "");
  const end = text.indexOf("\n");
  const code = text.slice(end + 1);
  return end > 0 && text.slice(0, end) === sha256(code) ? code : undefined;
}

async function keep(file: string, code: string): Promise<void> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true });
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, `${sha256(code)}\n${code}`);
  await rename(unfinished, file);
  for (const name of await readdir(folder)) {
    const other = join(folder, name);
    const { mtimeMs } = await stat(other);
    if (mtimeMs < Date.now() - UNUSED_MS) await rm(other, { force: true });
  }
}

/** Changes with any file that the entry imports, with the SDK, and with the packages. */
async function digestOfSources(
  plugins: readonly BundlerPlugin[],
  failureConverterPath: string | undefined,
): Promise<string> {
  const { version } = createRequire(import.meta.url)("@temporalio/worker/package.json") as {
    version: string;
  };
  const hash = createHash("sha256").update(`${version} ${TARGET} ${LINES}\n`);
  hash.update(JSON.stringify(plugins.map(({ name }) => name)));
  for (const name of ["package.json", "package-lock.json"]) {
    hash.update(await readFile(join(ROOT, name), "utf8").catch(() => "none"));
  }
  // A Set may grow while it is walked.
  const { workflowsPath, preloadModules, workflowInterceptorModules } = WORKFLOW_CODE;
  const files = new Set([workflowsPath, ...preloadModules, ...workflowInterceptorModules]);
  if (plugins.length > 0) files.add(TRACES_MODULE);
  if (failureConverterPath !== undefined) files.add(failureConverterPath);
  for (const file of files) {
    const source = await readFile(file, "utf8");
    hash.update(`${relative(ROOT, file)}\n${source}`);
    for (const [, path] of source.matchAll(/\b(?:from|import)\s+"(\.[^"]+)"/g)) {
      files.add(resolve(dirname(file), path!));
    }
  }
  return hash.digest("hex");
}

const SOURCE_MAP = "\n//# sourceMappingURL=data:application/json;charset=utf-8;base64,";

/**
 * The code without the sources that its source map repeats, which are more than half of it: stack
 * traces name files and lines all the same, and the files as they are called in the package.
 */
function withoutSources(code: string): string {
  const at = code.lastIndexOf(SOURCE_MAP);
  if (at < 0) return code;
  const encoded = code.slice(at + SOURCE_MAP.length);
  const { sourcesContent: _, ...map } = JSON.parse(
    Buffer.from(encoded, "base64").toString(),
  ) as SourceMap;
  const sources = map.sources.map((source) =>
    isAbsolute(source) ? relative(ROOT, source) : source,
  );
  const slim = Buffer.from(JSON.stringify({ ...map, sources })).toString("base64");
  return `${code.slice(0, at)}${SOURCE_MAP}${slim}\n`;
}

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent?: readonly string[];
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
