import type { ProblemDetail } from "../../../contract/problems/problem.ts";
import { say } from "../../../contract/sentences/sentence.ts";
import type { Json, JsonObject } from "../../../contract/text.ts";
import { isObject } from "../../../json/json-object.ts";
import { mapSecrets } from "../../../json/secret-places.ts";
import { eachText } from "../../../json/texts.ts";
import type { SecretScope } from "../../../temporal/connection/payloads/secrets.ts";
import { refuse, sealInputs, type Sealing } from "../secrets/seal-secrets.ts";

/*
 * A template is a plan that is not one yet: its secrets are sealed for the template, and again for each
 * plan that is made of it. What parameters bring is sealed when it comes.
 */

/** A template's plan with its secrets sealed. @throws Refusal */
export function sealTemplate(deps: Sealing, plan: JsonObject, scope: SecretScope): JsonObject {
  const mistakes: ProblemDetail[] = [];
  const todos = todosOf(plan).map((todo, place) => {
    if (!isObject(todo["tool_params"])) return todo;
    const pointer = `/plan/todos/${place}`;
    const where = { scope, pointer, sourceOf: () => undefined, mistakes };
    return { ...todo, tool_params: sealInputs(deps, inputsOf(todo), where) };
  });
  refuse(mistakes, say("correct_template"));
  // A goal has none.
  return Object.hasOwn(plan, "todos") ? { ...plan, todos } : plan;
}

/** The names of the parameters whose values go to secret arguments. */
export function secretParameters({ tools }: Pick<Sealing, "tools">, plan: JsonObject): string[] {
  const names = new Set<string>();
  const see = (text: string): void => {
    for (const [, name = ""] of text.matchAll(/\{\{\s*param\.([^{}\s]*)\s*\}\}/g)) names.add(name);
  };
  for (const todo of todosOf(plan)) {
    const { tool_name, task_queue, tool_params } = inputsOf(todo);
    if (tool_name === null || task_queue !== null) continue;
    mapSecrets(tools.input(tool_name), tool_params, {
      secret(part) {
        eachText(part, see);
        return part;
      },
    });
  }
  return [...names];
}

function todosOf({ todos }: JsonObject): JsonObject[] {
  return Array.isArray(todos) ? todos.filter(isObject) : [];
}

function inputsOf({ tool_name, task_queue, tool_params, input_data }: JsonObject) {
  const text = (value: Json | undefined): string | null =>
    typeof value === "string" ? value : null;
  return {
    tool_name: text(tool_name),
    task_queue: text(task_queue),
    tool_params: isObject(tool_params) ? tool_params : {},
    input_data: isObject(input_data) ? input_data : null,
  };
}
