import { EditOpSchema, type EditOp } from "../../contract/plan/edit.ts";
import { EditsDraftSchema } from "../../contract/plan/holds/proposal.ts";
import type { ProblemDetail } from "../../contract/problems/problem.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import type { Json, JsonObject } from "../../contract/text.ts";
import { isObject } from "../../json/json-object.ts";
import { toPointer } from "../../json/json-pointer.ts";
import { startOf } from "../../text/cut-text.ts";
import { readAs } from "../model/read-as.ts";
import type { Offer } from "../model/state/thought.ts";
import { DRAFTED_FIELDS, unknownNames } from "./read-draft.ts";

/** How many mistakes a model is told at once. */
const MOST = 20;
/** A look at a result that asks for the next look would have no end where nobody confirms it. */
const EDITED = DRAFTED_FIELDS.filter((field) => field !== "review_result");
const ADDED: ReadonlySet<string> = new Set([...EDITED, "blocks"]);
const CHANGED: ReadonlySet<string> = new Set(EDITED.filter((field) => field !== "id"));

/** What a model proposes, read by the contract's schemas: operations, each with its reason. */
export interface EditsDraft {
  readonly summary: string;
  readonly edits: readonly { readonly operation: EditOp; readonly reason: string }[];
}

/**
 * A model's answer as operations, or what is wrong with it: shape, fields that are not its to say, tools
 * and agents that do not exist. None at all is an answer, too.
 */
export function readEdits(
  data: Json,
  offer: Offer,
): { draft: EditsDraft } | { mistakes: ProblemDetail[] } {
  const read = readAs(EditsDraftSchema, data);
  if ("mistakes" in read) return read;
  const { summary, edits } = read.value;
  const taken = edits.map((raw, place) => readEdit(raw, place, offer));
  const mistakes = taken.flatMap((one) => ("mistakes" in one ? one.mistakes : []));
  if (mistakes.length > 0) return { mistakes: mistakes.slice(0, MOST) };
  const read_edits = taken.flatMap((one) => ("edit" in one ? [one.edit] : []));
  return { draft: { summary: summary.trim(), edits: read_edits } };
}

type Edit = EditsDraft["edits"][number];

function readEdit(
  { reason, ...raw }: JsonObject,
  place: number,
  offer: Offer,
): { edit: Edit } | { mistakes: ProblemDetail[] } {
  const at = (path: string[]): string => toPointer(["edits", String(place), ...path]);
  if (typeof reason !== "string" || reason.trim() === "" || reason.length > LIMITS.reason) {
    const detail = say("edits_need_reason", { most: LIMITS.reason });
    return { mistakes: [{ pointer: at(["reason"]), detail }] };
  }
  if (raw["edit_type"] === "modify_plan") {
    return { mistakes: [{ pointer: at(["edit_type"]), detail: say("edits_no_plan_settings") }] };
  }
  const op = withoutNulls(raw);
  const [fields, known, path] = fieldsIn(op);
  const strange = Object.keys(fields)
    .filter((name) => !known.has(name))
    .map((name) => ({
      pointer: at([...path, startOf(name, LIMITS.name)]),
      detail: say("no_field", { fields: [...known].join(", ") }),
    }));
  if (strange.length > 0) return { mistakes: strange };
  const read = readAs(EditOpSchema, op);
  if ("mistakes" in read) {
    const mistakes = read.mistakes.map((mistake) => ({
      ...mistake,
      pointer: at([]) + mistake.pointer,
    }));
    return { mistakes };
  }
  const named = fields as { tool_name?: string | null; agent_name?: string | null };
  const mistakes = unknownNames(named, offer).map(({ field, detail }) => ({
    pointer: at([...path, field]),
    detail,
  }));
  if (mistakes.length > 0) return { mistakes };
  return { edit: { operation: read.value, reason: reason.trim().toWellFormed() } };
}

/** What an operation says of a todo, which of it is a model's to say, and where it stands. */
function fieldsIn(op: JsonObject): [JsonObject, ReadonlySet<string>, string[]] {
  const params = isObject(op["params"]) ? op["params"] : {};
  const { todo, changes } = params;
  if (op["edit_type"] === "add_todo" && isObject(todo)) return [todo, ADDED, ["params", "todo"]];
  if (op["edit_type"] === "modify_todo" && isObject(changes)) {
    return [changes, CHANGED, ["params", "changes"]];
  }
  return [{}, ADDED, []];
}

/** Models write null for what they leave out; only in changes it says something. */
function withoutNulls(op: JsonObject): JsonObject {
  const kept = (fields: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  const params = op["params"];
  if (!isObject(params)) return kept(op);
  const { todo, ...others } = kept(params);
  return { ...kept(op), params: isObject(todo) ? { ...others, todo: kept(todo) } : kept(params) };
}
