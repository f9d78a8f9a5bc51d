import { z } from "zod";
import { pageSize } from "../../contract/paging.ts";
import { BulkDecisionInputSchema, DecidedSchema } from "../../contract/plan/holds/bulk-decision.ts";
import { ChoicesSchema } from "../../contract/plan/holds/choices.ts";
import {
  HOLD_ACTION_NAMES,
  HOLD_ACTIONS,
  type HoldAction,
} from "../../contract/plan/holds/hold-actions.ts";
import {
  ArgumentMatchesSchema,
  DecisionInputSchema,
  HoldDetailSchema,
  HoldIdSchema,
  RevealedSchema,
} from "../../contract/plan/holds/hold.ts";
import { ProposalLookSchema } from "../../contract/plan/holds/proposal-look.ts";
import { ReasonInputSchema } from "../../contract/plan/plan.ts";
import { notNow } from "../../contract/problems/problem-at.ts";
import { Refusal } from "../../contract/problems/problem-error.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { HoldViewersSchema } from "../../contract/service/viewers.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { planOf } from "../../plan/views/holds/plan-of.ts";
import { choicesQuery, proposalQuery } from "../../workflows/wire/messages.ts";
import { assertDecides } from "../auth/who-decides.ts";
import { findText } from "../commands/find-text.ts";
import { argumentsOf, createByteReader } from "../commands/kept-bytes.ts";
import { findSecret, secretsIn } from "../commands/secrets/reveal-secret.ts";
import {
  commandResponses,
  repeatOf,
  respondToCommand,
  sendCommand,
  withActor,
} from "../commands/send-command.ts";
import { readHold, sendDecision, unknownHold } from "../commands/send-decision.ts";
import { createConcurrencyLimit } from "../gateway/asking/concurrency-limit.ts";
import { refusalFor } from "../gateway/failed-request.ts";
import { problemBody } from "../http/problem.ts";
import { actorOf } from "../http/requests/actor.ts";
import { commandIdOf } from "../http/requests/idempotency.ts";
import { bytes, json, route } from "../http/route.ts";
import { sendBytes } from "../http/send-bytes.ts";
import type { HoldViewers } from "../stream/hold-viewers.ts";
import type { ApiDeps } from "./api-deps.ts";

/**
 * How many decisions of several at once are under way at a time, of one request and of all. All together, from several
 * people, workers answered the last ones later than a request waits.
 */
const AT_ONCE = { of_request: 8, of_all: 16 };

const HoldParams = z.object({ hold_id: HoldIdSchema });
const FOR_VIEWERS = { tag: "holds", role: "viewer", params: HoldParams } as const;
const FOR_APPROVERS = { ...FOR_VIEWERS, role: "approver" } as const;

