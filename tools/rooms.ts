/**
 * The rooms of the house: which folder may import which, and what its code may touch. This table is
 * the only place where that is decided. `tools/house` checks every import against it and builds the
 * linter's overrides from it.
 *
 * A path is a folder, or a single module without its extension (`src/runtime/define-config`); the most
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
  /**
   * The inner rooms, lowest first; `.` stands for the files right in the room's folder. Files import
   * from their own inner room and from those before it, types included.
   */
  readonly layers?: readonly string[];
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
  "src/contract/tables",
  "src/contract/sentences",
  "src/text",
  "src/json",
  "src/plan",
  "src/compat",
  "src/words",
  "src/workflows",
  "src/workflows/wire",
  "src/llm",
  "src/tools",
  "src/activities",
  "src/temporal",
  "src/api",
  "src/client",
  "src/mcp",
  "src/cli",
  "src/runtime",
  "src/testing",
  "src/web",
  "bin",
  "test",
  "bench",
  "examples",
  "deploy",
  "tools",
  ".",
] as const;

/** Pure: each ran in the workflow sandbox and in replays. */
const PURE_NPM = [
  "@noble/curves",
  "@noble/hashes",
  "canonicalize",
  "fractional-indexing",
  "@cfworker/json-schema",
  "zod",
];
const SANDBOX_NPM = [
  "@temporalio/workflow",
  "@temporalio/common",
  "@temporalio/interceptors-opentelemetry",
  "zod",
];

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
  // These are plain tables without zod: whoever wants a word need not load schemas.
  "src/contract/tables": { imports: [], types: ["src/contract"], npm: [], node: false },
  "src/contract/sentences": {
    imports: ["src/contract/tables", "src/text"],
    types: ["src/contract"],
    npm: [],
    node: false,
  },
  "src/text": { imports: [], types: [], npm: [], node: false, sandbox: PLAN_SANDBOX },
  "src/json": {
    imports: ["src/contract/tables", "src/contract/sentences", "src/text"],
    types: ["src/contract"],
    npm: [],
    node: false,
    sandbox: PLAN_SANDBOX,
  },
  "src/plan": {
    imports: ["src/contract", "src/text", "src/json"],
    types: [],
    npm: PURE_NPM,
    node: false,
    sandbox: PLAN_SANDBOX,
    layers: [
      "model",
      "todos",
      "edits",
      "holds",
      "agents",
      "sessions",
      "views",
      "create",
      "thinking",
      "moves",
      ".",
      "segments",
    ],
  },
  // People's words, read by a grammar: outlines become plans, instructions edits.
  "src/words": {
    imports: ["src/contract", "src/plan", "src/text", "src/json"],
    types: [],
    npm: ["zod"],
    node: false,
    sandbox: PLAN_SANDBOX,
    layers: [".", "edits", "outline"],
  },
  // Formats of others, put into ours and back: the seeds' own records and messages.
  "src/compat": {
    imports: ["src/contract", "src/plan", "src/text", "src/json"],
    types: [],
    npm: ["zod"],
    node: false,
  },
  "src/workflows": {
    imports: ["src/contract", "src/plan", "src/text", "src/json"],
    types: ["src/activities"],
    npm: SANDBOX_NPM,
    node: false,
    sandbox: WORKFLOW_SANDBOX,
  },
  // The API imports this folder: it may pull no workflow code along.
  "src/workflows/wire": {
    imports: ["src/plan", "src/text", "src/contract/tables", "src/contract/plan/commands"],
    types: ["src/contract", "src/activities", "src/workflows"],
    npm: SANDBOX_NPM,
    node: false,
    sandbox: WORKFLOW_SANDBOX,
  },
  "src/llm": {
    imports: ["src/contract", "src/plan", "src/text"],
    types: [],
    npm: "any",
    node: true,
  },
  "src/tools": {
    imports: ["src/contract", "src/plan", "src/text", "src/json"],
    types: [],
    npm: "any",
    node: true,
  },
  "src/activities": {
    imports: [
      "src/contract",
      "src/plan",
      "src/text",
      "src/json",
      "src/llm",
      "src/tools",
      "src/temporal",
    ],
    types: [],
    npm: "any",
    node: true,
  },
  "src/temporal": {
    imports: ["src/contract", "src/json"],
    types: [],
    npm: "any",
    node: true,
    layers: ["machine", "connection", "embedded/binary", "embedded", "."],
  },
  "src/api": {
    imports: [
      "src/contract",
      "src/plan",
      "src/temporal",
      "src/workflows/wire",
      "src/mcp",
      "src/compat",
      "src/words",
      "src/text",
      "src/json",
    ],
    types: ["src/workflows"],
    npm: "any",
    node: true,
    layers: [
      "http",
      "body",
      "gateway",
      "auth",
      "commands",
      "log",
      "stream/feed",
      "stream",
      "openapi",
      "routes",
      ".",
    ],
  },
  "src/client": {
    imports: ["src/contract", "src/plan", "src/text"],
    types: ["src/compat"],
    npm: "any",
    node: true,
  },
  // What models are offered over MCP: an adapter of the API's routes, with no rules of its own.
  "src/mcp": {
    imports: ["src/contract", "src/text", "src/json"],
    types: [],
    npm: "any",
    node: true,
  },
  "src/cli": {
    imports: [
      "src/client",
      "src/mcp",
      "src/contract",
      "src/plan",
      "src/compat",
      "src/text",
      "src/words",
      "src/json",
      "src/runtime",
    ],
    types: [],
    npm: "any",
    node: true,
    layers: ["terminal", "messages", "session", "input", "render", "live", "chat", "commands", "."],
  },
  "src/runtime": {
    imports: [
      "src/contract",
      "src/plan",
      "src/text",
      "src/json",
      "src/compat",
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
    imports: [
      "src/contract",
      "src/plan",
      "src/text",
      "src/words",
      "src/client",
      "src/runtime",
      "src/tools",
    ],
    types: ["src/llm"],
    npm: "any",
    node: true,
  },
  // Runs in browsers: it has a tsconfig of its own, which knows JSX and the DOM.
  "src/web": {
    imports: ["src/client", "src/contract", "src/plan", "src/text", "src/json", "src/words"],
    types: [],
    npm: "any",
    node: false,
    layers: [
      "words",
      "session",
      "parts",
      "deciding",
      "talk",
      "versions",
      "inbox",
      "boards",
      "plans",
      "system",
      ".",
    ],
  },
  bin: { imports: ["src/cli", "src/runtime"], types: [], npm: "any", node: true },
  test: {
    imports: [
      "src/contract",
      "src/plan",
      "src/text",
      "src/json",
      "src/compat",
      "src/words",
      "src/workflows",
      "src/llm",
      "src/tools",
      "src/activities",
      "src/temporal",
      "src/api",
      "src/client",
      "src/mcp",
      "src/cli",
      "src/runtime",
      "src/testing",
      "src/web",
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
      "src/text",
      "src/json",
      "src/compat",
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
    imports: [
      "src/tools",
      "src/contract",
      "src/client",
      "src/testing",
      "src/runtime/define-config",
    ],
    types: [],
    npm: "any",
    node: true,
    outside: true,
  },
  // The configuration of the image.
  deploy: { imports: [], types: [], npm: [], node: true, outside: true },
  // Recordings ask the service as its users do.
  tools: { imports: ["src/client"], types: [], npm: "any", node: true },
  // Configuration files of the root folder, such as holdpoint.config.ts.
  ".": {
    imports: ["src/tools", "src/runtime/define-config", "examples", "test", "tools"],
    types: [],
    npm: "any",
    node: true,
    outside: true,
  },
};

/** Files that may hold nothing but re-exports, besides those that package.json exports. */
export const BARRELS: readonly string[] = ["src/contract/index.ts", "src/workflows/index.ts"];

/** The only modules of the command line that write: they let nothing through that a terminal obeys. */
export const WRITERS: readonly string[] = [
  "src/cli/terminal/output.ts",
  "src/cli/terminal/screen.ts",
];

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
