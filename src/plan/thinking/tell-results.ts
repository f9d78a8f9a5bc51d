import { LIMITS } from "../../contract/tables/limits.ts";
import type { Json, JsonObject } from "../../contract/text.ts";
import { textOrJson } from "../../json/text-or-json.ts";
import { startOf } from "../../text/cut-text.ts";

/** What tells a model of results, one after the other, until there is no room; what is cut says so. */
export function createResultTeller(): (result: Json) => JsonObject {
  let left: number = LIMITS.reported_results;
  return (result) => {
    const whole = textOrJson(result);
    const told = startOf(whole, Math.min(LIMITS.reported_result, left));
    left -= told.length;
    return { result: told, ...(told.length < whole.length && { cut: true }) };
  };
}