/** `/v1/holds`: read and decide holds; a hold's id begins with its plan's. */
export function holdRoutes(deps: ApiDeps, viewers: HoldViewers) {
  const reader = createByteReader(deps.artifacts);
  const bulkLimit = createConcurrencyLimit(AT_ONCE.of_all);
  return [
    route({
      at: "GET /v1/holds/:hold_id",
      id: "getHold",
      ...FOR_VIEWERS,
      summary: "Get a hold",
      headers: ["If-None-Match"],
      responses: { 200: json(HoldDetailSchema, "The hold, with what stands in it by reference") },
      async handler(c, { params }) {
        const hold = await readHold(deps.plans, params.hold_id);
        const kept_values = await reader.describe(argumentsOf(hold));
        return c.json({ ...hold, kept_values, secrets: secretsIn(deps, hold) }, 200);
      },
    }),
    route({
      at: "GET /v1/holds/:hold_id/arguments",
      id: "readHoldArguments",
      // Who decides may read all of it.
      ...FOR_APPROVERS,
      summary: "Read the bytes that the todo would run with",
      headers: ["Range"],
      query: z.object({
        /** Into `{args, input_data}`; everything when it is left out. */
        pointer: z.string().max(LIMITS.description).default(""),
      }),
      responses: {
        200: bytes("`{args, input_data}` or a part of it as RFC 8785 JSON, or a file's own bytes"),
        206: bytes("The bytes of the range"),
      },
      async handler(c, { params, query: { pointer } }) {
        const whole = argumentsOf(await readHold(deps.plans, params.hold_id));
        return sendBytes(c, await reader.open(whole, pointer), deps.onError);
      },
    }),
    route({
      at: "GET /v1/holds/:hold_id/arguments/matches",
      id: "findInHoldArguments",
      ...FOR_APPROVERS,
      summary: "Find a text in the bytes that the todo would run with",
      query: z.object({
        pointer: z.string().max(LIMITS.description).default(""),
        /** Upper and lower case are the same. */
        find: z.string().min(1).max(LIMITS.title),
        /** Only places from this byte on. */
        from: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
        limit: pageSize(100, 20),
      }),
      responses: {
        200: json(ArgumentMatchesSchema, "Where it stands, with what stands around it"),
      },
      async handler(c, { params, query: { pointer, find, ...wanted } }) {
        const whole = argumentsOf(await readHold(deps.plans, params.hold_id));
        const search = { ...wanted, find: reader.isFile(whole, pointer) ? find : inJson(find) };
        const found = await findText(reader.bytesOf(whole, pointer), search);
        return c.json({ ...found, pointer, find }, 200);
      },
    }),
    route({
      at: "GET /v1/holds/:hold_id/choices",
      id: "getHoldChoices",
      ...FOR_VIEWERS,
      summary: "Show what each decision, and its deadline, would stop and start",
      responses: {
        200: json(ChoicesSchema, "What may be decided, with the effects of each choice"),
      },
      async handler(c, { params: { hold_id } }) {
        const found = await deps.plans.query(planOf(hold_id), choicesQuery, { hold_id });
        if (found === null) throw unknownHold(hold_id);
        if ("problem" in found) throw new Refusal(found.problem);
        return c.json(found, 200);
      },
    }),
    route({
      at: "GET /v1/holds/:hold_id/proposal",
      id: "lookAtProposal",
      ...FOR_VIEWERS,
      summary: "Show what a proposal, or some of its lines, would change now",
      query: z.object({
        /** Numbers of lines, with commas; those that fit when it is left out. */
        lines: z
          .string()
          .max(LIMITS.proposed_lines * 4)
          .regex(/^[1-9]\d?(?:,[1-9]\d?)*$/)
          .optional(),
      }),
      responses: {
        200: json(ProposalLookSchema, "Each line with whether it fits, and what they change"),
      },
      async handler(c, { params: { hold_id }, query }) {
        const lines = query.lines?.split(",").map(Number);
        const wanted = { hold_id, ...(lines !== undefined && { lines }) };
        const look = await deps.plans.query(planOf(hold_id), proposalQuery, wanted);
        if (look !== null) return c.json(look, 200);
        await readHold(deps.plans, hold_id);
        throw new Refusal(
          notNow(say("hold_proposes_nothing", { id: hold_id }), say("read_hold_instead")),
        );
      },
    }),
    route({
      at: "POST /v1/holds/:hold_id/decision",
      id: "decideHold",
      ...FOR_APPROVERS,
      summary: "Decide a hold",
      headers: ["Prefer"],
      body: DecisionInputSchema,
      example: { decision: "approve", comment: "looks good" },
      responses: commandResponses("The decision stands"),
      async handler(c, { params: { hold_id }, body }) {
        const decision = withActor(c, deps, body);
        const once = repeatOf(c, body.command_id);
        return sendDecision(c, deps, hold_id, decision, once, (message, command) =>
          respondToCommand(c, deps, planOf(hold_id), message, command),
        );
      },
    }),
    route({
      at: "POST /v1/holds/decisions",
      id: "decideHolds",
      tag: "holds",
      role: "approver",
      summary: "Decide several holds, each on its own",
      body: BulkDecisionInputSchema,
      responses: { 200: json(DecidedSchema, "The outcome of each decision, in the order sent") },
      async handler(c, { body: { decisions } }) {
        const limit = createConcurrencyLimit(AT_ONCE.of_request);
        const decide = async ({ hold_id, ...input }: (typeof decisions)[number], place: number) => {
          const decision = withActor(c, deps, input, `.${place}`);
          try {
            const once = repeatOf(c, input.command_id ?? commandIdOf(c, `.${place}`));
            const receipt = await sendDecision(
              c,
              deps,
              hold_id,
              decision,
              once,
              (message, command) => sendCommand(c, deps, planOf(hold_id), message, command),
            );
            return { hold_id, receipt };
          } catch (error) {
            const { problem } = await refusalFor(c, deps, error);
            return { hold_id, problem: problemBody(c, problem) };
          }
        };
        const results = await Promise.all(
          decisions.map((one, place) => limit("", () => bulkLimit("", () => decide(one, place)))),
        );
        return c.json({ results }, 200);
      },
    }),
    ...HOLD_ACTION_NAMES.filter((action) => action !== "reveal").map((action) =>
      actionRoute(deps, action),
    ),
    revealRoute(deps),
    route({
      at: "POST /v1/holds/:hold_id/viewers",
      id: "lookAtHold",
      // People who decide see each other; who only reads decides nothing.
      ...FOR_APPROVERS,
      summary: "Say that you look at a hold now, and see who else does",
      responses: {
        200: json(HoldViewersSchema, "Who else said so to this process in the last 15 seconds"),
      },
      handler(c, { params: { hold_id } }) {
        return c.json({ viewers: viewers.look(hold_id, actorOf(c).name) }, 200);
      },
    }),
  ];
}

