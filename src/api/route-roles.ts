import type { Context } from "hono";
import { matchedRoutes } from "hono/route";
import type { Role } from "../contract/vocabulary.ts";

/**
 * What each route needs: the least role of a key, or nothing at all (`anyone`). It is the only place
 * where that is said, and a route that is not here is refused to every key.
 */
export const ROUTE_ROLES: Readonly<Record<string, Role | "anyone">> = {
  "GET /healthz": "anyone",
  "GET /openapi.json": "anyone",
  "GET /asyncapi.json": "anyone",
  "GET /docs": "anyone",
  "GET /problems": "anyone",
  "GET /problems/:code": "anyone",

  "GET /v1/plans": "viewer",
  "GET /v1/events": "viewer",
  "GET /metrics": "viewer",

  "GET /v1/plans/:plan_id": "viewer",
  "GET /v1/plans/:plan_id/todos/:todo_id": "viewer",
  "GET /v1/plans/:plan_id/todos": "viewer",
  "GET /v1/plans/:plan_id/graph": "viewer",
  "GET /v1/plans/:plan_id/history": "viewer",
  "GET /v1/plans/:plan_id/versions/:version": "viewer",
  "GET /v1/plans/:plan_id/progress": "viewer",
  "GET /v1/plans/:plan_id/schedule": "viewer",
  "GET /v1/plans/:plan_id/holds": "viewer",
  "GET /v1/plans/:plan_id/events": "viewer",
  "GET /v1/plans/:plan_id/versions": "viewer",
  "GET /v1/plans/:plan_id/checkpoints": "viewer",
  "GET /v1/plans/:plan_id/compare": "viewer",
  "GET /v1/plans/:plan_id/export": "viewer",
  "GET /v1/holds": "viewer",
  "GET /v1/holds/:hold_id": "viewer",
  // Commands over a socket need what their own routes need.
  "GET /v1/ws": "viewer",
  "GET /ws/:session_id": "viewer",

  "POST /v1/plans": "operator",
  "POST /v1/plans/import": "operator",
  "POST /v1/plans/:plan_id/pause": "operator",
  "POST /v1/plans/:plan_id/resume": "operator",
  "POST /v1/plans/:plan_id/cancel": "operator",
  "POST /v1/plans/:plan_id/edits": "operator",
  "POST /v1/plans/:plan_id/undo": "operator",
  "POST /v1/plans/:plan_id/rollback": "operator",
  "POST /v1/plans/:plan_id/todos": "operator",
  "PATCH /v1/plans/:plan_id/todos/:todo_id": "operator",
  "DELETE /v1/plans/:plan_id/todos/:todo_id": "operator",
  "POST /v1/plans/:plan_id/todos/:todo_id/:action": "operator",
  "POST /v1/plans/:plan_id/fork": "operator",

  "GET /api/todos/:session_id": "viewer",
  "GET /api/todos/:session_id/progress": "viewer",
  "GET /api/todos/:session_id/history": "viewer",
  "GET /api/todos/:session_id/checkpoints": "viewer",
  "POST /api/todos/:session_id/modify": "operator",
  "POST /api/todos/:session_id/add": "operator",
  "POST /api/todos/:session_id/rollback": "operator",
  "DELETE /api/todos/:session_id/:step_id": "operator",
  "POST /api/todos/:session_id/approve": "approver",

  "GET /v1/templates": "viewer",
  "GET /v1/templates/:template_id": "viewer",
  "PUT /v1/templates/:template_id": "operator",
  "DELETE /v1/templates/:template_id": "operator",
  "POST /v1/templates/:template_id/plans": "operator",
  "GET /v1/schedules": "viewer",
  "GET /v1/schedules/:schedule_id": "viewer",
  "PUT /v1/schedules/:schedule_id": "operator",
  "DELETE /v1/schedules/:schedule_id": "operator",
  "POST /v1/schedules/:schedule_id/pause": "operator",
  "POST /v1/schedules/:schedule_id/resume": "operator",
  "POST /v1/schedules/:schedule_id/trigger": "operator",
  "POST /v1/schedules/:schedule_id/backfill": "operator",

  // Who answers sends the file.
  "POST /v1/plans/:plan_id/files": "approver",
  "POST /v1/holds/:hold_id/decision": "approver",
  "POST /v1/holds/decisions": "approver",
  "POST /v1/holds/:hold_id/extend": "approver",
  "POST /v1/holds/:hold_id/delegate": "approver",
  // Takes a question back: nothing runs by it, and operators may skip the todo anyway.
  "POST /v1/holds/:hold_id/withdraw": "operator",
};

/** Who may do what a role may do. Operators and approvers are not each other's superiors. */
const HELD_BY: Readonly<Record<Role, readonly Role[]>> = {
  viewer: ["viewer", "operator", "approver", "admin"],
  operator: ["operator", "admin"],
  approver: ["approver", "admin"],
  admin: ["admin"],
};

/** Whether one of these roles is enough for a route; for a route without a row, none is. */
export function mayCall(roles: readonly Role[], route: string): boolean {
  const needed = ROUTE_ROLES[route];
  if (needed === undefined) return false;
  return needed === "anyone" || HELD_BY[needed].some((role) => roles.includes(role));
}

/**
 * The routes that a request leads to, as `METHOD /path/:parameter`: usually one, none for an address
 * that is not there.
 */
export function routesOf(c: Context): string[] {
  return routeNames(matchedRoutes(c));
}

/** The routes among what was registered. What stands before every address is no route. */
export function routeNames(registered: readonly { method: string; path: string }[]): string[] {
  const names = registered.map(({ method, path }) => `${method} ${path}`);
  return [...new Set(names)].filter((name) => name !== "ALL /*");
}
