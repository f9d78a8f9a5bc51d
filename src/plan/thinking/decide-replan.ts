import type { ModelCall } from "../../contract/plan/planning.ts";
import { notNow } from "../../contract/problems/problem-at.ts";
import type { Problem, ProblemDetail } from "../../contract/problems/problem.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { startOf } from "../../text/cut-text.ts";
import { addTurn } from "../agents/agent-state.ts";
import { unplannedProblem } from "../edits/decide-edit.ts";
import { lineEvents } from "../edits/proposed-lines.ts";
import { HOLD_RULES } from "../holds/hold-rules.ts";
import { closedProblem } from "../model/closed-problem.ts";
import type { ReplanCommand } from "../model/commands.ts";
import { isFinished, type Plan } from "../model/plan.ts";
import { isBudgetSpent } from "../model/state/budget.ts";
import type { CommandStamp, EventBody, Judgement } from "../model/state/events.ts";
import type { ProposalHold } from "../model/state/hold.ts";
import { NEVER_REPLANNED, stillStands, type CauseState } from "../model/state/replan.ts";
import type { Offer, ReplanNews } from "../model/state/thought.ts";
import { meaningsOf } from "./line-meaning.ts";
import { looseningProblem } from "./loosening-problem.ts";
import { firstMistakes, lateThought, readModelAnswer } from "./model-answer.ts";
import { readEdits, type EditsDraft } from "./read-edits.ts";
import { startsUnasked } from "./starts-unasked.ts";

const SELF = "holdpoint";
/** Who applies what nobody has to confirm. */
const POLICY = "policy:replan";

/** A person's wish that a model plans anew, or why it is refused. */
export function requestReplan(
  plan: Plan,
  { by, feedback }: ReplanCommand,
  stamp: CommandStamp,
): Judgement {
  const { state } = plan;
  const problem = closedProblem(state) ?? unplannedProblem(plan) ?? crowdedProblem(plan);
  if (problem !== null) return { problem };
  if (isBudgetSpent(state)) {
    const detail = say("replan_over_budget");
    const hint = say("replan_raises_budget");
    return { problem: notNow(detail, hint, ["edit"]) };
  }
  const data = { ...stamp, kind: "request" as const, feedback, ended_seq: null };
  return { events: [{ type: "plan.replan_requested", by, data }] };
}

function crowdedProblem({ state }: Plan): Problem | null {
  const count = state.replan?.waiting.length ?? 0;
  if (count < LIMITS.waiting_replans) return null;
  return notNow(say("replans_wait", { count }), say("replan_later"));
}

/**
 * What a model's answer leads to: a proposal, or none. Of one that came too late only what it used counts. What else
 * waits to be thought about is not, where this answer has cost the last of the budget.
 */
export function decideReplan(plan: Plan, news: ReplanNews, at: string): readonly EventBody[] {
  const events = decideAnswer(plan, news, at);
  if (events.length === 0) return lateThought(news);
  if (!costsTheLast(plan, news)) return events;
  const [, ...others] = plan.state.replan?.waiting ?? [];
  return [...events, ...others.map((cause) => unaskedEvent(plan, cause))];
}

/** Whether, with what an answer has cost, the budget is spent. */
function costsTheLast({ state }: Plan, news: ReplanNews): boolean {
  const { spent } = state;
  const after = news.type === "replanned" ? addTurn(spent, news.answer.call.usage) : spent;
  return isBudgetSpent({ ...state, spent: after });
}

/** No model is asked about a cause: the budget is spent. */
export function unaskedEvent({ state }: Plan, cause: CauseState): EventBody {
  const { turn } = state.replan ?? NEVER_REPLANNED;
  const data = { request: cause.request, turn, call: null, message: say("replan_over_budget") };
  return { type: "plan.replan_failed", by: SELF, ...aboutTodo(cause), data };
}

