import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "hono";
import { z } from "zod";
import {
  toCommands,
  type Asked,
  type Meant,
  type NamedRequest,
} from "../../../compat/hitl-commands.ts";
import {
  HitlClientMessageSchema,
  type HitlClientMessage,
  type HitlServerMessage,
} from "../../../compat/hitl-contract.ts";
import { isAbout, meantHolds } from "../../../compat/hitl-messages.ts";
import { inMessage } from "../../../compat/hitl-places.ts";
import { acceptedSentence } from "../../../compat/hitl-sentences.ts";
import type { Hold } from "../../../contract/plan/holds/hold.ts";
import { Refusal, refusal, wrongAt } from "../../../contract/problems/problem-error.ts";
import type { Problem } from "../../../contract/problems/problem.ts";
import { say, type Sentence } from "../../../contract/sentences/sentence.ts";
import { PlanIdSchema } from "../../../contract/text.ts";
import { codeOf } from "../../../plan/model/read-as.ts";
import { planOf } from "../../../plan/views/holds/plan-of.ts";
import { holdsQuery, pendingApprovalsQuery, planQuery } from "../../../workflows/wire/messages.ts";
import { takeAnotherTurn } from "../../auth/identity.ts";
import { readHold } from "../../commands/send-decision.ts";
import { languageOf } from "../../http/language.ts";
import { requestIn } from "../../http/observe.ts";
import { problemBody, validationProblem } from "../../http/problem.ts";
import { route } from "../../http/route.ts";
import type { OpenSockets, PostCommand } from "../../stream/open-sockets.ts";
import { textIn } from "../../stream/read-message.ts";
import type { Conversation, Peer } from "../../stream/socket.ts";
import type { ApiDeps } from "../api-deps.ts";
import { createHitlMirror } from "./hitl-mirror.ts";

/** How often a client is told how far tools are that run. */
const LIVE_MS = 2_000;

/** `/ws/{session_id}`: seed S0's WebSocket. */
export const hitlRoutes = (deps: ApiDeps, openSockets: OpenSockets) => [
  route({
    at: "GET /ws/:session_id",
    id: "openHitlSocket",
    tag: "live",
    role: "viewer",
    summary: "Open seed S0's WebSocket for one plan",
    params: z.object({ session_id: PlanIdSchema }),
    responses: {
      101: { description: "The socket is open; its messages are those of seed S0 §5.5 and §5.6." },
    },
    handler: openSockets(async (c, postCommand) => {
      const planId = c.req.param("session_id")!;
      // A plan that is not there is refused before the socket opens.
      const known = await deps.feeds.subscribe(planId, { after: null, onDrop: () => undefined });
      known.close();
      return hitlSocket(c, deps, planId, postCommand);
    }),
  }),
];

/**
 * The messages of seed S0 §5.5–5.6 about one plan. A client that connects is told
 * how the plan stands and everything that is asked now, then what happens. Each of its messages is
 * answered by a `hitl_status_update` with the receipt or the problem.
 */
