import { onOneLine } from "../contract/is-blank.ts";
import type { NewPlanInput } from "../contract/plan/plan.ts";
import type { NewTodoInput } from "../contract/plan/todo.ts";
import { say, spelled, type Sentence } from "../contract/sentences/sentence.ts";
import { LIMITS } from "../contract/tables/limits.ts";
import { PRIORITY_WORDS } from "../contract/tables/vocabulary.ts";
import type { Json, JsonObject } from "../contract/text.ts";
import { isObject } from "../json/json-object.ts";
import { toPointer } from "../json/json-pointer.ts";
import { startOf } from "../text/cut-text.ts";
import { shortTitle } from "../text/short-title.ts";
import {
  SourceSchema,
  StepSchema,
  type ImportedStep,
  type ImportInput,
  type Unmapped,
} from "./import-contract.ts";
import { readSupervisorTodo, type ReadTodo } from "./supervisor-todo.ts";

const TODO_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const STEP_FIELDS = new Set(Object.keys(StepSchema.shape));
/** What S1 keeps about a step that has not begun: it says nothing that a new todo does not. */
const FRESH: Readonly<Record<string, unknown>> = {
  status: "pending",
  progress_percentage: 0,
  modified_by_user: false,
  retry_count: 0,
};
/** What S2 and S0 call a todo that waits for its user's approval. */
const ASKS: readonly unknown[] = ["waiting_approval", "needs_approval"];
const PLAN_FIELDS = new Set(Object.keys(SourceSchema.shape));
/** As JSON: where S1 and S2 count and list what has happened, nothing has. */
const SAYS_NOTHING = new Set(["false", "0", "[]"]);
const STRATEGIES = new Set(["sequential", "parallel", "pipeline"]);

type Note = (path: readonly (string | number)[], detail: Sentence) => void;
/** The id of the step that a name means, or undefined. */
type Find = (name: string) => string | undefined;
/** Which names do work here: a step whose agent has another name is a person's. */
export type KnownNames = Readonly<Record<"hasTool" | "hasAgent", (name: string) => boolean>>;

/**
 * A plan from S2's ExecutionPlan or S1's execution steps, and everything in it that has no place
 * here. An agent becomes the tool that the caller names for it, or the tool of its own name, or else
 * a person's work: nothing counts as done because nobody knew how to do it.
 */
export function importPlan(
  input: ImportInput,
  known: KnownNames,
): { plan: NewPlanInput; unmapped: Unmapped[] } {
  const { steps = [], execution_steps, todos: supervised, raw_query: query } = input.plan;
  const isS1 = execution_steps !== undefined;
  const source = supervised !== undefined ? "todos" : isS1 ? "execution_steps" : "steps";
  const given: readonly ReadTodo[] =
    supervised?.map(readSupervisorTodo) ??
    (execution_steps ?? steps).map((step) => ({ step, written: {}, book: unknownOf(step) }));
  const strategy = isS1 ? input.plan.execution_strategy : input.plan.strategy;
  const unmapped: Unmapped[] = [];
  const note: Note = (path, sentence) => {
    const { detail = "", ...said } = spelled("detail", sentence);
    unmapped.push({ pointer: toPointer(["plan", ...path]), detail, ...said });
  };
  const names = createNames(given.map(({ step }) => step));
  const todos = given.map(({ step, written, book: { status, ...book } }, place): NewTodoInput => {
    const asks = ASKS.includes(status);
    const noteHere: Note = (path, detail) => note([source, place, ...path], detail);
    const context = {
      ...written.context,
      ...(source === "steps" && originalPriorityOf(step)),
      ...keptOf(asks ? book : { status, ...book }, noteHere),
    };
    const todo = {
      ...toTodo(step, names.find, noteHere),
      id: names.idAt(place),
      priority: priorityOf(step, isS1 ? onScale : byRank, noteHere),
      ...workOf(step, input, names.find, known, noteHere),
      ...written,
      ...(asks && { requires_approval: true }),
      ...(Object.keys(context).length > 0 && { context }),
    };
    // S2: of several steps of one agent, the newest before is meant.
    names.pass(place);
    return todo;
  });
  orderGroups(input.plan.parallel_groups ?? [], todos, names.find, note);
  if (supervised !== undefined && (isS1 || steps.length > 0)) {
    note([isS1 ? "execution_steps" : "steps"], say("import_todos_instead"));
  }
  for (const [key, value] of Object.entries(input.plan)) {
    const isKnown = PLAN_FIELDS.has(key) || (key === "total_step_count" && value === todos.length);
    if (!isKnown && isSaid(value) && !SAYS_NOTHING.has(JSON.stringify(value))) {
      note([key], say("import_no_field", { key }));
    }
  }
  if (isSaid(input.plan.intent) && !isObject(input.plan.intent)) {
    note(["intent"], say("import_intent"));
  }
  if (strategy !== undefined && !STRATEGIES.has(strategy)) {
    note([isS1 ? "execution_strategy" : "strategy"], say("import_strategy", { strategy }));
  }
  const {
    id,
    title,
    approval,
    plan_review = input.plan.awaiting_user_approval || undefined,
  } = input;
  const asked = query === undefined ? undefined : fitted(query, LIMITS.goal, ["raw_query"], note);
  return {
    plan: {
      ...(id !== undefined && { id }),
      title: title ?? shortTitle(inOneLine(input.plan.title || query || "Imported plan")),
      ...(asked !== undefined && { description: asked }),
      ...(approval !== undefined && { approval }),
      ...(plan_review !== undefined && { plan_review }),
      ...(strategy === "sequential" && { max_parallel: 1 }),
      todos,
      planning: toPlanning(input.plan, asked, strategy),
    },
    unmapped,
  };
}

