import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MockActivityEnvironment } from "@temporalio/testing";
import { DefaultLogger } from "@temporalio/worker";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { toolActivity } from "../../src/activities/tools/tool-activity.ts";
import { findSecret, secretsIn } from "../../src/api/commands/secrets/reveal-secret.ts";
import { sealChanges, sealPlan } from "../../src/api/commands/secrets/seal-secrets.ts";
import { NewPlanSchema } from "../../src/contract/plan/plan.ts";
import type { Json, JsonObject } from "../../src/contract/text.ts";
import { valueAt } from "../../src/json/json-pointer.ts";
import { readAnswer } from "../../src/json/referring.ts";
import { createArtifactStore } from "../../src/temporal/connection/payloads/artifact-store.ts";
import { createSecrets } from "../../src/temporal/connection/payloads/secrets.ts";
import { defineTool, secret, type Tool } from "../../src/tools/define-tool.ts";
import { createToolRegistry } from "../../src/tools/registry.ts";
import { Drive, newState, planOf } from "./support/drive.ts";
import { ownDigest } from "./support/own-digest.ts";
import { CASES, FRESH_SEED } from "./support/properties.ts";

const PLAN = "p1";

const folder = mkdtempSync(join(tmpdir(), "holdpoint-secrets-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const secrets = createSecrets(new Map([["k", randomBytes(32)]]));
const artifacts = createArtifactStore(join(folder, "artifacts"));
const worker = { secrets, artifacts, workspaces: join(folder, "workspaces") };
const logger = new DefaultLogger("ERROR");

let got: Json = null;
let gives: Json = null;
const any = z.any();
const use = defineTool({
  name: "use",
  description: "Keeps what it gets",
  input: z.strictObject({
    open: any,
    token: secret(any).optional(),
    list: z.array(z.strictObject({ open: any, pin: secret(any).optional() })).optional(),
    names: z.record(z.string(), secret(any)).optional(),
    either: z.union([z.number(), secret(z.strictObject({ a: any }))]).optional(),
  }),
  output: z.null(),
  run(input) {
    got = JSON.parse(JSON.stringify(input)) as Json;
    return null;
  },
});
const make = defineTool({
  name: "make",
  description: "Gives a secret",
  input: z.strictObject({}),
  output: z.strictObject({ open: any, token: secret(any) }),
  run: () => ({ open: "open", token: gives }),
});
const tools = createToolRegistry([use, make]);

/** In every secret text, and in no other. */
const CANARY = "kanarienvogel";
const open = fc.oneof(
  fc.constantFrom<Json>("", "x", 1, true, "한글", "•••••", "holdpoint-secret.v1.k.x"),
  fc.string(),
);
const word = fc.oneof(
  fc.string().map((text) => `${CANARY}${text.replaceAll("{{", "")}`),
  fc.constantFrom(`${CANARY} "\\ 한글 🙂`, `${CANARY}\u0000`, `$from ${CANARY}`),
);
const hidden = fc.oneof(
  { weight: 4, arbitrary: word.map((text): Json => text) },
  fc.array(word, { maxLength: 3 }).map((list): Json => list),
  fc.record({ a: word, b: fc.integer(), "~/": word }).map((object): Json => object),
);
/** A secret argument, as it is written and as the tool gets it. */
const placed = fc.record({
  value: hidden,
  as: fc.constantFrom("value", "value", "$from", "text", "default"),
});
type Placed = typeof placed extends fc.Arbitrary<infer Of> ? Of : never;
const cases = fc.record({
  open,
  token: fc.option(placed, { nil: undefined }),
  list: fc.array(fc.record({ open, pin: fc.option(placed, { nil: undefined }) }), { maxLength: 3 }),
  names: fc.dictionary(fc.constantFrom("a", "$x", "~/", "0"), placed, {
    maxKeys: 3,
    noNullPrototype: true,
  }),
  either: fc.option(fc.oneof(fc.integer(), hidden), { nil: undefined }),
  given: word,
  edit: fc.option(fc.record({ token: hidden, open: fc.boolean() })),
});
type Case = typeof cases extends fc.Arbitrary<infer Of> ? Of : never;

test(
  "a tool gets the secrets that were meant, what was approved binds them, and nothing else holds them",
  async ({ task }) => {
    const tally = { ran: 0, secrets: 0, edited: 0, revealed: 0 };
    await fc.assert(
      fc.asyncProperty(cases, (it) => tryOne(it, tally)),
      { numRuns: CASES, seed: FRESH_SEED },
    );
    Object.assign(task.meta, { cases: CASES, seeds: [FRESH_SEED] });
    console.log(`${JSON.stringify(tally)} of ${CASES}`);
    expect(tally.ran).toBe(CASES);
    expect(tally.secrets).toBeGreaterThan(CASES);
    expect(tally.edited).toBeGreaterThan(CASES * 0.1);
  },
  120_000 + CASES * 100,
);

async function tryOne(it: Case, tally: Record<"ran" | "secrets" | "edited" | "revealed", number>) {
  gives = it.given;
  const build = (of: (one: Placed) => Json, whole: (one: Json) => Json): JsonObject => ({
    open: it.open,
    ...(it.token && { token: of(it.token) }),
    list: it.list.map(({ open: text, pin }) => ({ open: text, ...(pin && { pin: of(pin) }) })),
    names: Object.fromEntries(Object.entries(it.names).map(([name, one]) => [name, of(one)])),
    ...(it.either !== undefined && {
      either: typeof it.either === "number" ? it.either : { a: whole(it.either) },
    }),
  });
  const tool_params = build(
    ({ value, as }) => {
      if (as === "text") return "{{todo.make.result/token}}";
      if (as === "$from") return { $from: "make", path: "/token" };
      return as === "default" ? { $from: "make", path: "/none", default: value } : value;
    },
    (one) => one,
  );
  const meant = build(
    ({ value, as }) => (as === "text" || as === "$from" ? it.given : value),
    (one) => one,
  );
  const written = planOf([
    { id: "make", title: "make", tool_name: "make" },
    {
      id: "use",
      title: "use",
      tool_name: "use",
      requires_approval: true,
      tool_params,
      depends_on: ["make"],
    },
  ]);
  const parsed = NewPlanSchema.parse(written);
  const sealed = sealPlan({ secrets, tools }, parsed, { scope: { plan_id: PLAN } });
  const plan = new Drive(newState(sealed as typeof written));
  const { value } = readAnswer((await run(make, plan.runs[0]!)) as Json);
  plan.complete("make", value);
  const shown = plan.hold("use");
  const args = it.edit && { token: it.edit.token, ...(it.edit.open && { open: "edited" }) };
  const command = { todo_id: "use", digest: shown.digest };
  if (args === null) plan.accept("approval", { ...command, decision: "approve" });
  else {
    const changes = sealChanges({ secrets, tools }, "use", args, { scope: { plan_id: PLAN } });
    plan.accept("approval", { ...command, decision: "edit", args: changes });
    Object.assign(meant, args);
    tally.edited += 1;
  }
  const approved = plan.todo("use").approved_digest;
  const [running] = plan.runs;
  got = null;
  await run(use, running!);

  expect(got).toEqual(meant);
  const { args: ran, references } = running!;
  expect(
    ownDigest({
      todo_id: "use",
      tool_name: "use",
      task_queue: null,
      args: ran,
      input_data: null,
      references,
      output_path: null,
    }),
  ).toBe(approved);
  const kept = JSON.stringify([plan.plan.state, plan.events]);
  expect(kept).not.toContain(CANARY);
  const hold = { ...shown, plan_id: PLAN, id: "p1.h1", args: ran, input_data: null, references };
  const places = secretsIn({ secrets }, hold);
  for (const pointer of places) {
    const { value: seen } = await findSecret({ secrets, artifacts }, hold, pointer);
    expect(seen).toEqual(valueAt({ args: got }, pointer));
    tally.revealed += 1;
  }
  tally.secrets += places.length;
  tally.ran += 1;
}

function run(
  tool: Tool,
  { todo_id, run: number, args, attempt, title, references }: Drive["runs"][number],
) {
  return new MockActivityEnvironment({}, { logger }).run(toolActivity(tool, worker), args, {
    plan_id: PLAN,
    todo_id,
    run: number,
    attempt,
    title,
    idempotency_key: "k",
    input_data: {},
    references,
  });
}
