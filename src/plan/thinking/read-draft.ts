import type { z } from "zod";
import { isBlank } from "../../contract/is-blank.ts";
import { NewPlanSchema, type NewPlan } from "../../contract/plan/plan.ts";
import { PlanDraftSchema } from "../../contract/plan/planning.ts";
import type { ProblemDetail } from "../../contract/problems/problem.ts";
import { sayNearest } from "../../contract/sentences/say-nearest.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import type { Json, JsonObject } from "../../contract/text.ts";
import { toPointer } from "../../json/json-pointer.ts";
import { startOf } from "../../text/cut-text.ts";
import { readAs } from "../model/read-as.ts";
import type { Offer } from "../model/state/thought.ts";

/**
 * What a planner may say of a todo. Who decides, when, and what a silence means is not its to say. That
 * a model looks at a result decides nothing: what it would change then is asked for as always.
 */
export const DRAFTED_FIELDS = [
  "id",
  "title",
  "description",
  "priority",
  "depends_on",
  "tool_name",
  "tool_params",
  "agent_name",
  "agent_purpose",
  "expected_output",
  "estimated_seconds",
  "timeout_seconds",
  "input_request",
  "requires_approval",
  "optional",
  "review_result",
] as const;
const FIELDS: ReadonlySet<string> = new Set(DRAFTED_FIELDS);

/** What a planner wrote, read by the contract's schemas; `todos` are as a person would write them. */
export interface PlanDraft extends Pick<z.output<typeof PlanDraftSchema>, "intent" | "strategy"> {
  readonly question: string | null;
  readonly title: string | null;
  readonly todos: NewPlan["todos"];
}

/**
 * A planner's answer as a draft, or what is wrong with it: shape, fields, tools and agents that do not
 * exist. One that only asks is a draft without todos.
 */
export function readDraft(
  data: Json,
  offer: Offer,
): { draft: PlanDraft } | { mistakes: ProblemDetail[] } {
  const read = readAs(PlanDraftSchema, data);
  if ("mistakes" in read) return read;
  const { intent, strategy, todos: raw } = read.value;
  const question = trimmed(read.value.question);
  const title = trimmed(read.value.title);
  const head = { intent, strategy, question, title };
  if (question !== null) return { draft: { ...head, todos: [] } };
  if (raw.length === 0) {
    return { mistakes: [{ pointer: "/todos", detail: say("draft_without_todos") }] };
  }
  const strange = raw.flatMap((todo, place) =>
    Object.keys(todo)
      .filter((name) => !FIELDS.has(name))
      .map((name) =>
        mistakeAt(place, name, say("no_field", { fields: DRAFTED_FIELDS.join(", ") })),
      ),
  );
  if (strange.length > 0) return { mistakes: strange.slice(0, MOST) };
  const written = { title: title ?? "-", todos: raw.map(withoutNulls) };
  const plan = readAs(NewPlanSchema, written);
  if ("mistakes" in plan) return plan;
  const mistakes = plan.value.todos.flatMap((todo, place) => [
    ...unknownNames(todo, offer).map(({ field, detail }) => mistakeAt(place, field, detail)),
    ...bothOf(todo, place),
  ]);
  return mistakes.length > 0
    ? { mistakes: mistakes.slice(0, MOST) }
    : { draft: { ...head, todos: plan.value.todos } };
}

/** How many mistakes a planner is told at once. */
const MOST = 20;

interface UnknownName {
  readonly field: "tool_name" | "agent_name";
  readonly detail: Sentence;
}

/** The tool and the agent that a todo names and that do not exist. */
export function unknownNames(
  {
    tool_name,
    agent_name,
  }: {
    readonly tool_name?: string | null | undefined;
    readonly agent_name?: string | null | undefined;
  },
  { tools, agents }: Offer,
): UnknownName[] {
  return [...unknown(tool_name, tools, "tool_name"), ...unknown(agent_name, agents, "agent_name")];
}

function unknown(
  name: string | null | undefined,
  known: readonly string[],
  field: UnknownName["field"],
): UnknownName[] {
  if (name == null || known.includes(name)) return [];
  const names = known.length === 0 ? say("draft_none") : known.join(", ");
  const word = field === "tool_name" ? "tool" : "agent";
  return [{ field, detail: sayNearest(say(`draft_no_${word}`, { name, names }), name, known) }];
}

function bothOf(todo: NewPlan["todos"][number], place: number): ProblemDetail[] {
  const kinds = [todo.tool_name, todo.agent_name, todo.input_request].filter((it) => it != null);
  return kinds.length > 1 ? [mistakeAt(place, "", say("draft_one_kind"))] : [];
}

function mistakeAt(place: number, field: string, detail: Sentence): ProblemDetail {
  const path = field === "" ? [] : [startOf(field, 64)];
  return { pointer: toPointer(["todos", String(place), ...path]), detail };
}

function withoutNulls(todo: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(todo).filter(([, value]) => value !== null));
}

function trimmed(text: string | null | undefined): string | null {
  const words = text?.trim() ?? "";
  return isBlank(words) ? null : words;
}
