/** What the product's things are called inside Temporal. */

/** Payloads above this many bytes are kept in the artifact store, and Temporal gets a reference. */
export const OFFLOAD_BYTES = 64 * 1024;
/** How long a turn of a model may take: its own time limit is shorter; this is for a worker that has forgotten it. */
export const MODEL_TURN_MS = 3_700_000;
/** Metadata of payloads that answer a question and are gone with it. */
export const PASSING_PAYLOAD = "holdpoint-passing";
/** Encoding of a payload that stands for one which was kept in an artifact store and is not there. */
export const MISSING_PAYLOAD = "holdpoint/missing-artifact";
/** Encoding, with the key's id after it, of a payload that stands for one which cannot be decrypted. */
export const LOCKED_PAYLOAD = "holdpoint/locked:";
/** How a query fails that reached a worker before the workflow task of what has just happened. */
export const TASK_TO_COME =
  "holdpoint: something has happened since the last workflow task; ask again.";
/** How an attempt fails whose worker was told to stop, when another may take its place. */
export const WORKER_STOPPED = "worker_stopped";
/** How an attempt fails that came to a worker without its tool: another worker of the queue may have it. */
export const TOOL_LACKING = "tool_lacking";
/** How an attempt fails whose tool has to ask a person first, when nobody has approved exactly this. */
export const APPROVAL_LACKING = "approval_lacking";
const TOOL_WAIT = "waits_for_tool";

/** Under which name a workflow's memo tells that a call of a todo's run, `<todo>.<run>`, waits for a worker with its tool. */
export function toolWaitNote(run: string, activityId: string): string {
  return `${TOOL_WAIT} ${run} ${activityId}`;
}

/** The run that a note of a memo is about; undefined when it is no such note. */
export function runOfToolWait(note: string): string | undefined {
  const [name, run] = note.split(" ");
  return name === TOOL_WAIT ? run : undefined;
}

/** The activity that writes a todo's result to its `output_path`. */
export const WRITE_OUTPUT = "holdpoint.write_output";

/** What stands for a tool in the run of a todo on which an agent works. */
export const AGENT = "holdpoint.agent";

/** What every plan's workflow is called in Temporal. */
export const TEMPORAL_NAMES = {
  task_queue: "holdpoint",
  plan_workflow: "planWorkflow",
  /** Workflow id = this and the plan's id. */
  plan_prefix: "plan-",
  /** What is done with a plan that has ended; workflow id = the prefix, the plan's id, "." and the run. */
  ended_workflow: "endedPlanWorkflow",
  ended_prefix: "ended-",
  /** What stands at a deleted plan's workflow id. */
  deleted_workflow: "deletedPlanWorkflow",
  template_workflow: "templateWorkflow",
  template_prefix: "template-",
  /** Keeps the webhooks; workflow id = this and the task queue. */
  webhooks_workflow: "webhooksWorkflow",
  webhooks_prefix: "webhooks-",
  /** Workflow id = the prefix, the webhook's id, "." and the id of what is told. */
  delivery_workflow: "deliveryWorkflow",
  delivery_prefix: "delivery-",
  kept_agent_workflow: "keptAgentWorkflow",
  kept_agent_prefix: "agent-",
  scheduled_workflow: "scheduledPlanWorkflow",
  /** Temporal's schedule id = this and the schedule's id. */
  schedule_prefix: "holdpoint-",
  /** Workflow id of what a schedule starts = this, the schedule's id and the time. */
  scheduled_prefix: "scheduled-",
} as const;

/** Finds the workflows that keep agents for a task queue's workers. */
export function keptAgentsQuery(taskQueue: string): string {
  return `WorkflowType = "${TEMPORAL_NAMES.kept_agent_workflow}" AND TaskQueue = "${taskQueue}" AND ExecutionStatus = "Running"`;
}

/** Custom search attributes and their Temporal types; they are never encrypted: no personal texts. */
export const SEARCH_ATTRIBUTES = {
  PlanStatus: "KEYWORD",
  PlanMode: "KEYWORD",
  OpenHolds: "INT",
  OpenWork: "INT",
  NextDeadline: "DATETIME",
  NewsAt: "DATETIME",
  PlanOwner: "KEYWORD",
  PlanTags: "KEYWORD_LIST",
  PlanArchived: "BOOL",
  PlanNotice: "BOOL",
  ForkedFrom: "KEYWORD",
} as const;