function decideAnswer(plan: Plan, news: ReplanNews, at: string): readonly EventBody[] {
  const { replan, ending } = plan.state;
  const cause = replan?.waiting[0];
  if (cause === undefined || ending !== null || isFinished(plan.state)) return [];
  if (news.turn !== replan?.turn) return [];
  const { turn } = news;
  const about = { by: SELF, ...aboutTodo(cause) };
  const asked = { request: cause.request, turn };
  const call: ModelCall | null = news.type === "replanned" ? { ...news.answer.call, turn } : null;
  if (!stillStands(plan, cause)) {
    return [{ ...about, type: "plan.replan_dropped", data: { ...asked, call } }];
  }
  if (news.type === "replan_failed" || call === null) {
    const message = news.type === "replan_failed" ? news.message : say("no_message");
    return [{ ...about, type: "plan.replan_failed", data: { ...asked, call, message } }];
  }
  const { answer } = news;
  const read = readModelAnswer(answer, (data) => readEdits(data, news.offer));
  if ("declined" in read) {
    const message = say("replan_refused_by_model", { why: read.declined });
    return [{ ...about, type: "plan.replan_failed", data: { ...asked, call, message } }];
  }
  if ("draft" in read && read.draft.edits.length === 0) {
    const { summary } = read.draft;
    return [{ ...about, type: "plan.replan_unchanged", data: { ...asked, call, summary } }];
  }
  const judged =
    "mistakes" in read ? read : judgeDraft(plan, cause, news, read.draft, call.model, at);
  if ("mistakes" in judged) {
    const { mistakes } = judged;
    if (replan.refused === null && !costsTheLast(plan, news)) {
      const draft = startOf(answer.text, LIMITS.draft);
      return [{ ...about, type: "plan.replan_refused", data: { ...asked, call, draft, mistakes } }];
    }
    const message = say("replan_no_edits", { mistakes: firstMistakes(mistakes) });
    return [{ ...about, type: "plan.replan_failed", data: { ...asked, call, message } }];
  }
  const { proposal, events } = judged;
  const { summary, lines } = proposal;
  const applied = mayApply(plan, cause, news.offer, events);
  const proposed: EventBody = {
    ...about,
    type: "plan.replan_proposed",
    data: { ...asked, call, summary, lines, applied },
  };
  if (applied) return [proposed, ...events];
  const hold = HOLD_RULES.proposal.open(plan, at, proposal);
  return [proposed, { type: "hold.requested", by: SELF, hold_id: hold.id, data: { hold } }];
}

type Judged =
  | { readonly proposal: ProposalHold["proposal"]; readonly events: readonly EventBody[] }
  | { readonly mistakes: ProblemDetail[] };

/** A proposal that the plan would take as it is now, or what is wrong with it. */
function judgeDraft(
  plan: Plan,
  cause: CauseState,
  news: ReplanNews & { type: "replanned" },
  { summary, edits }: EditsDraft,
  model: string,
  at: string,
): Judged {
  const meanings = meaningsOf(
    plan,
    edits.map(({ operation }) => operation),
  );
  const lines = edits.map(({ operation, reason }, place) => ({
    line: place + 1,
    operation,
    reason,
    meaning: meanings[place]!,
  }));
  const { base_version } = news;
  const proposal = { cause, summary, base_version, model, lines };
  const judged = lineEvents(plan, proposal, undefined, { by: POLICY, at });
  if ("problem" in judged) {
    const { errors = [], detail } = judged.problem;
    return { mistakes: errors.length > 0 ? [...errors] : [{ pointer: "", detail }] };
  }
  if (news.mistakes.length > 0) return { mistakes: [...news.mistakes] };
  return { proposal, events: judged.events };
}

/**
 * Whether the plan's policy takes a proposal: never one that takes something away from who decides or starts
 * what they have to have seen, and none that somebody asked for, since that may be a model, too: who asks can
 * confirm, or have it confirmed.
 */
function mayApply(
  plan: Plan,
  { kind }: CauseState,
  offer: Offer,
  events: readonly EventBody[],
): boolean {
  const { replan_policy, replan } = plan.state;
  if (replan_policy !== "apply" || kind === "request") return false;
  if ((replan?.applied ?? 0) >= LIMITS.applied_proposals) return false;
  if (startsUnasked(plan, offer, events)) return false;
  return looseningProblem(plan, { roles: ["operator"] }, events) === null;
}

/** The todo that a cause is about, as its events name it. */
export function aboutTodo({ todo_id }: Pick<CauseState, "todo_id">): { todo_id?: string } {
  return todo_id === null ? {} : { todo_id };
}
