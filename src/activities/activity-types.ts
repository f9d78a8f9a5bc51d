import type { Json, JsonObject } from "../contract/text.ts";
import type { ErrorType } from "../contract/vocabulary.ts";
import type { LoggedEvent } from "../contract/event.ts";
import type { ParameterValues } from "../contract/template.ts";
import type { PlanState } from "../plan/state.ts";

/** What a tool's activity gets besides its arguments; workers in other languages get it too. */
export interface TodoContext {
  readonly plan_id: string;
  readonly todo_id: string;
  readonly run: number;
  readonly title: string;
  /** Further attempts by kind of failure: a failure that has none left is final. */
  readonly retries: Partial<
    Record<ErrorType, { readonly max: number; readonly delay_seconds: number | null }>
  >;
  /** Same for every attempt of a run. */
  readonly idempotency_key: string;
}

/** The activity behind a todo; its type is the tool's name. */
export type ToolActivity = (args: JsonObject, context: TodoContext) => Promise<Json>;

/** Holdpoint's own activities, as the workflow calls them. */
export interface OwnActivities {
  /** Keeps a closed part of a plan's log in the artifact store and answers its reference. */
  "holdpoint.archive_events"(input: {
    plan_id: string;
    events: readonly LoggedEvent[];
  }): Promise<string>;
  /** Which of these workflows have ended, each with Temporal's word for how. */
  "holdpoint.find_ended"(input: {
    workflow_ids: readonly string[];
  }): Promise<Record<string, string>>;
  /**
   * A new plan's state from a template as it is now. Fails for good when there is no such template
   * or the values do not fit it.
   */
  "holdpoint.instantiate_template"(input: {
    template_id: string;
    values: ParameterValues;
    plan_id: string;
    owner: string;
  }): Promise<PlanState>;
}
