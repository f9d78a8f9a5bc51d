import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MockActivityEnvironment } from "@temporalio/testing";
import { DefaultLogger } from "@temporalio/worker";
import canonicalJson from "canonicalize";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toolActivity } from "../../src/activities/tools/tool-activity.ts";
import { argumentsOf, createByteReader } from "../../src/api/commands/kept-bytes.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { NewTodoInput } from "../../src/contract/plan/todo.ts";
import type { Json, JsonObject } from "../../src/contract/text.ts";
import { valueAt } from "../../src/json/json-pointer.ts";
import { readAnswer } from "../../src/json/referring.ts";
import type { RunTodo } from "../../src/plan/effects.ts";
import { loadPlan } from "../../src/plan/model/plan.ts";
import { createArtifactStore } from "../../src/temporal/connection/payloads/artifact-store.ts";
import { NO_KEYS } from "../../src/temporal/connection/payloads/encryption-keys.ts";
import { createSecrets } from "../../src/temporal/connection/payloads/secrets.ts";
import type { Tool } from "../../src/tools/define-tool.ts";
import { anyTool } from "../support/plan-tools.ts";
import { Drive, newState, planOf } from "./support/drive.ts";
import { ownDigest } from "./support/own-digest.ts";
import { CASES, FRESH_SEED } from "./support/properties.ts";

const PLAN = "p1";
const PAD = "가x".repeat(25_000);

const folder = mkdtempSync(join(tmpdir(), "holdpoint-shown-"));
const artifacts = createArtifactStore(join(folder, "artifacts"));
const deps = {
  secrets: createSecrets(NO_KEYS),
  artifacts,
  workspaces: join(folder, "workspaces"),
};
const logger = new DefaultLogger("ERROR");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Kept before, so that whoever knows the bytes knows the digest. */
const payload = JSON.stringify({ body: { payload: "rm -rf / # what really runs" }, a: 1 });
const $artifact = digestOf(Buffer.from(payload));
beforeAll(async () => {
  await artifacts.put(Buffer.from(payload), "plan-other");
});

