import type { Context } from "hono";
import type { CommandInput } from "../../../contract/plan/commands.ts";
import { ReasonInputSchema } from "../../../contract/plan/plan.ts";
import {
  CannotInputSchema,
  DoneInputSchema,
  ReleaseInputSchema,
} from "../../../contract/plan/work.ts";
import type { WorkAction } from "../../../contract/tables/vocabulary.ts";
import { findFile } from "../../commands/files.ts";
import { commandResponses, respondToCommand, withActor } from "../../commands/send-command.ts";
import { route } from "../../http/route.ts";
import type { ApiDeps } from "../api-deps.ts";
import { TodoParams } from "./params.ts";

/** `/v1/plans/{id}/todos/{id}`: what a person says about work of their own. */
export function workRoutes(deps: ApiDeps) {
  return [
    route({
      ...saying("claim", "Claim a todo for yourself"),
      body: ReasonInputSchema,
      handler: (c, { params, body }) => send(c, params, "claim", body),
    }),
    route({
      ...saying("release", "Give a claimed todo back"),
      body: ReleaseInputSchema,
      handler: (c, { params, body }) => send(c, params, "release", body),
    }),
    route({
      ...saying("done", "Report a todo as done"),
      body: DoneInputSchema,
      example: { note: "Sent to the printer" },
      async handler(c, { params, body: { result, files, ...body } }) {
        const sent = await Promise.all(
          (files ?? []).map((file) => findFile(deps, file, params.plan_id)),
        );
        return send(c, params, "done", {
          ...body,
          ...(result !== undefined && { result }),
          ...(files !== undefined && { files: sent }),
        });
      },
    }),
    route({
      ...saying("cannot", "Report that a todo cannot be done"),
      body: CannotInputSchema,
      example: { reason: "The budget is not approved" },
      handler: (c, { params, body }) => send(c, params, "cannot", body),
    }),
  ];

  function send<Action extends WorkAction>(
    c: Context,
    { plan_id, todo_id }: { readonly plan_id: string; readonly todo_id: string },
    action: Action,
    body: object,
  ) {
    const command = { ...withActor(c, deps, body), todo_id } as unknown as CommandInput<Action>;
    return respondToCommand(c, deps, plan_id, action, command);
  }
}

/** What the routes of all words about work have in common. */
function saying<Action extends WorkAction>(action: Action, summary: string) {
  return {
    at: `POST /v1/plans/:plan_id/todos/:todo_id/${action}`,
    id: `${action}Todo`,
    tag: "todos",
    role: "operator",
    summary,
    headers: ["Prefer"],
    params: TodoParams,
    responses: commandResponses("The plan took the report"),
  } as const;
}
