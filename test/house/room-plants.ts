import type { Plant } from "./planted-tree.ts";

function refused(rule: string, file: string, source: string): Plant {
  return { file, source, rules: [rule] };
}

function allowed(file: string, source: string): Plant {
  return { file, source, rules: [] };
}

const FORMS: readonly Plant[] = [
  refused(
    "room-import",
    "src/workflows/passes-on.ts",
    'export { thing } from "../api/thing.ts";\nexport const own = 1;',
  ),
  refused(
    "room-import",
    "src/client/dynamic.ts",
    'export const load = () => import("../temporal/thing.ts");',
  ),
  refused(
    "room-import",
    "src/client/template.ts",
    "export const load = () => import(`../temporal/thing.ts`);",
  ),
  refused(
    "room-import",
    "src/client/required.ts",
    'export const own = require("../temporal/thing.ts");',
  ),
  refused(
    "room-import",
    "src/client/type-expression.ts",
    'export type Own = import("../temporal/thing.ts").Thing;',
  ),
  refused("room-import", "src/api/routes/deep/far.ts", 'import "../../../activities/thing.ts";'),
  refused("room-import", "src/api/roundabout.ts", 'import "./../plan/../activities/thing.ts";'),
  refused("room-import", "src/api/over-the-root.ts", 'import "../../src/activities/thing.ts";'),
  refused(
    "room-import",
    "src/api/silenced.ts",
    '// oxlint-disable-next-line\nimport "../activities/thing.ts";',
  ),
  refused(
    "room-type-only",
    "src/api/inline-type.ts",
    'import { type Thing } from "../workflows/thing.ts";\nexport type Own = Thing;',
  ),
  allowed(
    "src/api/type-on.ts",
    'export type { Thing } from "../workflows/thing.ts";\nexport const own = 1;',
  ),
  allowed(
    "src/api/routes/wire.ts",
    'export { thing } from "../../workflows/wire/thing.ts";\nexport const own = 1;',
  ),
  refused(
    "room-computed-import",
    "src/workflows/computed.ts",
    "export const load = (name: string) => import(name);",
  ),
  allowed("src/tools/computed.ts", "export const load = (name: string) => import(name);"),
  refused("room-path", "src/api/alias.ts", 'import "#activities/thing.ts";'),
  refused("room-path", "src/api/url.ts", 'import "file:///src/activities/thing.ts";'),
  refused("parse-error", "src/api/broken.ts", "export const = ;"),
];

const ROOMS: readonly Plant[] = [
  allowed(
    "src/api/core.ts",
    'import { thing } from "../plan/thing.ts";\nexport const own = thing;',
  ),
  refused("room-import", "src/plan/upwards.ts", 'import "../api/thing.ts";'),
  refused("room-import", "src/client/server.ts", 'import "../api/thing.ts";'),
  refused("room-import", "src/cli/past-the-api.ts", 'import "../temporal/thing.ts";'),
  refused("room-import", "src/contract/tables/upwards.ts", 'import "../../plan/thing.ts";'),
  refused("room-type-only", "src/workflows/activity.ts", 'import "../activities/thing.ts";'),
  allowed(
    "src/workflows/activity-type.ts",
    'import type { Thing } from "../activities/thing.ts";\nexport type Own = Thing;',
  ),
];

const LAYERS: readonly Plant[] = [
  allowed(
    "src/plan/holds/down.ts",
    'import { thing } from "../model/thing.ts";\nexport const own = thing;',
  ),
  allowed(
    "src/plan/top.ts",
    'import { thing } from "./holds/thing.ts";\nexport const own = thing;',
  ),
  refused("room-layer", "src/plan/model/up.ts", 'import "../holds/thing.ts";'),
  refused("room-layer", "src/plan/model/to-the-top.ts", 'import "../thing.ts";'),
  refused(
    "room-layer",
    "src/plan/model/type-up.ts",
    'import type { Thing } from "../holds/thing.ts";\nexport type Own = Thing;',
  ),
  refused("room-layer", "src/temporal/elsewhere/thing.ts", 'import "../thing.ts";'),
];

const PACKAGES: readonly Plant[] = [
  refused(
    "room-node",
    "src/plan/node.ts",
    'import { readFileSync } from "node:fs";\nexport const own = readFileSync;',
  ),
  refused(
    "room-node",
    "src/plan/node-type.ts",
    'import type { Stats } from "node:fs";\nexport type Own = Stats;',
  ),
  refused(
    "room-node",
    "src/contract/node.ts",
    'import { join } from "node:path";\nexport const own = join;',
  ),
  allowed("src/tools/node.ts", 'import { join } from "node:path";\nexport const own = join;'),
  allowed("src/plan/zod.ts", 'import { z } from "zod";\nexport const own = z;'),
  refused(
    "room-npm",
    "src/plan/yaml.ts",
    'import { parse } from "yaml";\nexport const own = parse;',
  ),
  refused(
    "room-npm",
    "src/workflows/yaml.ts",
    'import { parse } from "yaml";\nexport const own = parse;',
  ),
  refused(
    "room-npm",
    "src/contract/tables/zod.ts",
    'import { z } from "zod";\nexport const own = z;',
  ),
  allowed("src/contract/zod.ts", 'import { z } from "zod";\nexport const own = z;'),
  refused(
    "room-npm",
    "src/contract/yaml.ts",
    'import { parse } from "yaml";\nexport const own = parse;',
  ),
  refused(
    "room-npm",
    "src/workflows/client.ts",
    'import { Client } from "@temporalio/client";\nexport const own = Client;',
  ),
  refused(
    "room-npm",
    "src/plan/temporal.ts",
    'import { sleep } from "@temporalio/workflow";\nexport const own = sleep;',
  ),
  allowed(
    "src/workflows/temporal.ts",
    'import { sleep } from "@temporalio/workflow";\nexport const own = sleep;',
  ),
  allowed(
    "src/plan/hash.ts",
    'import { sha256 } from "@noble/hashes/sha2.js";\nexport const own = sha256;',
  ),
];

