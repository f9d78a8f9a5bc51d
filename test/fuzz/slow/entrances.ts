import { duplicateKey } from "../../../src/api/body/duplicate-key.ts";
import { parseYaml } from "../../../src/api/body/parse-yaml.ts";
import { ImportInputSchema } from "../../../src/compat/import-contract.ts";
import { importPlan } from "../../../src/compat/import-plan.ts";
import { MESSAGE_NAMES, type MessageName } from "../../../src/contract/plan/commands.ts";
import { NewPlanSchema } from "../../../src/contract/plan/plan.ts";
import { InputRequestSchema } from "../../../src/contract/plan/todo.ts";
import type { Problem } from "../../../src/contract/problems/problem.ts";
import { tellProblem } from "../../../src/contract/sentences/tell-problem.ts";
import { LIMITS } from "../../../src/contract/tables/limits.ts";
import { TemplateInputSchema } from "../../../src/contract/template.ts";
import type { Json, JsonObject } from "../../../src/contract/text.ts";
import { patchArguments } from "../../../src/json/merge-patch.ts";
import { validateJson } from "../../../src/json/validate-json.ts";
import { apply } from "../../../src/plan/apply.ts";
import { createPlan } from "../../../src/plan/create/create.ts";
import { fillTemplate, markPlaces, templateMistakes } from "../../../src/plan/create/template.ts";
import { decide } from "../../../src/plan/decide.ts";
import { legalCommands } from "../../../src/plan/legal-commands.ts";
import { toCommand } from "../../../src/plan/model/commands.ts";
import { digestOf } from "../../../src/plan/model/digest.ts";
import { loadPlan, type Plan } from "../../../src/plan/model/plan.ts";
import { readAs } from "../../../src/plan/model/read-as.ts";
import { settle } from "../../../src/plan/settle.ts";
import { answerMistakes, questionMistake } from "../../../src/plan/todos/answers/answer.ts";
import { findReferences, resolveReferences } from "../../../src/plan/todos/references.ts";
import { boardOf } from "../../../src/plan/views/board/board.ts";
import { graphOf } from "../../../src/plan/views/graph.ts";
import { scheduleOf } from "../../../src/plan/views/why.ts";
import type { Entrance } from "./entrance.ts";
import { secretEntrances } from "./secret-entrances.ts";
import { wordEntrances } from "./word-entrances.ts";

const AT = "2026-02-05T10:00:00.000Z";
const ids = (count: number): string[] => Array.from({ length: count }, (_, place) => `t${place}`);
const list = (value: Json): Json => Array<Json>(20).fill(value);

const plan = (todos: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  title: "A plan",
  ...more,
  todos: todos.map((todo) => ({ title: "A todo", tool_name: "work", ...todo })),
});
const PLANS: readonly JsonObject[] = [
  plan(ids(20).map((id) => ({ id }))),
  plan(ids(20).map((id, at) => ({ id, depends_on: at === 0 ? [] : [`t${at - 1}`] }))),
  plan(ids(20).map((id, at) => ({ id, depends_on: ids(at) }))),
  plan(ids(20).map((id) => ({ id, depends_on: ["unknown"], blocks: ["t0x"] }))),
  plan([{ id: "t0" }, { id: "t1", tool_params: { a: list("{{todo.t0.result/a}} {{todo.t0}}") } }]),
  plan([{ id: "t0", tool_params: { a: list(1), b: list({}), c: list("") } }]),
  plan([{ id: "t0", tool_name: null, kind: "milestone" }], { approval: "every_todo" }),
  plan([
    {
      id: "t0",
      tool_name: null,
      input_request: {
        question: "Which?",
        input_type: "form",
        schema: { properties: { n: { items: { allOf: list({ type: "number" }) } } } },
        default: { n: list(1) },
      },
    },
  ]),
];

function tell(problem: Problem): void {
  tellProblem(problem, "ko");
  tellProblem(problem, "en");
}

