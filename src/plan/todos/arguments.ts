import type { TodoDefinition } from "../../contract/plan/edit.ts";
import type { Sentence } from "../../contract/sentences/sentence.ts";
import type { JsonObject } from "../../contract/text.ts";
import { referencesUnder, referencesWithin, type Referring } from "../../json/referring.ts";
import { approvalDigest, questionDigest, type TodoInput } from "../model/digest.ts";
import type { Plan } from "../model/plan.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import type { Work } from "../model/work.ts";
import { MissingValue, resolveReferences } from "./references.ts";

/**
 * What a todo's tool gets: `tool_params`, or the arguments that a person wrote when approving, and
 * `input_data`, with every reference resolved. A missing value is a sentence, not an exception.
 */
export function resolveInput(
  plan: Plan,
  todo: TodoState,
): { input: TodoInput } | { missing: Sentence } {
  const { work, input_data, approved_args, approved_references } = todo;
  const resultOf = (id: string): Referring | undefined => {
    const source = plan.todos.get(id);
    if (source?.status !== "completed") return undefined;
    return { value: source.result_data, references: source.result_references };
  };
  const params = work.kind === "tool" ? work.tool_params : {};
  // People write assignments as texts: nothing in them is looked up, either.
  const given =
    approved_args ??
    (work.kind === "agent" ? assignmentOf(todo, work, plan.state.description) : null);
  try {
    // A person's arguments are what they wrote: nothing in them is looked up.
    const args =
      given === null
        ? resolveReferences(params, resultOf)
        : {
            value: given,
            references: referencesWithin("/args", approved_references ?? []),
          };
    const written =
      work.kind === "agent" ? (input_data ?? resultsBefore(todo, resultOf)) : input_data;
    const data = written === null ? null : resolveReferences(written, resultOf);
    const references = [
      ...referencesUnder("/args", args.references),
      ...referencesUnder("/input_data", data?.references ?? []),
    ];
    return { input: { args: args.value, input_data: data?.value ?? null, references } };
  } catch (error) {
    if (error instanceof MissingValue) return { missing: error.said };
    throw error;
  }
}

/** What there is of a todo's input: arguments and data whose value is missing are left out, each whole. */
export function knownInput(plan: Plan, todo: TodoState): TodoInput {
  const whole = resolveInput(plan, todo);
  if ("input" in whole) return whole.input;
  const { work, input_data } = todo;
  const params = work.kind === "tool" ? work.tool_params : {};
  const resolve = (tool_params: JsonObject, data: JsonObject | null) =>
    resolveInput(plan, {
      ...todo,
      work: work.kind === "tool" ? { ...work, tool_params } : work,
      input_data: data,
    });
  const known = (given: JsonObject, isThere: (one: JsonObject) => boolean): JsonObject =>
    Object.fromEntries(Object.entries(given).filter(([name, value]) => isThere({ [name]: value })));
  const resolved = resolve(
    known(params, (one) => "input" in resolve(one, null)),
    input_data && known(input_data, (one) => "input" in resolve({}, one)),
  );
  return "input" in resolved ? resolved.input : { args: {}, input_data: null, references: [] };
}

/**
 * What an agent gets of which nobody wrote what: the results of the todos that it waits for. Planners
 * and people say "after", and mean "with what came of it".
 */
function resultsBefore(
  { depends_on }: TodoState,
  resultOf: (id: string) => Referring | undefined,
): JsonObject | null {
  const known = depends_on.filter((id) => (resultOf(id)?.value ?? null) !== null);
  return known.length === 0 ? null : Object.fromEntries(known.map((id) => [id, { $from: id }]));
}

/** The field that tells an agent what to do, and so says more than a title or a description; none for other work. */
export function assignmentField(
  definition: Pick<TodoDefinition, "agent_name" | "description"> | null,
): "title" | "description" | undefined {
  if (definition?.agent_name == null) return undefined;
  return definition.description === null ? "title" : "description";
}

/**
 * What an agent is told to do, and what the plan as a whole is for (S1's and S2's teams know the query): what people see
 * when they approve it, and may change.
 */
function assignmentOf(
  { title, description, agent_purpose, expected_output }: TodoState,
  { agent_name }: Work & { kind: "agent" },
  plan_description: string | null,
): JsonObject {
  return {
    agent_name,
    assignment: description ?? title,
    ...(agent_purpose !== null && { agent_purpose }),
    ...(expected_output !== null && { expected_output }),
    ...(plan_description !== null && { plan_description }),
  };
}

/**
 * The digest of what the plan gives a todo, whatever a person made of it when approving, or null when a value
 * that it uses is missing: with another one, what it did before has to be done anew.
 */
export function givenDigestOf(plan: Plan, todo: TodoState): string | null {
  return inputDigestOf(plan, { ...todo, approved_args: null });
}

/** The digest of all that decides a todo's result, or null when a value that it uses is missing. */
export function inputDigestOf(plan: Plan, todo: TodoState): string | null {
  if (todo.work.kind === "question") return questionDigest(todo, todo.work.request);
  const resolved = resolveInput(plan, todo);
  return "input" in resolved ? approvalDigest(todo, resolved.input) : null;
}
