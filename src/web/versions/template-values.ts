import type { TemplateInput } from "../../client/shapes.ts";
import type { NewPlan, NewPlanInput } from "../../contract/plan/plan.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { toPointer } from "../../json/json-pointer.ts";
import { looksSealed } from "../../json/seals.ts";

/** A value of a plan that a template can ask for each time. */
export interface Variable {
  /** Its JSON pointer in the plan. */
  readonly place: string;
  readonly todo: string;
  readonly argument: string;
  readonly value: string | number | boolean;
}

/** The arguments of a plan's todos that can differ from plan to plan; what other todos give is not among them. */
export function variablesOf({ todos }: NewPlan | NewPlanInput): Variable[] {
  return todos
    .flatMap(({ title, tool_params }, place) =>
      Object.entries(tool_params ?? {}).flatMap(([argument, value]): Variable[] => {
        const isPlain =
          typeof value === "number" ||
          typeof value === "boolean" ||
          (typeof value === "string" && !looksSealed(value) && !value.includes("{{"));
        if (!isPlain) return [];
        return [
          {
            place: toPointer(["todos", place, "tool_params", argument]),
            todo: title,
            argument,
            value,
          },
        ];
      }),
    )
    .slice(0, LIMITS.parameters);
}

/** A name that a parameter may have, made of an argument's; those that are taken get a number. */
export function freeName(argument: string, taken: ReadonlySet<string>): string {
  const letters = argument
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "_")
    .replace(/^[^a-z]+/, "");
  const name = letters === "" ? "value" : letters;
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? name : `${name}_${count}`;
    if (!taken.has(free)) return free;
  }
}

/** The parameters of chosen values; values of one name are one parameter. */
export function parametersOf(
  chosen: readonly (Variable & { readonly name: string })[],
): NonNullable<TemplateInput["parameters"]> {
  return [...Map.groupBy(chosen, ({ name }) => name)].map(([name, same]) => ({
    name,
    type: typeOf(same[0]!.value),
    places: same.map(({ place }) => place),
  }));
}

function typeOf(value: Variable["value"]): "text" | "number" | "boolean" {
  return typeof value === "string" ? "text" : (typeof value as "number" | "boolean");
}
