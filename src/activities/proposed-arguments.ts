import type { TodoChanges } from "../contract/plan/edit.ts";
import type { ProblemDetail } from "../contract/problems/problem.ts";
import { say } from "../contract/sentences/sentence.ts";
import type { Json, JsonObject } from "../contract/text.ts";
import { isObject } from "../json/json-object.ts";
import { sealedPlaces } from "../json/seals.ts";
import type { Offer, ThoughtAnswer } from "../plan/model/state/thought.ts";
import { readDraft } from "../plan/thinking/read-draft.ts";
import { readEdits } from "../plan/thinking/read-edits.ts";
import type { ReplanInput } from "../plan/thinking/replan-input.ts";
import { findReferences } from "../plan/todos/references.ts";
import type { ToolRegistry } from "../tools/registry.ts";

/** Of what the tools say against a draft. */
const MOST = 20;

/** What the tools say against the arguments in a draft; the plan itself says the rest. */
export function argumentMistakes(
  { read }: ThoughtAnswer,
  offer: Offer,
  registry: ToolRegistry,
): ProblemDetail[] {
  const drafted = "data" in read ? readDraft(read.data, offer) : { mistakes: [] };
  if ("mistakes" in drafted) return [];
  return drafted.draft.todos
    .flatMap(({ tool_name, tool_params }, place) =>
      checkArguments(registry, tool_name, tool_params, `/todos/${place}/tool_params`),
    )
    .slice(0, MOST);
}

/** Which tool a todo has, and with what; undefined where its model was not told that, or not all of it. */
interface KnownWork {
  readonly tool: string | null | undefined;
  readonly params: JsonObject | undefined;
}

/** The same for operations: each is looked at as the todo is after it, so a new tool has to take what the old one had. */
export function editMistakes(
  { read }: ThoughtAnswer,
  { plan }: ReplanInput,
  offer: Offer,
  registry: ToolRegistry,
): ProblemDetail[] {
  const drafted = "data" in read ? readEdits(read.data, offer) : { mistakes: [] };
  if ("mistakes" in drafted) return [];
  const works = new Map(plan.todos.map((todo) => [todo["id"] as string, workTold(todo)]));
  return drafted.draft.edits
    .flatMap(({ operation: op }, place) => {
      const at = `/edits/${place}/params`;
      if (op.edit_type === "add_todo") {
        const { id, tool_name: tool, tool_params: params } = op.params.todo;
        if (id != null) works.set(id, { tool, params });
        return checkArguments(registry, tool, params, `${at}/todo/tool_params`);
      }
      if (op.edit_type !== "modify_todo") return [];
      const before = works.get(op.target_id) ?? { tool: undefined, params: undefined };
      const after = workAfter(before, op.params.changes);
      works.set(op.target_id, after);
      if (after.tool === before.tool && op.params.changes.tool_params === undefined) return [];
      return checkArguments(registry, after.tool, after.params, `${at}/changes/tool_params`);
    })
    .slice(0, MOST);
}

function workTold({ tool_name, tool_params = {} }: JsonObject): KnownWork {
  return {
    tool: typeof tool_name === "string" ? tool_name : null,
    params: isObject(tool_params) ? tool_params : undefined,
  };
}

function workAfter(before: KnownWork, changes: TodoChanges): KnownWork {
  const { tool_name: tool = before.tool, tool_params: params = before.params } = changes;
  return { tool, params };
}

function checkArguments(
  registry: ToolRegistry,
  tool: string | null | undefined,
  params: JsonObject | undefined,
  at: string,
): ProblemDetail[] {
  // A todo of another queue has a tool that is not known here.
  if (tool == null || !registry.list().some(({ name }) => name === tool)) return [];
  if (params === undefined) return [{ pointer: at, detail: say("edits_need_arguments", { tool }) }];
  const { references } = findReferences(params);
  const places = [...references.map(({ pointer }) => pointer), ...sealedPlaces(params as Json)];
  return registry
    .check(tool, params, [...new Set(places)])
    .map(({ pointer, detail }): ProblemDetail => ({ pointer: `${at}${pointer}`, detail }));
}
