import type { Context } from "hono";
import { z } from "zod";
import {
  AckInputSchema,
  ClaimAnswerSchema,
  HeartbeatInputSchema,
  NextSchema,
  RegistrationInputSchema,
  SessionAnswerSchema,
  SessionCommandInputSchema,
  SessionEventInputSchema,
  SessionListSchema,
  SessionSchema,
} from "../../contract/plan/agents/session.ts";
import type { CommandInput, MessageName } from "../../contract/plan/commands.ts";
import { isRefusal, Refusal } from "../../contract/problems/problem-error.ts";
import { WaitSchema } from "../../contract/service/stream.ts";
import { SessionIdSchema } from "../../contract/text.ts";
import { unknownSession } from "../../plan/sessions/decide-session.ts";
import { sessionQuery, sessionsQuery, todoQuery } from "../../workflows/wire/messages.ts";
import { waitCounted } from "../auth/open-streams.ts";
import { sendCommand, withActor } from "../commands/send-command.ts";
import { json, route } from "../http/route.ts";
import { untilNext } from "../stream/next-for-session.ts";
import type { ApiDeps } from "./api-deps.ts";
import { PlanParams } from "./plans/params.ts";

const SessionParams = PlanParams.extend({ session_id: SessionIdSchema });
type Named = z.output<typeof SessionParams>;