/** What a workflow does with a plan that is started by hand. */
function start(input: Json): Plan | undefined {
  const read = readAs(NewPlanSchema, input);
  if ("mistakes" in read) {
    tell({ code: "validation_failed", ...read.mistakes[0]! });
    return undefined;
  }
  const made = createPlan(read.value, { id: "p1", owner: "ana", at: AT });
  if ("problem" in made) {
    tell(made.problem);
    return undefined;
  }
  const started = loadPlan(made.state);
  settle(started, AT);
  return started;
}

/** A running plan of so many todos with links, a question and an approval. */
function runningPlan(count: number): Plan {
  const todos = ids(count).map((id, at) => ({
    id,
    depends_on: at < 10 ? [] : ids(10).concat(`t${at - 1}`),
  }));
  const extra = [
    { id: "ask", tool_name: null, input_request: { question: "Which?" } },
    { id: "approve", requires_approval: true },
  ];
  const started = start(plan([...todos, ...extra]));
  if (started === undefined) throw new Error("The plan that commands are sent to is refused.");
  return started;
}

function send(to: Plan, name: MessageName, body: Json, doesApply: boolean): void {
  const read = toCommand(name, body, { by: "ana", command_id: "c1" });
  if ("problem" in read) return tell(read.problem);
  const verdict = decide(to, read.command, AT);
  if ("problem" in verdict) return tell(verdict.problem);
  if (!doesApply || !("events" in verdict)) return;
  for (const event of verdict.events) apply(to, event, AT);
  settle(to, AT);
}

const OPS: Json = [
  {
    edit_type: "add_todo",
    params: { todo: { id: "n", title: "New", blocks: ["t5"] }, position: "first" },
  },
  { edit_type: "reorder", target_id: "t3", params: { position: { after: "t9" } } },
  { edit_type: "reorder", params: { order: ["t3", "t2", "t1"] } },
  { edit_type: "remove_todo", target_id: "t2" },
  { edit_type: "modify_todo", target_id: "t4", params: { changes: { depends_on: ["t1"] } } },
  {
    edit_type: "modify_todo",
    target_id: "t4",
    params: { changes: { tool_params: { a: { $from: "t1" } } } },
  },
  { edit_type: "add_dependency", target_id: "t5", params: { depends_on: "t1" } },
  { edit_type: "remove_dependency", target_id: "t15", params: { depends_on: "t1" } },
];
const BODIES: Readonly<Record<string, Json>> = {
  approval: { todo_id: "approve", decision: "approve", args_patch: { a: { b: 1 } } },
  input: { todo_id: "ask", value: { a: list(1) } },
  edit: { ops: OPS },
  rollback: { version: 1 },
  done: { todo_id: "t1", result: { a: list(1) }, note: "n" },
  control_todo: { todo_id: "t1", action: "skip" },
  control_hold: { hold_id: "h1", action: "extend", deadline_at: AT },
  pause: { mode: "interrupt", reason: "r" },
};

const object = (value: Json): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};

