import type { MessageName } from "../../contract/plan/commands.ts";
import type { CommandProof } from "../../contract/plan/proof.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import { packState, type PackedState } from "../../plan/model/packing/pack-state.ts";
import { loadPlan } from "../../plan/model/plan.ts";
import type { PlanState } from "../../plan/model/state/state.ts";
import { summaryOf } from "../../plan/views/board/summary.ts";
import { shortTitle } from "../../text/short-title.ts";
import { attributeKey, LIST_ATTRIBUTES } from "./list-attributes.ts";
import { toTagAttribute } from "./tag-attribute.ts";

/**
 * A worker that was killed in the middle of a workflow task holds its plan, or an agent, up for so long (Temporal's
 * default: 10 s). Not less: the longest replay before a plan continues as new takes about a second,
 * on a busy machine several. One that takes longer, as of a run that was held up, is begun three times before
 * Temporal gives it more time.
 */
export const WORKFLOW_TASK_TIMEOUT = "5s";

/** A command with which an ended plan goes on. */
export interface FirstCommand {
  readonly name: MessageName;
  readonly command: object;
  /** Its API's word for it. */
  readonly proof?: CommandProof;
}

/**
 * How every plan's workflow is started: by the API, by a schedule, or to go on after its end.
 * @param first what the new run does before all else.
 * @param screen where people look at plans; Temporal's UI links to it.
 */
export function planStartOptions(state: PlanState, first?: FirstCommand, screen?: string) {
  const about = `Plan \`${state.id}\` by ${state.owner}, ${state.todos.length} todos.`;
  return {
    workflowId: TEMPORAL_NAMES.plan_prefix + state.id,
    args: [{ state: packState(state), ...(first && { first }) }] as [
      { state: PackedState; first?: FirstCommand },
    ],
    staticSummary: shortTitle(state.title),
    staticDetails:
      screen === undefined
        ? about
        : `${about}\n\n[Open in Holdpoint](${screen.replace(/\/$/, "")}/plans/${state.id})`,
    workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,
    // So that lists show the plan before a worker has seen it.
    memo: { ...summaryOf(loadPlan(state)), seq: state.seq, as_of: state.created_at },
    typedSearchAttributes: [
      { key: LIST_ATTRIBUTES.status, value: state.status },
      { key: LIST_ATTRIBUTES.owner, value: state.owner },
      { key: LIST_ATTRIBUTES.archived, value: state.archived_at !== null },
      { key: LIST_ATTRIBUTES.tags, value: toTagAttribute(state.tags) },
      ...(state.forked_from
        ? [{ key: attributeKey("ForkedFrom"), value: state.forked_from.plan_id }]
        : []),
    ],
  };
}

/** The plan that a schedule's workflow makes: its id holds the schedule and the moment. */
export function scheduledPlanId(workflowId: string): string {
  const id = workflowId.startsWith(TEMPORAL_NAMES.scheduled_prefix)
    ? workflowId.slice(TEMPORAL_NAMES.scheduled_prefix.length)
    : workflowId;
  return id
    .replaceAll(/[^A-Za-z0-9_-]/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, LIMITS.name);
}
