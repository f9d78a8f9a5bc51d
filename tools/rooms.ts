/**
 * The rooms of the house: which folder may import which, and what its code may touch. This table is
 * the only place where that is decided. `tools/house` checks every import against it and builds the
 * linter's overrides from it.
 *
 * A path is a folder, or a single module without its extension (`src/contract/vocabulary`); the most
 * specific path wins. A folder that is not listed may hold no code: a new room starts here.
 */
export interface Room {
  /** Whose values may be imported: rooms, or single modules of them. Own files always may. */
  readonly imports: readonly (RoomPath | ModulePath)[];
  /** Of whom only types may be imported, by `import type`. */
  readonly types: readonly RoomPath[];
  /** Which npm packages: all, or only the named ones. */
  readonly npm: "any" | readonly string[];
  /** Whether Node's built-in modules may be imported. */
  readonly node: boolean;
  /** Rules for code that must give the same answer whenever and wherever it runs again. */
  readonly sandbox?: Sandbox;
  /** Files see the product as its users do: by the package's name, never by a path into `src`. */
  readonly outside?: boolean;
}

export interface Sandbox {
  /** Names that may not be used, each with what to do instead. */
  readonly globals: Readonly<Record<string, string>>;
  /** `Object.member` that may not be used, each with what to do instead. */
  readonly members: Readonly<Record<string, string>>;
  /** Whether `new Date()` may read the clock. */
  readonly clock: boolean;
}

export type RoomPath = (typeof ROOM_PATHS)[number];
type ModulePath = `${RoomPath}/${string}`;

export const ROOM_PATHS = [
  "src/contract",
  "src/contract/vocabulary",
  "src/contract/problem",
  "src/plan",
  "src/workflows",
  "src/workflows/messages",
  "src/llm",
  "src/tools",
  "src/activities",
  "src/temporal",
  "src/api",
  "src/client",
  "src/cli",
  "src/runtime",
  "src/testing",
  "web",
  "bin",
  "test",
  "bench",
  "examples",
  "tools",
  ".",
] as const;

/** Pure: each ran in the workflow sandbox and in replays. */
const PURE_NPM = ["@noble/hashes", "canonicalize", "fractional-indexing", "@cfworker/json-schema"];
const SANDBOX_NPM = ["@temporalio/workflow", "@temporalio/common"];

const ACTIVITY = "let an activity do it";
const NO_GLOBALS = {
  fetch: ACTIVITY,
  process: "take what you need as an argument",
  performance: "take the time as an argument",
  crypto: "use a pure hash, or take the id as an argument",
  require: "use an import",
  WeakRef: "its answer depends on the garbage collector",
  FinalizationRegistry: "its call depends on the garbage collector",
};

const PLAN_SANDBOX: Sandbox = {
  clock: false,
  globals: {
    ...NO_GLOBALS,
    console: "return what is to be told",
    setTimeout: "return a deadline",
    setInterval: "return a deadline",
    setImmediate: "return what follows",
    queueMicrotask: "return what follows",
  },
  members: {
    "Date.now": "take the time as an argument",
    "Math.random": "take the choice as an argument",
  },
};

// Date and Math.random answer the same on replay here: Temporal replaces them in its sandbox.
const WORKFLOW_SANDBOX: Sandbox = {
  clock: true,
  globals: {
    ...NO_GLOBALS,
    console: "use `log` of @temporalio/workflow: it is silent during replay",
    setTimeout: "use `sleep` or `condition` of @temporalio/workflow: they end on cancellation",
    setInterval: "use `sleep` of @temporalio/workflow in a loop",
    setImmediate: "await what you wait for",
  },
  members: {},
};