function hitlSocket(
  c: Context,
  deps: ApiDeps,
  planId: string,
  postCommand: PostCommand,
): Conversation {
  const { plans } = deps;
  const language = languageOf(c);
  const mirror = createHitlMirror(plans, planId, language);
  const planNow = () => plans.query(planId, planQuery, { limit: 0 });
  const asked: Asked = {
    holdOf: (todoId, named = {}) =>
      named.request_id === undefined ? onlyHold(todoId, named) : holdOfTodo(todoId, named),
    request: namedHold,
    isEdited: async () => (await planNow()).mode === "plan_edit",
    isPending: async () => (await planNow()).status === "pending",
    async hasReview() {
      const open = await plans.query(planId, pendingApprovalsQuery);
      return open.some(({ kind }) => kind === "plan_review");
    },
  };

  return {
    begin(peer) {
      void tell(peer).catch((error: unknown) => {
        if (!(error instanceof Refusal)) report(error);
        peer.drop();
      });
    },
    async take(peer, message) {
      if ("problem" in message) return refuse(peer, { type: null }, message.problem);
      const read = HitlClientMessageSchema.safeParse(message.value, { error: codeOf });
      if (!read.success) {
        const type = textIn(message.value, "type");
        const command_id = textIn(message.value, "command_id");
        return refuse(peer, { type, command_id }, validationProblem(read.error));
      }
      try {
        await respond(peer, read.data);
      } catch (error) {
        if (error instanceof Refusal) return refuse(peer, read.data, error.problem);
        report(error);
        const hint = say("look_in_log", { id: requestIn(c).id });
        const detail = say("error_logged_socket");
        await refuse(peer, read.data, { code: "internal_error", detail, hint });
      }
    },
  };

  /** A client that stays after the plan's end is told when it goes on. */
  async function tell(peer: Peer): Promise<void> {
    for (let seq: number | null = null; !peer.closed.aborted;) {
      // What reopens the plan may come before its end was told.
      const run = await plans.runOf(planId);
      seq = await tellUpToEnd(peer, seq);
      await plans.untilItGoesOn(planId, { run, seq }, peer.closed);
    }
  }

  /** @returns the sequence number of the newest event that was told. */
  async function tellUpToEnd(peer: Peer, after: number | null): Promise<number> {
    const subscription = await deps.feeds.subscribe(planId, {
      after,
      onDrop: () => peer.drop(),
    });
    peer.closed.addEventListener("abort", () => subscription.close(), { once: true });
    if (peer.closed.aborted) subscription.close();
    let coming = subscription.next();
    let pause: ReturnType<typeof whenToolsMayTell> | null = null;
    for (;;) {
      // One at a time: a plan may tell far more than one thing while it lasts.
      if (mirror.isRunning) pause ??= whenToolsMayTell(peer);
      const item = await Promise.race([coming, ...(pause === null ? [] : [pause])]);
      if (item === null) break;
      const messages =
        item === "tools may tell"
          ? await mirror.progressMessages()
          : await mirror.messagesFor(item, () => subscription.view());
      if (item === "tools may tell") pause = null;
      else coming = subscription.next();
      await peer.flush(messages.map((message) => JSON.stringify(message)));
    }
    subscription.close();
    return subscription.seq;
  }

  async function whenToolsMayTell(peer: Peer): Promise<"tools may tell"> {
    const waiting = { signal: peer.closed, ref: false };
    return sleep(LIVE_MS, "tools may tell" as const, waiting).catch(() => "tools may tell");
  }

  async function respond(peer: Peer, message: HitlClientMessage): Promise<void> {
    for (const field of ["session_id", "plan_id"] as const) {
      const named = (message as { plan_id?: string; session_id: string })[field];
      if (named !== undefined && named !== planId) throw otherPlan(field, planId);
    }
    const about = inReplyTo(message);
    // What a message means the plan is asked, also where no command comes of it.
    await takeAnotherTurn(c);
    const commands = await toCommands(message, asked);
    for (const [place, [path, body]] of commands.entries()) {
      const result = await postCommand(path, body);
      if ("problem" in result) {
        // Somebody else has closed the editor.
        if (place > 0 && result.problem.code === "illegal_transition") continue;
        const problem = inMessage(result.problem);
        return send(peer, problem.detail, { ...about, problem });
      }
      // One message has one answer; what follows its command is told as it happens.
      if (place > 0) continue;
      const { receipt } = result;
      await send(peer, acceptedSentence(message.type, language), { ...about, receipt });
    }
  }

  /** @throws Refusal when nothing is or was asked there, or several things are. */
  async function onlyHold(todoId: string | null, { digest }: NamedRequest): Promise<Meant> {
    // What came since is not what the client answers.
    const shown = mirror.meantBy(todoId);
    const isOpen = ({ status }: Hold): boolean => status === "open";
    const meant =
      shown.length > 0 ? shown : meantHolds(await plans.query(planId, holdsQuery), todoId, isOpen);
    const [hold] = meant;
    if (hold === undefined) {
      throw notAsked(
        todoId === null
          ? say("no_review_open", { plan: planId })
          : say("no_hold_of_todo", { id: todoId, plan: planId }),
      );
    }
    if (meant.length === 1) return { id: hold.id, digest: digest ?? hold.digest };
    const detail = say("which_request", { count: meant.length });
    throw wrongRequest(detail, say("open_holds", { ids: meant.map(({ id }) => id).join(", ") }));
  }

  /** @throws Refusal when the request that is named asks about something else. */
  async function holdOfTodo(todoId: string | null, named: NamedRequest): Promise<Meant> {
    const hold = await namedHold(named);
    if (isAbout(hold, todoId)) return hold;
    const detail = say("hold_of_other_todo", { id: hold.id, todo: todoId ?? "" });
    throw wrongRequest(detail, say("holds_are_listed", { plan: planId }));
  }

  /** @throws Refusal when there is no such request. */
  async function namedHold({ request_id = "", digest }: NamedRequest): Promise<Hold> {
    const hold = await readHold(plans, wholeId(request_id));
    return { ...hold, digest: digest ?? mirror.digestOf(hold.id) ?? hold.digest };
  }

  /** The whole id of a hold of this plan. @throws Refusal for one of another plan. */
  function wholeId(id: string): string {
    const whole = id.includes(".") ? id : `${planId}.${id}`;
    if (planOf(whole) === planId) return whole;
    throw notAsked(say("no_hold_of_plan", { plan: planId, id }));
  }

  function notAsked(detail: Sentence): Refusal {
    const hint = say("holds_are_listed", { plan: planId });
    return refusal("hold_not_found", detail, hint);
  }

  function refuse(peer: Peer, message: Received, problem: Problem): Promise<void> {
    const body = problemBody(c, problem, false);
    return send(peer, body.detail, { ...inReplyTo(message), problem: body });
  }

  async function send(
    peer: Peer,
    message: string,
    data: Extract<HitlServerMessage, { type: "hitl_status_update" }>["data"],
  ): Promise<void> {
    const reading = data?.receipt !== undefined ? mirror.modeAfterCommand() : mirror.modeNow();
    const mode = await reading.catch((error: unknown) => {
      if (!(error instanceof Refusal)) report(error);
    });
    // Nobody can tell how the plan stands: the client comes back and is told then.
    if (mode === undefined) return peer.drop();
    const update: HitlServerMessage = {
      type: "hitl_status_update",
      session_id: planId,
      mode,
      message,
      data,
    };
    peer.send(update);
  }

  function report(error: unknown): void {
    deps.onError(error, requestIn(c));
  }
}

/** What is known of a message of the client. */
interface Received {
  readonly type: string | null;
  readonly command_id?: string | null | undefined;
}

function inReplyTo({ type, command_id }: Received) {
  return { in_reply_to: type, ...(typeof command_id === "string" && { command_id }) };
}

function wrongRequest(detail: Sentence, hint: Sentence): Refusal {
  return wrongAt([{ pointer: "/request_id", detail }], hint);
}

function otherPlan(field: string, planId: string): Refusal {
  const detail = say("other_session", { id: planId });
  return wrongAt([{ pointer: `/${field}`, detail }], say("one_socket_each"));
}