/** What S1 and S2 keep about the planning itself, as it was written. */
function toPlanning(
  plan: ImportInput["plan"],
  query: string | undefined,
  strategy: string | undefined,
): NewPlanInput["planning"] {
  const intent = plan.analyzed_intent ?? (isObject(plan.intent) ? plan.intent : null);
  const confidence = plan.intent_confidence ?? intent?.["confidence"];
  return {
    raw_query: query ?? "",
    analyzed_intent: intent,
    intent_confidence:
      typeof confidence === "number" && confidence >= 0 && confidence <= 1 ? confidence : null,
    available_agents: plan.available_agents ?? [],
    available_teams: plan.available_teams ?? [],
    execution_strategy: strategy ?? null,
    parallel_groups: plan.parallel_groups ?? null,
    plan_validated: plan.plan_validated ?? false,
    validation_errors: plan.validation_errors ?? [],
    estimated_total_time: plan.estimated_total_time ?? plan.estimated_time ?? null,
  };
}

/** Finds steps by id or by their agents' names. */
function createNames(steps: readonly ImportedStep[]) {
  const ids = steps.map(({ step_id }, place) =>
    step_id !== undefined && TODO_ID.test(step_id)
      ? step_id
      : `todo_${String(place + 1).padStart(3, "0")}`,
  );
  const byId = new Map(ids.map((id) => [id, id]));
  const first = new Map<string, string>();
  steps.forEach(({ agent_name, step_id }, place) => {
    const id = ids[place]!;
    if (step_id !== undefined) byId.set(step_id, id);
    if (!first.has(agent_name)) first.set(agent_name, id);
  });
  const newest = new Map<string, string>();
  return {
    idAt: (place: number): string => ids[place]!,
    find: ((name) => byId.get(name) ?? newest.get(name) ?? first.get(name)) satisfies Find,
    pass(place: number): void {
      newest.set(steps[place]!.agent_name, ids[place]!);
    },
  };
}

function toTodo(step: ImportedStep, find: Find, note: Note): NewTodoInput {
  const depends_on = step.dependencies.flatMap((name, position) => {
    const found = find(name);
    if (found === undefined) {
      note(["dependencies", position], say("import_no_step", { name }));
    }
    return found ?? [];
  });
  const given = step.input_mapping["purpose"];
  const purpose =
    typeof given === "string"
      ? fitted(given, LIMITS.description, ["input_mapping", "purpose"], note)
      : undefined;
  const meant = step.agent_purpose ?? purpose;
  const said = step.description || `${step.agent_name} 실행`;
  const title = toTitle(said);
  // What is more than a title goes before a purpose, which is kept as such, too.
  const description = title === said.trim() ? purpose : said;
  return {
    title,
    ...(description !== undefined && { description }),
    depends_on: [...new Set(depends_on)],
    optional: step.optional,
    ...(meant !== undefined && { agent_purpose: meant }),
    ...(step.expected_output !== undefined && { expected_output: step.expected_output }),
    ...(step.estimated_time !== undefined && { estimated_seconds: step.estimated_time }),
    tags: step.agent_name === "" ? [] : [agentTag(step.agent_name, note)],
    ...boundsOf(step, (key, detail) => note([key], detail)),
  };
}

/** A text as it is, or so much of it as there is room for, which is noted. */
function fitted(text: string, most: number, path: readonly string[], note: Note): string {
  if (text.length > most) note(path, say("import_cut", { most }));
  return startOf(text, most);
}

function agentTag(agent: string, note: Note): string {
  const name = inOneLine(agent);
  return `agent:${fitted(name, LIMITS.tag - "agent:".length, ["agent_name"], note)}`;
}

/** S2's converter keeps the rank beside the word that it becomes, which is the same from 2 on. */
function originalPriorityOf({ priority }: ImportedStep): JsonObject {
  return typeof priority === "number" ? { original_priority: priority } : {};
}

function unknownOf(step: ImportedStep): ReadTodo["book"] {
  return Object.fromEntries(Object.entries(step).filter(([key]) => !STEP_FIELDS.has(key)));
}