/** The pure entrances of the product. @param large whether plans that get messages are as large as may be. */
export function entrances(large: boolean): Readonly<Record<string, Entrance>> {
  const kept = JSON.stringify(runningPlan(large ? LIMITS.todos - 1_100 : 100).state);
  const copy = (): Plan => loadPlan(JSON.parse(kept) as Plan["state"]);
  let target = copy();
  const commands = MESSAGE_NAMES.map((name): [string, Entrance] => [
    `message ${name}`,
    {
      seeds: [BODIES[name] ?? { todo_id: "t1", reason: "r" }],
      run: (input) => send(target, name, input, false),
    },
  ]);
  return {
    "start a plan": { seeds: PLANS, run: (input) => void start(input) },
    "read a plan": {
      seeds: PLANS,
      run(input) {
        const started = start(input);
        if (started === undefined) return;
        for (const read of [graphOf, scheduleOf]) read(started);
        boardOf(started);
        legalCommands(started, AT, started.state.todos[0]?.id);
      },
    },
    "read a body": {
      seeds: PLANS,
      run(input) {
        validateJson(input);
        duplicateKey(JSON.stringify(input));
        digestOf(input);
        patchArguments(object(input), [], object(input));
      },
    },
    "read YAML": {
      seeds: [
        "title: x\ntodos:\n  - title: a\n    tags: [a, b]\n",
        "a: {b: [c, 'd', \"e\"]}\n? x\n: |\n  t\n",
      ],
      run(input) {
        try {
          parseYaml(typeof input === "string" ? input : JSON.stringify(input));
        } catch (error) {
          if (!(error instanceof SyntaxError)) throw error;
        }
      },
    },
    "ask and answer": {
      seeds: [
        {
          schema: { properties: { n: { items: { allOf: list({ type: "number" }) } } } },
          value: { n: list("x") },
        },
        {
          schema: { properties: { n: { uniqueItems: true, contains: {} } } },
          value: { n: list({ a: 1 }) },
        },
        {
          schema: { additionalProperties: { enum: list("x") }, propertyNames: { maxLength: 1 } },
          value: { a: 1, b: "x" },
        },
        {
          schema: { required: list("n"), anyOf: list({ not: { if: {}, then: { minLength: 9 } } }) },
          value: { a: "x" },
        },
      ],
      run(input) {
        const { schema = {}, value = {} } = object(input);
        const asked = { question: "?", input_type: "form", schema, default: value };
        const read = readAs(InputRequestSchema, asked);
        if ("mistakes" in read) return;
        const { default: _, ...request } = read.value;
        questionMistake(read.value);
        if (questionMistake(request) === null) answerMistakes(request, value);
      },
    },
    "fill a template": {
      seeds: [
        {
          input: {
            id: "x",
            parameters: [{ name: "a", type: "text", places: ["/todos/0/title"] }],
            plan: plan([{ id: "t0", description: "{{param.a}} {{param.b}}" }]),
          },
          values: { a: "x" },
        },
      ],
      run(input) {
        const { input: written = {}, values = {} } = object(input);
        const read = readAs(TemplateInputSchema, written);
        if ("mistakes" in read || read.value.plan === undefined) return;
        const marked = markPlaces(read.value.plan, read.value.parameters);
        if ("errors" in marked) return;
        templateMistakes(marked.written);
        fillTemplate(marked.written, object(values) as Record<string, string>);
      },
    },
    "resolve arguments": {
      seeds: [
        {
          args: { a: list("{{todo.t0.result/a}}"), b: list({ $from: "t0", path: "/a" }) },
          result: { a: "x" },
        },
      ],
      run(input) {
        const { args = {}, result = null } = object(input);
        if (findReferences(args, () => true).mistakes.length > 0) return;
        try {
          digestOf(resolveReferences(object(args), () => ({ value: result, references: [] })));
        } catch (error) {
          if (!(error instanceof Error) || !("said" in error)) throw error;
        }
      },
    },
    "import a plan": {
      seeds: [
        {
          plan: {
            steps: ids(20).map((step_id) => ({
              step_id,
              agent_name: "a",
              dependencies: ["t0", "a"],
            })),
            strategy: "sequential",
          },
        },
        {
          plan: {
            execution_steps: ids(20).map((step_id) => ({
              step_id,
              agent_name: step_id,
              input_mapping: { a: "t0.result" },
            })),
            parallel_groups: [ids(20), ids(20)],
          },
        },
      ],
      run(input) {
        const read = readAs(ImportInputSchema, input);
        if ("mistakes" in read) return;
        const { plan: imported } = importPlan(read.value, {
          hasTool: () => true,
          hasAgent: () => false,
        });
        const parsed = NewPlanSchema.safeParse(imported);
        if (parsed.success) createPlan(parsed.data, { id: "p1", owner: "ana", at: AT });
      },
    },
    ...secretEntrances(),
    ...wordEntrances(large ? 2_000 : 50),
    ...Object.fromEntries(commands),
    "edit and go on": {
      seeds: [{ ops: OPS }],
      run(input) {
        send(target, "edit", input, true);
        if (target.state.version > 20) target = copy();
      },
    },
  };
}
