/** Headers of a request that a route understands, besides those that every route does. */
export type RequestHeader = "If-Match" | "If-None-Match" | "Prefer" | "Last-Event-ID";

export interface Operation {
  /** The operation's name for generated clients. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly takes?: readonly RequestHeader[];
}

/** What the parts of the API are for, in the order of the document. */
export const TAGS = {
  plans: "Create plans, read them, pause, resume and cancel them.",
  todos: "Single todos: read, add, change, remove, skip, run again.",
  editing: "Change a plan while it runs, take changes back, return to versions.",
  holds: "What waits for a person, and the decisions.",
  live: "Events as they happen.",
  templates: "Plans with parameters.",
  schedules: "Templates that start by themselves.",
  "s1-todos": "Seed S1's routes; a session is a plan. Errors are problems as everywhere here.",
  service: "The API about itself.",
} as const;
export type Tag = keyof typeof TAGS;

const cached: readonly RequestHeader[] = ["If-None-Match"];
const command: readonly RequestHeader[] = ["Prefer"];
const edit: readonly RequestHeader[] = ["If-Match", "Prefer"];

function operation(
  id: string,
  tag: Tag,
  summary: string,
  takes: readonly RequestHeader[] = [],
): Operation {
  return { id, tag, summary, takes };
}

/** Every route as its document names it. A route without a row here is missing in the document. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  "GET /healthz": operation("health", "service", "Whether the process answers"),
  "GET /openapi.json": operation("openapi", "service", "This document", cached),
  "GET /asyncapi.json": operation("asyncapi", "service", "The live stream's document", cached),
  "GET /metrics": operation("metrics", "service", "Numbers for Prometheus"),
  "GET /docs": operation("docs", "service", "This document as a page to read"),
  "GET /problems": operation("listProblems", "service", "Every problem that the API answers"),
  "GET /problems/:code": operation("getProblem", "service", "What a problem means and what to do"),

  "GET /v1/plans": operation("listPlans", "plans", "Plans, also while no worker runs"),
  "POST /v1/plans": operation("createPlan", "plans", "Start a plan"),
  "POST /v1/plans/import": operation("importPlan", "plans", "Start a plan written for S1 or S2"),
  "GET /v1/plans/:plan_id": operation("getPlan", "plans", "A plan with its todos", cached),
  "GET /v1/plans/:plan_id/progress": operation("getProgress", "plans", "How far it is", cached),
  "GET /v1/plans/:plan_id/schedule": operation(
    "getPlanSchedule",
    "plans",
    "What runs, what is next, and why the rest waits",
    cached,
  ),
  "GET /v1/plans/:plan_id/graph": operation(
    "getGraph",
    "plans",
    "Todos in layers, what waits for what, and the critical path",
    cached,
  ),
  "GET /v1/plans/:plan_id/history": operation(
    "getHistory",
    "plans",
    "Who changed, decided and controlled what, newest first",
    cached,
  ),
  "GET /v1/plans/:plan_id/export": operation(
    "exportPlan",
    "plans",
    "The plan as one would write it again",
    cached,
  ),
  "POST /v1/plans/:plan_id/pause": operation("pausePlan", "plans", "Pause", command),
  "POST /v1/plans/:plan_id/resume": operation("resumePlan", "plans", "Resume", command),
  "POST /v1/plans/:plan_id/cancel": operation("cancelPlan", "plans", "Cancel", command),
  "POST /v1/plans/:plan_id/fork": operation("forkPlan", "plans", "Start another plan from here"),
  "POST /v1/plans/:plan_id/files": operation("uploadFile", "plans", "Send a file for an answer"),

  "GET /v1/plans/:plan_id/todos": operation("listTodos", "todos", "Todos, page by page", cached),
  "POST /v1/plans/:plan_id/todos": operation("addTodo", "todos", "Add a todo", edit),
  "GET /v1/plans/:plan_id/todos/:todo_id": operation(
    "getTodo",
    "todos",
    "One todo, and what it waits for",
    cached,
  ),
  "PATCH /v1/plans/:plan_id/todos/:todo_id": operation("changeTodo", "todos", "Change it", edit),
  "DELETE /v1/plans/:plan_id/todos/:todo_id": operation("removeTodo", "todos", "Remove it", edit),
  "POST /v1/plans/:plan_id/todos/:todo_id/:action": operation(
    "controlTodo",
    "todos",
    "Skip it, try it again, or run it again",
    command,
  ),

  "POST /v1/plans/:plan_id/edits": operation("editPlan", "editing", "Edit the plan", edit),
  "POST /v1/plans/:plan_id/undo": operation("undoEdit", "editing", "Take the last edit back", edit),
  "POST /v1/plans/:plan_id/rollback": operation(
    "rollBack",
    "editing",
    "Return to a version or a checkpoint",
    edit,
  ),
  "GET /v1/plans/:plan_id/versions": operation(
    "listVersions",
    "editing",
    "All versions and what each changed",
    cached,
  ),
  "GET /v1/plans/:plan_id/versions/:version": operation(
    "getVersion",
    "editing",
    "One version: what it changed and the plan as it was",
    cached,
  ),
  "GET /v1/plans/:plan_id/compare": operation(
    "compareVersions",
    "editing",
    "What differs between two versions",
    cached,
  ),
  "GET /v1/plans/:plan_id/checkpoints": operation(
    "listCheckpoints",
    "editing",
    "Where one can return to",
    cached,
  ),

  "GET /v1/holds": operation("listHolds", "holds", "The inbox, also while no worker runs"),
  "GET /v1/plans/:plan_id/holds": operation("listPlanHolds", "holds", "A plan's holds", cached),
  "GET /v1/holds/:hold_id": operation("getHold", "holds", "One hold", cached),
  "POST /v1/holds/:hold_id/decision": operation("decideHold", "holds", "Decide a hold", command),
  "POST /v1/holds/decisions": operation("decideHolds", "holds", "Decide many, one by one"),
  "POST /v1/holds/:hold_id/extend": operation("extendHold", "holds", "More time", command),
  "POST /v1/holds/:hold_id/delegate": operation("delegateHold", "holds", "Ask another", command),
  "POST /v1/holds/:hold_id/withdraw": operation("withdrawHold", "holds", "Ask nobody", command),

  "GET /v1/plans/:plan_id/events": operation(
    "listEvents",
    "live",
    "The log after a number; as a stream with `accept: text/event-stream`",
    ["Last-Event-ID"],
  ),
  "GET /v1/events": operation(
    "watchPlans",
    "live",
    "All plans that go on and their holds; what changes, with `accept: text/event-stream`",
  ),
  "GET /v1/ws": operation("openSocket", "live", "A WebSocket for many plans (holdpoint.v1)"),
  "GET /ws/:session_id": operation("openHitlSocket", "live", "Seed S0's WebSocket for one plan"),

  "GET /v1/templates": operation("listTemplates", "templates", "All templates"),
  "GET /v1/templates/:template_id": operation("getTemplate", "templates", "One template", cached),
  "PUT /v1/templates/:template_id": operation("saveTemplate", "templates", "Save a template"),
  "DELETE /v1/templates/:template_id": operation("deleteTemplate", "templates", "Delete it"),
  "POST /v1/templates/:template_id/plans": operation(
    "createPlanFromTemplate",
    "templates",
    "Start a plan from it",
  ),

  "GET /v1/schedules": operation("listSchedules", "schedules", "All schedules"),
  "GET /v1/schedules/:schedule_id": operation("getSchedule", "schedules", "One schedule", cached),
  "PUT /v1/schedules/:schedule_id": operation("saveSchedule", "schedules", "Save a schedule"),
  "DELETE /v1/schedules/:schedule_id": operation("deleteSchedule", "schedules", "Delete it"),
  "POST /v1/schedules/:schedule_id/pause": operation("pauseSchedule", "schedules", "Pause it"),
  "POST /v1/schedules/:schedule_id/resume": operation("resumeSchedule", "schedules", "Resume it"),
  "POST /v1/schedules/:schedule_id/trigger": operation("triggerSchedule", "schedules", "Run now"),
  "POST /v1/schedules/:schedule_id/backfill": operation(
    "backfillSchedule",
    "schedules",
    "Run all times of a period",
  ),

  "GET /api/todos/:session_id": operation("s1ListTodos", "s1-todos", "The steps", cached),
  "GET /api/todos/:session_id/progress": operation("s1Progress", "s1-todos", "Percent", cached),
  "POST /api/todos/:session_id/modify": operation("s1ModifyStep", "s1-todos", "Change a step"),
  "POST /api/todos/:session_id/add": operation("s1AddStep", "s1-todos", "Add a step"),
  "DELETE /api/todos/:session_id/:step_id": operation("s1RemoveStep", "s1-todos", "Remove a step"),
  "POST /api/todos/:session_id/approve": operation("s1ApprovePlan", "s1-todos", "Approve the plan"),
  "GET /api/todos/:session_id/history": operation("s1History", "s1-todos", "What users changed"),
  "GET /api/todos/:session_id/checkpoints": operation(
    "s1Checkpoints",
    "s1-todos",
    "Where one can return to",
  ),
  "POST /api/todos/:session_id/rollback": operation("s1Rollback", "s1-todos", "Return to one"),
};