/** What was done elsewhere is kept for people to read: here the todo begins anew. */
function keptOf(book: ReadTodo["book"], note: Note): JsonObject {
  const said = Object.entries(book).filter(([key, value]) => isSaid(value) && FRESH[key] !== value);
  if (said.length === 0) return {};
  for (const [key] of said) note([key], say("import_begins_anew", { key }));
  return { imported: Object.fromEntries(said) as JsonObject };
}

function isSaid(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function toTitle(text: string): string {
  const line = inOneLine(text);
  return line.length <= LIMITS.title ? line : `${startOf(line, LIMITS.title - 1)}…`;
}

const inOneLine = (text: string): string => onOneLine(text, "Untitled");

/** @param fromNumber what a number means, or none. */
function priorityOf(
  { priority }: ImportedStep,
  fromNumber: (given: number | undefined, note: Note) => number,
  note: Note,
): number {
  return typeof priority === "string" ? PRIORITY_WORDS[priority] : fromNumber(priority, note);
}

/** S2 counts ranks: 0 goes first, 1 next. */
function byRank(rank = 1): number {
  const { high, medium, low } = PRIORITY_WORDS;
  return rank <= 0 ? high : rank <= 1 ? medium : low;
}

function onScale(priority: number = PRIORITY_WORDS.medium, note: Note): number {
  const onIt = Math.min(10, Math.max(0, Math.round(priority)));
  if (onIt !== priority)
    note(["priority"], say("import_became", { before: priority, after: onIt }));
  return onIt;
}

function boundsOf(
  { timeout, retry_count }: ImportedStep,
  note: (key: string, detail: Sentence) => void,
): Partial<NewTodoInput> {
  const fit = (key: string, value: number | undefined, min: number, max: number) => {
    if (value === undefined) return undefined;
    const bounded = Math.min(max, Math.max(min, Math.ceil(value)));
    if (bounded !== value) note(key, say("import_became", { before: value, after: bounded }));
    return bounded;
  };
  const timeout_seconds = fit("timeout", timeout, 1, LIMITS.max_timeout_seconds);
  const max_retries = fit("retry_count", retry_count, 0, LIMITS.max_retries);
  return {
    ...(timeout_seconds !== undefined && { timeout_seconds }),
    ...(max_retries !== undefined && { max_retries }),
  };
}

function workOf(
  step: ImportedStep,
  { agents }: ImportInput,
  find: Find,
  known: KnownNames,
  note: Note,
): Partial<NewTodoInput> {
  const { agent_name } = step;
  const given = Object.hasOwn(agents, agent_name) ? agents[agent_name] : undefined;
  const input = inputOf(step, find);
  if (given !== undefined) {
    return { ...given, tool_params: { ...given.tool_params, ...input } };
  }
  if (agent_name !== "" && known.hasTool(agent_name)) {
    return { tool_name: agent_name, tool_params: input };
  }
  // Without a mapping an agent is given the results of the steps that it waits for.
  const data = Object.keys(input).length > 0 ? { input_data: input } : {};
  if (agent_name !== "" && known.hasAgent(agent_name)) return { agent_name, ...data };
  if (agent_name !== "") {
    note(["agent_name"], say("import_for_person", { agent: agent_name }));
  }
  return data;
}

function inputOf({ input_mapping }: ImportedStep, find: Find): JsonObject {
  const entries = Object.entries(input_mapping).flatMap(([key, value]) => {
    // S2 reads it as what the agent is for.
    if (key === "purpose" && typeof value === "string") return [];
    return [[key, toInputValue(value, find)]];
  });
  return Object.fromEntries(entries) as JsonObject;
}

/** A mapping's value: `search_team.results.0` means a part of that step's result; anything else is itself. */
export function toInputValue(value: Json, find: Find): Json {
  if (typeof value !== "string") return value;
  const [name, ...path] = value.split(".");
  const from = path.length === 0 ? undefined : find(name!);
  return from === undefined ? value : { $from: from, path: toPointer(path) };
}

/** Groups that run one after another: each step of one waits for all of the group before. */
function orderGroups(
  groups: readonly (readonly string[])[],
  todos: NewTodoInput[],
  find: Find,
  note: Note,
): void {
  const waitsFor = new Map(todos.map(({ id, depends_on }) => [id!, new Set(depends_on)]));
  const placed = new Set<string>();
  let before: string[] = [];
  groups.forEach((group, at) => {
    const ids = group.flatMap((name, position) => {
      const id = find(name);
      if (id === undefined) note(["parallel_groups", at, position], say("import_no_such_step"));
      return id ?? [];
    });
    if (before.length > LIMITS.dependencies_per_todo) {
      note(["parallel_groups", at], say("import_group_too_large"));
      before = [];
    }
    const named = new Set(ids);
    for (const id of named) {
      // What stands in a group before, too, waits for itself, and no plan takes that: the rest is not worth the time.
      for (const other of placed.has(id) ? [id] : before) waitsFor.get(id)!.add(other);
      placed.add(id);
    }
    before = [...named];
  });
  for (const todo of todos) todo.depends_on = [...waitsFor.get(todo.id!)!];
}