/** Shows a secret, after the plan's log has who asked for it. */
function revealRoute(deps: ApiDeps) {
  const { role, summary, input, example } = HOLD_ACTIONS.reveal;
  return route({
    at: "POST /v1/holds/:hold_id/reveal",
    id: "revealHold",
    tag: "holds",
    tellsSecret: true,
    role,
    summary,
    params: HoldParams,
    body: z.strictObject({ ...input, ...ReasonInputSchema.shape }),
    example,
    responses: { 200: json(RevealedSchema, "The secret, and the plan's log says who saw it") },
    async handler(c, { params: { hold_id }, body }) {
      const secret = await findSecret(deps, await readHold(deps.plans, hold_id), body.pointer);
      const command = { ...withActor(c, deps, body), hold_id, action: "reveal" as const };
      await sendCommand(c, deps, planOf(hold_id), "control_hold", command);
      return c.json({ hold_id, pointer: body.pointer, value: secret.value }, 200);
    },
  });
}

/** A text as it stands within JSON. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** A route for what may be done about a hold without deciding it. */
function actionRoute(deps: ApiDeps, action: HoldAction) {
  const { role, summary, input, example } = HOLD_ACTIONS[action];
  return route({
    at: `POST /v1/holds/:hold_id/${action}`,
    id: `${action}Hold`,
    tag: "holds",
    role,
    summary,
    headers: ["Prefer"],
    params: HoldParams,
    body: z.strictObject({ ...input, ...ReasonInputSchema.shape }),
    example,
    responses: commandResponses("The hold took the change"),
    async handler(c, { params: { hold_id }, body }) {
      if ("to" in body) {
        await assertDecides(deps, body.to as string, async () => {
          const { needs } = await readHold(deps.plans, hold_id);
          return needs?.approvers ?? null;
        });
      }
      const command = { ...withActor(c, deps, body), hold_id, action };
      return respondToCommand(c, deps, planOf(hold_id), "control_hold", command);
    },
  });
}