/** `/v1/plans/{id}/sessions`: agents outside that work on the todos that are assigned to them. */
export function sessionRoutes(deps: ApiDeps) {
  const { plans } = deps;
  const about = { tag: "sessions", role: "operator", params: SessionParams } as const;
  return [
    route({
      at: "GET /v1/plans/:plan_id/sessions",
      id: "listSessions",
      tag: "sessions",
      role: "viewer",
      summary: "List the agents' sessions that work on a plan",
      params: PlanParams,
      responses: { 200: json(SessionListSchema, "The sessions, the first to register first") },
      async handler(c, { params: { plan_id } }) {
        return c.json({ sessions: await plans.query(plan_id, sessionsQuery) }, 200);
      },
    }),
    route({
      at: "POST /v1/plans/:plan_id/sessions",
      id: "registerSession",
      tag: "sessions",
      role: "operator",
      summary: "Register a session, or again when it comes back",
      params: PlanParams,
      body: RegistrationInputSchema,
      example: { session_id: "laptop-1", assignee: "coder", agent: "build" },
      responses: { 200: json(SessionSchema, "The session") },
      async handler(c, { params: { plan_id }, body }) {
        const { session_id } = body;
        await tell(c, plan_id, "register_session", body);
        return c.json(await sessionOf({ plan_id, session_id }), 200);
      },
    }),
    route({
      ...about,
      at: "GET /v1/plans/:plan_id/sessions/:session_id",
      id: "getSession",
      role: "viewer",
      summary: "Get a session: its lease, its countdown, what it is still to be told",
      responses: { 200: json(SessionSchema, "The session") },
      async handler(c, { params }) {
        return c.json(await sessionOf(params), 200);
      },
    }),
    route({
      ...about,
      at: "DELETE /v1/plans/:plan_id/sessions/:session_id",
      id: "deleteSession",
      summary: "Remove a session; the todo that it holds is on offer again",
      responses: { 204: { description: "It is gone" } },
      async handler(c, { params: { plan_id, session_id } }) {
        const event = { type: "session.deleted" as const };
        await tell(c, plan_id, "session_event", { session_id, event });
        return c.body(null, 204);
      },
    }),
    route({
      ...about,
      at: "POST /v1/plans/:plan_id/sessions/:session_id/events",
      id: "tellSessionEvent",
      summary: "Tell what happens in a session",
      body: SessionEventInputSchema,
      example: { event: { type: "session.idle" } },
      responses: { 200: json(SessionAnswerSchema, "Whether the plan wrote it down") },
      handler: (c, { params, body }) => respond(c, params, "session_event", body),
    }),
    route({
      ...about,
      at: "POST /v1/plans/:plan_id/sessions/:session_id/heartbeat",
      id: "beatSession",
      summary: "Keep the claimed todo for 60 seconds more",
      body: HeartbeatInputSchema,
      responses: { 200: json(SessionAnswerSchema, "The session, with its lease") },
      handler: (c, { params, body }) => respond(c, params, "heartbeat", body),
    }),
    route({
      ...about,
      at: "POST /v1/plans/:plan_id/sessions/:session_id/claim",
      id: "claimForSession",
      summary: "Claim the next todo that is assigned to the session",
      body: SessionCommandInputSchema,
      responses: { 200: json(ClaimAnswerSchema, "The todo that the session holds now, if any") },
      async handler(c, { params, body }) {
        const { plan_id, session_id } = params;
        const recorded = await tell(c, plan_id, "claim_next", { ...body, session_id });
        const session = await lookAt(params);
        const todo_id = session?.lease?.todo_id;
        const todo =
          todo_id === undefined ? null : await plans.query(plan_id, todoQuery, { todo_id });
        return c.json({ recorded, session, todo }, 200);
      },
    }),
    route({
      ...about,
      at: "GET /v1/plans/:plan_id/sessions/:session_id/next",
      id: "nextForSession",
      summary: "Wait for what the session is to do next",
      query: z.object({ wait: WaitSchema.default(0) }),
      responses: { 200: json(NextSchema, "A todo to claim, words to go on by, or nothing") },
      async handler(c, { params, query: { wait } }) {
        const { plan_id, session_id } = params;
        const patience = { waitMs: wait * 1_000, signal: c.req.raw.signal };
        const session = { planId: plan_id, sessionId: session_id };
        const next = () => untilNext(deps, session, patience);
        const found = await (wait === 0 ? next() : waitCounted(c, next));
        if (found === null) throw new Refusal(unknownSession(session_id));
        const { offered } = found;
        const { prompt } = found.session;
        if (prompt !== null) {
          return c.json({ kind: "prompt" as const, prompt }, 200);
        }
        const [todo_id] = offered;
        const todo =
          todo_id === undefined ? null : await plans.query(plan_id, todoQuery, { todo_id });
        if (todo === null) return c.json({ kind: "nothing" as const }, 200);
        return c.json({ kind: "work" as const, todo }, 200);
      },
    }),
    route({
      ...about,
      at: "POST /v1/plans/:plan_id/sessions/:session_id/ack",
      id: "acknowledgePrompt",
      summary: "Say that the session has a continuation prompt",
      body: AckInputSchema,
      example: { prompt_id: "laptop-1.p1" },
      responses: { 200: json(SessionAnswerSchema, "The prompt is not given again") },
      handler: (c, { params, body }) => respond(c, params, "ack_prompt", body),
    }),
  ];

  /** Tells the plan about a session; the answer is how it is then. */
  async function respond(c: Context, params: Named, name: MessageName, body: object) {
    const { plan_id, session_id } = params;
    const recorded = await tell(c, plan_id, name, { ...body, session_id });
    return c.json({ recorded, session: await lookAt(params) }, 200);
  }

  /** Whether the plan wrote it down: what changes nothing is not news, and no refusal either. */
  async function tell<Name extends MessageName>(
    c: Context,
    planId: string,
    name: Name,
    body: object,
  ): Promise<boolean> {
    try {
      await sendCommand(c, deps, planId, name, withActor(c, deps, body) as CommandInput<Name>);
      return true;
    } catch (error) {
      if (isRefusal(error, "nothing_new")) return false;
      throw error;
    }
  }

  async function lookAt({ plan_id, session_id }: Named) {
    const found = await plans.query(plan_id, sessionQuery, { session_id });
    return found?.session ?? null;
  }

  async function sessionOf(named: Named) {
    const session = await lookAt(named);
    if (session === null) throw new Refusal(unknownSession(named.session_id));
    return session;
  }
}
