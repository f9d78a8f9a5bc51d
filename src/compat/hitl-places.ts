import type { WireProblem } from "../contract/problems/problem.ts";

/** What S0's messages call otherwise than the bodies of the commands that they become. */
const FIELDS: Readonly<Record<string, string>> = { ops: "edits", args: "value", result: "value" };

/** A refusal of a command, with its places as they stand in the message that it came of. */
export function inMessage(problem: WireProblem): WireProblem {
  const { detail_said, errors } = problem;
  const told = {
    ...problem,
    ...(errors !== undefined && {
      errors: errors.map((error) => ({ ...error, pointer: placeOf(error.pointer) })),
    }),
  };
  const place = detail_said?.id === "at_place" ? detail_said.values["place"] : undefined;
  if (detail_said === undefined || typeof place !== "string") return told;
  const pointer = placeOf(place);
  return {
    ...told,
    detail: problem.detail.replace(place, () => pointer),
    detail_said: { ...detail_said, values: { ...detail_said.values, place: pointer } },
  };
}

function placeOf(pointer: string): string {
  return pointer.replace(/^\/(\w+)/, (_, name: string) => `/${FIELDS[name] ?? name}`);
}
