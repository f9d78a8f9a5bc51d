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
    "src/workflows/passes-all-on.ts",
    'export * from "../api/thing.ts";\nexport const own = 1;',
  ),
  refused(
    "room-import",
    "src/workflows/passes-on-as.ts",
    'export * as api from "../api/thing.ts";\nexport const own = 1;',
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
    "src/client/equals.ts",
    'import own = require("../temporal/thing.ts");\nexport const o = own;',
  ),
  refused(
    "room-import",
    "src/client/type-expression.ts",
    'export type Own = import("../temporal/thing.ts").Thing;',
  ),
  refused("room-import", "src/api/routes/deep/far.ts", 'import "../../../activities/thing.ts";'),
  refused("room-import", "src/api/roundabout.ts", 'import "./../plan/../activities/thing.ts";'),
  refused("room-import", "src/api/over-the-root.ts", 'import "../../src/activities/thing.ts";'),
  refused("room-import", "src/api/without-extension.ts", 'import "../activities/thing";'),
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
  refused(
    "room-type-only",
    "src/api/inline-type-on.ts",
    'export { type Thing } from "../workflows/thing.ts";\nexport const own = 1;',
  ),
  refused("room-type-only", "src/api/for-effect.ts", 'import "../workflows/thing.ts";'),
  refused(
    "room-type-only",
    "src/api/lazy.ts",
    'export const load = () => import("../workflows/thing.ts");',
  ),
  allowed(
    "src/api/type-on.ts",
    'export type { Thing } from "../workflows/thing.ts";\nexport const own = 1;',
  ),
  allowed(
    "src/api/all-types-on.ts",
    'export type * from "../workflows/thing.ts";\nexport const own = 1;',
  ),
  allowed(
    "src/api/type-expression.ts",
    'export type Own = typeof import("../workflows/thing.ts");',
  ),
  allowed(
    "src/api/routes/messages.ts",
    'export { thing } from "../../workflows/messages/thing.ts";\nexport const own = 1;',
  ),
  refused(
    "room-computed-import",
    "src/workflows/computed.ts",
    "export const load = (name: string) => import(name);",
  ),
  allowed("src/tools/computed.ts", "export const load = (name: string) => import(name);"),
  refused("room-path", "src/api/alias.ts", 'import "#activities/thing.ts";'),
  refused("room-path", "src/api/absolute.ts", 'import "/src/activities/thing.ts";'),
  refused("room-path", "src/api/url.ts", 'import "file:///src/activities/thing.ts";'),
  refused("parse-error", "src/api/broken.ts", "export const = ;"),
];

const PACKAGES: readonly Plant[] = [
  refused(
    "room-node",
    "src/plan/node.ts",
    'import { readFileSync } from "node:fs";\nexport const own = readFileSync;',
  ),
  refused(
    "room-node",
    "src/plan/bare-node.ts",
    'import { readFile } from "fs/promises";\nexport const own = readFile;',
  ),
  refused(
    "room-node",
    "src/plan/node-type.ts",
    'import type { Stats } from "node:fs";\nexport type Own = Stats;',
  ),
  refused(
    "room-node",
    "src/workflows/node.ts",
    'import { randomUUID } from "node:crypto";\nexport const own = randomUUID;',
  ),
  refused(
    "room-node",
    "src/contract/node.ts",
    'import { join } from "node:path";\nexport const own = join;',
  ),
  allowed("src/tools/node.ts", 'import { join } from "node:path";\nexport const own = join;'),
  refused("room-npm", "src/plan/zod.ts", 'import { z } from "zod";\nexport const own = z;'),
  refused("room-npm", "src/workflows/zod.ts", 'import { z } from "zod";\nexport const own = z;'),
  refused(
    "room-npm",
    "src/contract/vocabulary/zod.ts",
    'import { z } from "zod";\nexport const own = z;',
  ),
  refused(
    "room-npm",
    "src/contract/problem/zod.ts",
    'import { z } from "zod/mini";\nexport const own = z;',
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
    "src/workflows/hono.ts",
    'import { Hono } from "hono";\nexport const own = Hono;',
  ),
  refused("room-npm", "src/workflows/openai.ts", 'export const load = () => import("openai");'),
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
  allowed(
    "src/plan/canonical.ts",
    'import canonicalize from "canonicalize";\nexport const own = canonicalize;',
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
  refused("room-package-name", "src/cli/own-root.ts", 'import "holdpoint";'),
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
  refused("room-import", "bin/other.mjs", 'import "../src/runtime/thing.ts";'),
  refused("barrel", "src/api/index.ts", 'export { thing } from "./thing.ts";'),
  refused("barrel", "src/plan/index.ts", 'export * from "./thing.ts";'),
  allowed("src/contract/index.ts", 'export * from "./thing.ts";'),
  allowed("src/testing/index.ts", 'export { thing } from "./thing.ts";'),
  refused("vague-name", "src/plan/utils.ts", "export const own = 1;"),
  refused("vague-name", "test/plan-helpers.ts", "export const own = 1;"),
  refused("vague-name", "src/cli/misc.test.ts", "export const own = 1;"),
  allowed("src/plan/common-prefix.ts", "export const own = 1;"),
];

const SANDBOX: readonly Plant[] = [
  refused(
    "sandbox-state",
    "src/plan/counter.ts",
    "let counter = 0;\nexport const next = () => ++counter;",
  ),
  refused("sandbox-state", "src/plan/exported-counter.ts", "export let counter = 0;"),
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
  refused("sandbox-clock", "src/plan/now-text.ts", "export const now = () => Date();"),
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

/** What the matrix does not cover, by kind. */
export const GROUPS = {
  "forms of imports": FORMS,
  "packages and Node": PACKAGES,
  "the package's own name": OWN_NAME,
  "places and names": PLACES,
  "the sandbox": SANDBOX,
};