export const ROOMS: Readonly<Record<RoomPath, Room>> = {
  "src/contract": { imports: [], types: [], npm: ["zod"], node: false },
  // These two are plain tables without zod, so that the plan and the workflow bundle stay small.
  "src/contract/vocabulary": { imports: [], types: ["src/contract"], npm: [], node: false },
  "src/contract/problem": {
    imports: ["src/contract/vocabulary"],
    types: ["src/contract"],
    npm: [],
    node: false,
  },
  "src/plan": {
    imports: ["src/contract/vocabulary", "src/contract/problem"],
    types: ["src/contract"],
    npm: PURE_NPM,
    node: false,
    sandbox: PLAN_SANDBOX,
  },
  "src/workflows": {
    imports: ["src/plan", "src/contract/vocabulary", "src/contract/problem"],
    types: ["src/contract", "src/activities"],
    npm: SANDBOX_NPM,
    node: false,
    sandbox: WORKFLOW_SANDBOX,
  },
  // The API imports this module: it may pull no workflow code along.
  "src/workflows/messages": {
    imports: ["src/plan", "src/contract/vocabulary", "src/contract/problem"],
    types: ["src/contract", "src/activities", "src/workflows"],
    npm: SANDBOX_NPM,
    node: false,
    sandbox: WORKFLOW_SANDBOX,
  },
  "src/llm": { imports: ["src/contract", "src/plan"], types: [], npm: "any", node: true },
  "src/tools": { imports: ["src/contract", "src/plan"], types: [], npm: "any", node: true },
  "src/activities": {
    imports: ["src/contract", "src/plan", "src/llm", "src/tools", "src/temporal"],
    types: [],
    npm: "any",
    node: true,
  },
  "src/temporal": { imports: ["src/contract"], types: [], npm: "any", node: true },
  "src/api": {
    imports: [
      "src/contract",
      "src/plan",
      "src/temporal",
      "src/workflows/messages",
      "src/workflows/plan-start",
    ],
    types: ["src/workflows"],
    npm: "any",
    node: true,
  },
  "src/client": { imports: ["src/contract"], types: ["src/api"], npm: "any", node: true },
  "src/cli": {
    imports: ["src/client", "src/contract", "src/plan", "src/runtime"],
    types: [],
    npm: "any",
    node: true,
  },
  "src/runtime": {
    imports: [
      "src/contract",
      "src/plan",
      "src/workflows",
      "src/llm",
      "src/tools",
      "src/activities",
      "src/temporal",
      "src/api",
      "src/client",
    ],
    types: [],
    npm: "any",
    node: true,
  },
  "src/testing": {
    imports: ["src/contract", "src/plan"],
    types: ["src/llm"],
    npm: "any",
    node: true,
  },
  web: {
    imports: ["src/client", "src/contract", "src/plan"],
    types: [],
    npm: "any",
    node: false,
  },
  bin: { imports: ["src/cli"], types: [], npm: "any", node: true },
  test: {
    imports: [
      "src/contract",
      "src/plan",
      "src/workflows",
      "src/llm",
      "src/tools",
      "src/activities",
      "src/temporal",
      "src/api",
      "src/client",
      "src/cli",
      "src/runtime",
      "src/testing",
      "web",
      "bench",
      "examples",
      "tools",
      ".",
    ],
    types: [],
    npm: "any",
    node: true,
  },
  bench: {
    imports: [
      "src/contract",
      "src/plan",
      "src/workflows",
      "src/llm",
      "src/tools",
      "src/activities",
      "src/temporal",
      "src/api",
      "src/client",
      "src/runtime",
    ],
    types: [],
    npm: "any",
    node: true,
  },
  examples: {
    imports: ["src/tools", "src/contract", "src/client", "src/testing", "src/runtime/config"],
    types: [],
    npm: "any",
    node: true,
    outside: true,
  },
  tools: { imports: [], types: [], npm: "any", node: true },
  // Configuration files of the root folder, such as holdpoint.config.ts.
  ".": {
    imports: ["src/tools", "src/runtime/config", "examples", "test", "tools"],
    types: [],
    npm: "any",
    node: true,
    outside: true,
  },
};

/** Files that may hold nothing but re-exports, besides those that package.json exports. */
export const BARRELS: readonly string[] = ["src/contract/index.ts", "src/workflows/index.ts"];

/** The room of a file (path from the root, with `/`), or undefined when its folder is no room. */
export function roomOf(file: string): RoomPath | undefined {
  if (!file.includes("/")) return ".";
  return mostSpecific(file, ROOM_PATHS);
}

/** The longest of `paths` that is the module or a folder of `file`. */
export function mostSpecific<P extends string>(file: string, paths: readonly P[]): P | undefined {
  const module = file.replace(/(\.d)?\.[cm]?[jt]sx?$/, "");
  return paths
    .filter((path) => module === path || file.startsWith(`${path}/`))
    .toSorted((a, b) => b.length - a.length)[0];
}
