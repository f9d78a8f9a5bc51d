import type { EditOp, TodoDefinition } from "../contract/plan/edit.ts";
import type { Todo } from "../contract/plan/todo.ts";
import { wrongAt } from "../contract/problems/problem-error.ts";
import { say } from "../contract/sentences/sentence.ts";
import { LIMITS } from "../contract/tables/limits.ts";
import type { Json, JsonObject } from "../contract/text.ts";
import { toPointer } from "../json/json-pointer.ts";
import { toInputValue, type KnownNames } from "./import-plan.ts";
import type { S1AddInput, S1Changes } from "./s1-contract.ts";
import { AGENT, agentOf, FIELDS, toSource } from "./s1-view.ts";

type Add = Extract<EditOp, { edit_type: "add_todo" }>;
type Modify = Extract<EditOp, { edit_type: "modify_todo" }>;
/** An operation as a person writes it: what is left out gets its default from the plan. */
type Written = { edit_type: string; target_id?: string; params: object };
/** What a todo is given: S1 has one mapping for both. */
type Inputs = Pick<Todo, "tool_params" | "input_data">;

/** S1's new step as an operation: the tool or agent of the name it gives does it, or else a person. */
export function toAddOp(input: S1AddInput, id: string, known: KnownNames): Written {
  const { agent_name, description, priority, dependencies, optional } = input;
  const todo = {
    id,
    title: description,
    priority,
    depends_on: dependencies,
    optional,
    tags: agentTags(agent_name, known, "/agent_name"),
    ...workOf(agent_name, known),
  };
  return { edit_type: "add_todo" satisfies Add["edit_type"], params: { todo } };
}

/** S1's changes of a step as an operation. What is said as it is shown stays as it is. */
export function toModifyOp(
  todo: Pick<Todo, "id" | "tags" | "tool_name" | "agent_name"> & Inputs,
  { agent_name: said_agent, input_mapping, ...plain }: S1Changes,
  isStep: (name: string) => boolean,
  known: KnownNames,
): Written {
  // S1's name of a step may be no tool's or agent's here: said again, it makes nobody else do the step.
  const agent_name = said_agent === agentOf(todo) ? undefined : said_agent;
  const names = {
    description: "title",
    priority: "priority",
    dependencies: "depends_on",
    timeout: "timeout_seconds",
    retry_count: "max_retries",
    optional: "optional",
  } as const satisfies Record<keyof typeof plain, keyof Modify["params"]["changes"]>;
  const said = (Object.keys(plain) as (keyof typeof plain)[])
    .filter((key) => plain[key] !== undefined)
    .map((key) => [names[key], plain[key]] as const);
  const isTools = agent_name === undefined ? todo.tool_name !== null : known.hasTool(agent_name);
  const carried = isTools === (todo.tool_name !== null) ? {} : carriedInputs(todo, isTools);
  const changes = {
    ...Object.fromEntries(said),
    ...carried,
    ...(input_mapping !== undefined &&
      mappedInputs(
        { ...todo, ...carried },
        input_mapping,
        isTools ? "tool_params" : "input_data",
        isStep,
      )),
    ...(agent_name !== undefined && {
      tags: [
        ...todo.tags.filter((tag) => !tag.startsWith(AGENT)),
        ...agentTags(agent_name, known, "/modifications/agent_name"),
      ],
      tool_name: null,
      agent_name: null,
      input_request: null,
      ...workOf(agent_name, known),
    }),
  };
  return {
    edit_type: "modify_todo" satisfies Modify["edit_type"],
    target_id: todo.id,
    params: { changes },
  };
}

/** What a step is given when a tool does it no longer, or a tool is the next to do it: only tools have parameters. */
function carriedInputs({ tool_params, input_data }: Inputs, toTool: boolean): Inputs {
  if (toTool) return { tool_params: input_data ?? {}, input_data: null };
  const all = isEmpty(tool_params) ? input_data : { ...input_data, ...tool_params };
  return { tool_params: {}, input_data: all };
}

/** What is said as it is shown keeps its value and its place; `main` is where new keys go. */
function mappedInputs(
  present: Inputs,
  mapping: JsonObject,
  main: keyof Inputs,
  isStep: (name: string) => boolean,
): Partial<Inputs> {
  const next = { tool_params: new Map<string, Json>(), input_data: new Map<string, Json>() };
  for (const [key, said] of Object.entries(mapping)) {
    // S1 shows the first of two.
    const [place = main, hidden] = PLACES.filter((one) => Object.hasOwn(present[one] ?? {}, key));
    const value = present[place]?.[key];
    const isSame = value !== undefined && said === toSource(value);
    next[place].set(
      key,
      isSame ? value : toInputValue(said, (name) => (isStep(name) ? name : undefined)),
    );
    if (hidden !== undefined) next[hidden].set(key, present[hidden]![key]!);
  }
  // An agent without data gets the results before it; with empty data it gets none.
  const changed = PLACES.filter((one) => next[one].size > 0 || !isEmpty(present[one]));
  return Object.fromEntries(changed.map((one) => [one, Object.fromEntries(next[one])]));
}

const PLACES = ["tool_params", "input_data"] as const satisfies (keyof Inputs)[];

function isEmpty(input: JsonObject | null): boolean {
  return Object.keys(input ?? {}).length === 0;
}

function workOf(agent: string, { hasTool, hasAgent }: KnownNames): object {
  if (hasTool(agent)) return { tool_name: agent };
  return hasAgent(agent) ? { agent_name: agent } : {};
}

/**
 * S1's name of who does a step. One that is too long for a tag is that of the tool or agent alone.
 * @throws Refusal where no tool or agent has such a name: it would stand nowhere.
 */
function agentTags(agent: string, { hasTool, hasAgent }: KnownNames, pointer: string): string[] {
  const tag = `${AGENT}${agent}`;
  if (tag.length <= LIMITS.tag) return [tag];
  if (hasTool(agent) || hasAgent(agent)) return [];
  const detail = say("nobody_of_long_name", { most: LIMITS.tag - AGENT.length });
  throw wrongAt([{ pointer, detail }], say("correct_request"));
}

/** What stands in a request: a JSON Pointer to it, and what of it is wrong where it has no place of its own. */
interface Place {
  readonly pointer: string;
  readonly about?: string;
}

/** Where a field of the step stands in S1's request to change it; without a path the step itself. */
export const toModifyPlace = (path: readonly string[]): Place => ({
  pointer: path.length === 0 ? "/step_id" : toPointer(["modifications", ...toS1Path(path)]),
});

/** As `toModifyPlace` for a new step. S1 says nothing of what a tool is given there: the tool is what is wrong. */
export function toAddPlace(path: readonly string[]): Place {
  const place = toS1Path(path);
  const [field, ...within] = place;
  if (field !== "input_mapping") return { pointer: toPointer(place) };
  return { pointer: "/agent_name", about: within.join("/") };
}

/** As `toModifyPlace` for a step that is removed. */
export const toRemovePlace = (): Place => ({ pointer: "/param/step_id" });

function toS1Path([field, ...within]: readonly string[]): string[] {
  if (field === undefined) return [];
  if (field === "tool_name") return ["agent_name", ...within];
  return [FIELDS[field as keyof TodoDefinition] ?? field, ...within];
}