const OWN_NAME: readonly Plant[] = [
  allowed(
    "examples/one/tool.ts",
    'import { thing } from "holdpoint/tools";\nexport const own = thing;',
  ),
  allowed(
    "examples/one/people.test.ts",
    'import { thing } from "holdpoint/testing";\nexport const own = thing;',
  ),
  allowed(
    "examples/one/deep/own.ts",
    'import { thing } from "../thing.ts";\nexport const own = thing;',
  ),
  allowed(
    "examples/one/holdpoint.config.ts",
    'import { thing } from "holdpoint/config";\nexport const own = thing;',
  ),
  refused("room-package-name", "examples/one/by-path.ts", 'import "../../src/tools/thing.ts";'),
  refused("room-package-name", "examples/one/not-public.ts", 'import "holdpoint/activities";'),
  refused(
    "room-import",
    "examples/one/exported-but-not-for-examples.ts",
    'import "holdpoint/runtime";',
  ),
  refused("room-import", "examples/one/other-example.ts", 'import "../two/thing.ts";'),
  refused("room-package-name", "src/cli/own-name.ts", 'import "holdpoint/tools";'),
  allowed(
    "holdpoint.config.ts",
    'import { thing } from "./examples/one/thing.ts";\nexport const own = thing;',
  ),
  refused("room-package-name", "other.config.ts", 'import "./src/tools/thing.ts";'),
];

const PLACES: readonly Plant[] = [
  refused("room-unknown", "src/engine/thing.ts", "export const own = 1;"),
  refused("room-unknown", "src/loose.ts", "export const own = 1;"),
  refused("room-unknown", "src/cli/from-nowhere.ts", 'import "../../scripts/thing.ts";'),
  refused("room-unknown", "src/cli/from-outside.ts", 'import "../../../elsewhere/thing.ts";'),
  allowed(
    "src/cli/version.ts",
    'import data from "../../package.json" with { type: "json" };\nexport const own = data;',
  ),
  allowed("bin/holdpoint.mjs", 'await import("../src/cli/thing.ts");'),
  refused("room-import", "bin/other.mjs", 'import "../src/plan/thing.ts";'),
  refused("barrel", "src/api/index.ts", 'export { thing } from "./thing.ts";'),
  refused("barrel", "src/plan/index.ts", 'export * from "./thing.ts";'),
  allowed("src/contract/index.ts", 'export * from "./thing.ts";'),
  allowed("src/testing/index.ts", 'export { thing } from "./thing.ts";'),
  refused("vague-name", "src/plan/utils.ts", "export const own = 1;"),
  allowed("src/plan/common-prefix.ts", "export const own = 1;"),
];

const SANDBOX: readonly Plant[] = [
  refused(
    "sandbox-state",
    "src/plan/counter.ts",
    "let counter = 0;\nexport const next = () => ++counter;",
  ),
  refused("sandbox-state", "src/plan/cache.ts", "export const cache = new Map<string, string>();"),
  refused(
    "sandbox-state",
    "src/workflows/counter.ts",
    "let counter = 0;\nexport const next = () => ++counter;",
  ),
  allowed(
    "src/plan/table.ts",
    'export const TABLE = new Map([["a", 1]]);\nexport const WORDS = ["a"] as const;',
  ),
  allowed(
    "src/plan/local.ts",
    "export function count() {\n  let n = 0;\n  n += 1;\n  return n;\n}",
  ),
  allowed("src/api/counter.ts", "let counter = 0;\nexport const next = () => ++counter;"),
  refused("sandbox-clock", "src/plan/now.ts", "export const now = () => new Date();"),
  refused(
    "sandbox-clock",
    "src/plan/clock-by-another-name.ts",
    "const Clock = Date;\nexport const now = () => new Clock();",
  ),
  allowed(
    "src/plan/calculates.ts",
    "export const add = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString();\nexport type Moment = Date;",
  ),
  allowed("src/workflows/now.ts", "export const now = () => new Date();"),
];

/** What the check has to find or to let pass, by kind. */
const OUTPUT: readonly Plant[] = [
  ...[
    "process.stdout.write(String(thing));",
    'process["stderr"].write(String(thing));',
    'process.stdout["write"](String(thing));',
    "const { stdout } = process;\nstdout.write(String(thing));",
    "console.log(thing);",
    "const { log } = console;\nconsole.error(log);",
  ].map((write, place) =>
    refused(
      "raw-output",
      `src/cli/commands/writes-${place}.ts`,
      `import { thing } from "../terminal/thing.ts";\n${write}\nexport const own = 1;`,
    ),
  ),
  allowed("src/cli/terminal/output.ts", "export const print = () => process.stdout.write('x');"),
  allowed("src/cli/terminal/asks.ts", "export const isOne = process.stdout.isTTY;"),
  allowed("src/runtime/tells.ts", 'export const tell = () => console.log("x");'),
];

export const GROUPS = {
  "who may import whom": ROOMS,
  "inner rooms": LAYERS,
  "forms of imports": FORMS,
  "packages and Node": PACKAGES,
  "the package's own name": OWN_NAME,
  "places and names": PLACES,
  "the sandbox": SANDBOX,
  "what the command line writes": OUTPUT,
};