const forged: Json[] = [
  { $artifact, path: "/body/payload", bytes: 21, preview: "echo hello, all is well" },
  { $artifact, bytes: 21, preview: "echo hello" },
  { $artifact, path: "" },
  { $file: $artifact, name: "x.sh", media_type: "text/plain", bytes: 3 },
  { $from: "s0", path: "/a" },
  { $value: { $artifact } },
  { $value: 1 },
  "{{todo.s0.result}}",
  "{{todo.s1.result/a}}",
  '{{"{{"}}',
  "{{param.x}}",
];
const KEYS = ["a", "b", "command", "$artifact", "$file", "$from", "$value", "path", "~/", "", "0"];
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(
      fc.constantFrom(...forged),
      fc.constantFrom<Json>(null, true, 0, -0, 1e21, "", "x", "한글 🙂"),
    ),
    fc.array(tie("json"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie("json"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const object = fc.dictionary(fc.constantFrom(...KEYS), json, { maxKeys: 3, noNullPrototype: true });
const SOURCES = ["tool", "large", "tool", "large", "elsewhere", "form", "manual", "file"] as const;
const source = fc.record({ kind: fc.constantFrom(...SOURCES), value: json, object });
type Source = typeof source extends fc.Arbitrary<infer Of> ? Of : never;

const path = fc.constantFrom("", "", "", "/a", "/a", "/b/0", "/b/0/a", "/command", "/$file");
const used = fc.record({
  from: fc.nat(1),
  path,
  as: fc.constantFrom("$from", "$from", "text", "list"),
  default: json,
});
const cases = fc.record({
  sources: fc.tuple(source, source),
  args: fc.array(used, { minLength: 1, maxLength: 3 }),
  data: fc.option(used),
  patch: fc.option(object, { freq: 1 }),
  /** Which of the arguments the patch repeats as the hold shows it. */
  repeats: fc.boolean(),
  /** Whether the plan is carried to another run of its workflow before it is decided. */
  reloads: fc.boolean(),
});
type Case = typeof cases extends fc.Arbitrary<infer Of> ? Of : never;

test(
  "what the tool got is what the approver could read, and hashes to what was approved",
  async ({ task }) => {
    const tally = { ran: 0, references: 0, edited: 0 };
    await fc.assert(
      fc.asyncProperty(cases, (it) => tryOne(it, tally)),
      { numRuns: CASES, seed: FRESH_SEED },
    );
    Object.assign(task.meta, { cases: CASES, seeds: [FRESH_SEED] });
    console.log(`${JSON.stringify(tally)} of ${CASES}`);
    // Else it says nothing.
    expect(tally.ran).toBeGreaterThan(CASES * 0.5);
    expect(tally.references).toBeGreaterThan(CASES * 0.1);
    expect(tally.edited).toBeGreaterThan(CASES * 0.1);
  },
  120_000 + CASES * 100,
);

async function tryOne(it: Case, tally: { ran: number; references: number; edited: number }) {
  const sources = it.sources.map(todoOf);
  const use: NewTodoInput & { id: string } = {
    id: "use",
    title: "use",
    tool_name: "use",
    requires_approval: true,
    tool_params: Object.fromEntries(
      it.args.map((use, place) => [`v${place}`, writtenOf(it.sources, use)]),
    ),
    input_data: it.data === null ? null : { d: writtenOf(it.sources, it.data) },
  };
  const written = planOf([...sources, use], { max_parallel: 9 });
  let plan = new Drive(newState(written));
  for (const [place, one] of it.sources.entries()) await finish(plan, `s${place}`, one);
  if (it.reloads) plan = reloaded(plan);
  const hold = plan.plan.state.holds.find(({ todo_id }) => todo_id === "use");
  // Something that it uses is not there, or is too large for a text.
  if (hold === undefined) {
    if (plan.todo("use").status !== "failed") throw new Error("It neither asked nor failed.");
    return;
  }
  const shown = plan.hold("use");
  const isEdit = it.patch !== null || it.repeats;
  const args = { ...(it.repeats && shown.args), ...it.patch };
  plan.accept("approval", {
    todo_id: "use",
    digest: shown.digest,
    command_id: "decide",
    ...(isEdit ? { decision: "edit", args } : { decision: "approve" }),
  });
  const approved = plan.todo("use").approved_digest;
  const [run] = plan.runs as [RunTodo];
  const { decision } = plan.hold("use");
  const seen: Hold = {
    ...shown,
    args: decision?.args ?? shown.args,
    references: isEdit
      ? [
          ...(decision!.references ?? []),
          ...shown.references.filter((place) => place.startsWith("/input_data")),
        ]
      : shown.references,
  };
  const read = await readWhole(seen, approved!).catch((error: unknown) => String(error));
  const got = await execute("use", run);
  // A part that is not there: nobody can read it, and nothing runs.
  if (got === null) {
    if (!read.includes("has nothing at")) throw new Error(`It did not run: ${read}`);
    return;
  }
  expect(canonicalJson({ input_data: {}, ...dropNull(JSON.parse(read) as JsonObject) })).toBe(
    canonicalJson(got),
  );
  expect(ownDigest(await bound(got, run, shown))).toBe(approved);
  expect(isEdit || approved === shown.digest).toBe(true);
  tally.ran += 1;
  if (run.references.length > 0) tally.references += 1;
  if (isEdit) tally.edited += 1;
}

function todoOf({ kind }: Source, place: number): NewTodoInput & { id: string } {
  const about = { id: `s${place}`, title: `s${place}` };
  switch (kind) {
    case "form":
    case "file": {
      const asked = kind === "form" ? { schema: { type: "object" } } : {};
      const input_request = { question: "?", input_type: kind, ...asked };
      return { ...about, tool_name: null, input_request };
    }
    case "manual":
      return { ...about, tool_name: null, kind: "manual" };
    case "elsewhere":
      return { ...about, tool_name: "service", task_queue: "elsewhere" };
    default:
      return { ...about, tool_name: "service" };
  }
}

/** How a definition refers to a source. */
function writtenOf(
  sources: Case["sources"],
  { from, path: at, as, default: usual }: Case["args"][number],
): Json {
  // A file's record has known parts, and a plan that names others is refused.
  const within = sources[from]!.kind === "file" && at !== "" ? "/name" : at;
  // A large result is too large for a text.
  if (as === "text" && sources[from]!.kind !== "large")
    return `<{{todo.s${from}.result${within}}}>`;
  const reference = { $from: `s${from}`, path: within, default: usual };
  return as === "list" ? [reference, { x: reference }] : reference;
}

/** The source gives what it has to give, as it comes into a plan. */
async function finish(plan: Drive, id: string, { kind, value, object: form }: Source) {
  switch (kind) {
    case "form":
      plan.accept("input", { hold_id: plan.hold(id).id, value: form });
      return;
    case "file": {
      const bytes = Buffer.from(canonicalJson(value)!);
      const $file = await artifacts.put(bytes, `plan-${PLAN}`);
      const file = { $file, name: "a.json", media_type: "text/plain", bytes: bytes.length };
      plan.accept("input", { hold_id: plan.hold(id).id, value: file });
      return;
    }
    case "manual":
      plan.accept("done", { todo_id: id, result: value });
      return;
    case "elsewhere":
      plan.complete(id, value, true);
      return;
    default: {
      const run = plan.runs.find(({ todo_id }) => todo_id === id)!;
      const large = { a: value, b: [value, 7], command: "x", pad: PAD };
      const result = kind === "large" ? large : value;
      const answer = await activityOf(
        anyTool("service", () => result),
        run,
      );
      const { value: given, references } = readAnswer(answer);
      plan.complete(id, given, references.length > 0);
    }
  }
}

function activityOf(tool: Tool, run: RunTodo): Promise<Json> {
  const { todo_id, run: number, attempt, title, input_data, references } = run;
  const environment = new MockActivityEnvironment({}, { logger });
  return environment.run(toolActivity(tool, deps), run.args, {
    plan_id: PLAN,
    todo_id,
    run: number,
    attempt,
    title,
    idempotency_key: "k",
    input_data: input_data ?? {},
    references,
  }) as Promise<Json>;
}

/** What the tool was called with, or null when it was not. */
async function execute(name: string, run: RunTodo): Promise<JsonObject | null> {
  let got: JsonObject | null = null;
  const tool = anyTool(name, (args, { input_data }) => {
    got = { args: args as JsonObject, input_data };
    return null;
  });
  await activityOf(tool, run).catch(() => undefined);
  return got;
}

async function readWhole(hold: Hold, digest: string): Promise<string> {
  const reader = createByteReader(artifacts);
  let text = "";
  const whole = argumentsOf({ ...hold, digest });
  for await (const piece of reader.bytesOf(whole, "")) {
    text += Buffer.from(piece).toString();
  }
  const measured = await reader.open(whole, "");
  expect(measured).toMatchObject({
    bytes: Buffer.byteLength(text),
    digest: digestOf(Buffer.from(text)),
  });
  return text;
}

/**
 * What the approval bound, from what the tool got: each value that stood by reference is the one that
 * the reference's digest names, and is put back as its reference.
 */
async function bound(got: JsonObject, run: RunTodo, shown: Hold) {
  const input = structuredClone({ args: got["args"]!, input_data: got["input_data"]! });
  for (const place of run.references) {
    const placeholder = valueAt(
      { args: run.args, input_data: run.input_data },
      place,
    ) as JsonObject;
    const received = valueAt(got, place);
    if (typeof placeholder["$file"] === "string") {
      const bytes = await readFile(join(deps.workspaces, PLAN, received as string));
      expect(digestOf(bytes)).toBe(placeholder["$file"]);
    } else {
      const bytes = await artifacts.get(placeholder["$artifact"] as string);
      expect(digestOf(bytes)).toBe(placeholder["$artifact"]);
      const part = valueAt(
        JSON.parse(Buffer.from(bytes).toString()) as Json,
        placeholder["path"] as string,
      );
      expect(canonicalJson(part)).toBe(canonicalJson(received));
    }
    const holder = valueAt(input, place.slice(0, place.lastIndexOf("/"))) as JsonObject;
    holder[
      place
        .slice(place.lastIndexOf("/") + 1)
        .replaceAll("~1", "/")
        .replaceAll("~0", "~")
    ] = placeholder;
  }
  const { references } = run;
  const input_data = run.input_data === null ? null : input.input_data;
  const about = { todo_id: "use", tool_name: "use", task_queue: null, output_path: null };
  expect(shown.tool_name).toBe(about.tool_name);
  return { ...about, args: input.args, input_data, references };
}

function reloaded({ plan }: Drive): Drive {
  const state = JSON.parse(JSON.stringify(plan.state)) as Drive["plan"]["state"];
  loadPlan(state);
  return new Drive(state);
}

const dropNull = ({ input_data, ...more }: JsonObject): JsonObject => ({
  ...more,
  ...(input_data !== null && { input_data: input_data! }),
});

function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}
