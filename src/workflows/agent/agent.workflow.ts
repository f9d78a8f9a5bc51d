import {
  ActivityCancellationType,
  ActivityFailure,
  CancellationScope,
  CancelledFailure,
  continueAsNew,
  proxyActivities,
  setHandler,
  TimeoutFailure,
  workflowInfo,
} from "@temporalio/workflow";
import type { OwnActivities } from "../../activities/activity-types.ts";
import type { ModelAnswer } from "../../contract/model.ts";
import type { AgentNews, AgentReport } from "../../contract/plan/agents/agent.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import { MODEL_TURN_MS } from "../../contract/tables/temporal-names.ts";
import type { ErrorType } from "../../contract/tables/vocabulary.ts";
import { readAnswer } from "../../json/referring.ts";
import { countSteps, isPlanningAgent } from "../../plan/agents/step-list.ts";
import { toAgentReport, type AttemptKey, type EndReport } from "../../plan/model/commands.ts";
import { startOf } from "../../text/cut-text.ts";
import { shortTitle } from "../../text/short-title.ts";
import { assertTodoInput } from "../read-input.ts";
import { reportToPlan } from "../report-to-plan.ts";
import { toReport } from "../run-todo.ts";
import { isHistoryLong, now } from "../this-run.ts";
import type { TodoWorkflowInput } from "../todo.workflow.ts";
import { transcriptQuery } from "../wire/messages.ts";
import { agentData, readLarge } from "./agent-data.ts";
import { changedArguments, failed, makeCall, planCalls, type CallPlan } from "./call-tools.ts";
import { continuation } from "./continuation.ts";
import {
  beginConversation,
  hear,
  instruct,
  note,
  requestOf,
  tellResult,
  wholeTranscript,
  type Conversation,
} from "./conversation.ts";
import { findAgent } from "./find-agent.ts";
import { listenToPlan, type PlanLine } from "./plan-line.ts";
import { createWorkClock, type WorkClock } from "./work-clock.ts";

/** History events after which a conversation continues as new. */
const HISTORY_EVENTS = 1_000;
/** Two and a half minutes of pauses: an attempt of the todo that follows has to begin its conversation again. */
const MODEL_ATTEMPTS = 10;
/** With less left than this, nothing is begun any more. */
const LEAST_MS = 1;
/** The model's activity tells every second that it lives. */
const HEARTBEAT_MS = 5_000;

export interface AgentWorkflowInput extends TodoWorkflowInput {
  /** What the run before has come to. */
  readonly carried?: Conversation;
  /** Overrides HISTORY_EVENTS; tests make a conversation continue as new early with it. */
  readonly history_events?: number;
}

/**
 * Runs an agent on one todo beside its plan: a turn of its model, the calls that it wants, and again,
 * until it says its last words. Turns and calls are activities, so a restart goes on at the turn where
 * it was. Everything that people decide is the plan's: it is told once a turn, and answers by signal.
 */
export async function agentWorkflow(input: AgentWorkflowInput): Promise<void> {
  assertTodoInput(input);
  const { run } = input;
  const about: AttemptKey = { todo_id: run.todo_id, run: run.run, attempt: run.attempt };
  const isContinued = workflowInfo().continuedFromExecutionRunId !== undefined;
  const carried = isContinued ? input.carried : undefined;
  const line = listenToPlan(
    carried?.news ?? run.agent ?? ALONE,
    input.line && { ...input.line, seq: carried?.heard_seq ?? input.line.seq },
  );
  const talking: { talk: Conversation | null } = { talk: carried ?? null };
  setHandler(transcriptQuery, () => (talking.talk === null ? [] : wholeTranscript(talking.talk)));
  const ended = await converse(input, about, line, talking).catch((error: unknown) => {
    if (isContinuing(error)) throw error;
    return toReport(error, about);
  });
  const report = await CancellationScope.nonCancellable(() => keep(input, talking.talk, ended));
  await reportToPlan(input, report);
}

/** Of an agent that somebody started by hand. */
const ALONE: AgentNews = { may_go_on: true, seen_turn: null, replies: [] };

async function converse(
  input: AgentWorkflowInput,
  about: AttemptKey,
  line: PlanLine,
  talking: { talk: Conversation | null },
): Promise<EndReport> {
  const { run } = input;
  const fail = (message: Sentence, error_type: ErrorType = "validation_error"): EndReport => ({
    type: "todo_failed",
    ...about,
    error_type,
    message,
    final: true,
  });
  if (talking.talk === null) {
    const found = await findAgent(run.args["agent_name"]);
    if ("message" in found) return fail(found.message);
    const data = await agentData(input.plan_id, run);
    talking.talk = beginConversation(found.agent, { run, news: line.news, at: now(), data });
  }
  const { talk } = talking;
  const { agent } = talk;
  const allowed = Math.min(run.timeout_seconds, agent.limits.seconds ?? Infinity);
  const clock = createWorkClock(talk, () => Math.max(allowed, line.news.raised?.seconds ?? 0));
  const tell = (report: AgentReport): Promise<void> => reportToPlan(input, report);
  const untilTime = async (): Promise<void> => {
    const hasTime = (): boolean => clock.leftMs() > LEAST_MS;
    if (hasTime() || !line.asksTime) return;
    await tell({ type: "agent_time_over", ...about, seconds: clock.seconds });
    await line.mayHaveTime(hasTime);
  };
  for (;;) {
    await untilTime();
    await line.mayGoOn(
      talk.turn,
      agent.limits.cost_usd !== null,
      () => limitReached(talk, line.news) !== null,
    );
    const over = limitReached(talk, line.news) ?? timeOver(clock);
    if (over !== null) return fail(over.message, over.error_type);
    const answer = await askModel(input, talk, clock).catch((error: unknown) => {
      // Whatever ended the turn of an agent that was told to stop has helped it to stop.
      if (isToldToStop()) throw new CancelledFailure(STOPPED);
      if (!isTimeOver(error, clock) || !line.asksTime) throw error;
      return null;
    });
    // A person says whether there is time to ask the same again; an answer that came meanwhile is found.
    if (answer === null) continue;
    const wanted = hear(talk, run, answer, now());
    // Told to stop while its model answered: the turn counts, and nothing follows from it.
    const isStopped = isToldToStop();
    const calls = isStopped ? [] : planCalls(talk, wanted);
    const isLast = calls.length === 0;
    const goesOn = !isStopped && (!isLast || mayContinue(talk));
    const report: AgentReport = {
      type: "agent_turn",
      ...about,
      turn: talk.turn,
      model: startOf(answer.model, 100),
      usage: answer.usage,
      goes_on: goesOn,
      steps: talk.steps,
      calls: calls.flatMap((call) => ("approve" in call ? [call.approve] : [])),
      questions: calls.flatMap((call) => ("ask" in call ? [call.ask] : [])),
      cost_limit_usd: agent.limits.cost_usd,
      limits: { turns: agent.limits.turns, tokens: agent.limits.tokens },
    };
    // The plan takes no note of what it cannot read, and the agent would wait for it for ever.
    if (toAgentReport(report) === null) return fail(say("agent_turn_unreadable"));
    await tell(report);
    if (isStopped) throw new CancelledFailure(STOPPED);
    if (answer.usage.cost_usd === null && isLimited(talk, line)) {
      return fail(say("model_without_price", { model: startOf(answer.model, 100) }));
    }
    if (isLast) {
      const wrong = wrongEnd(answer, goesOn);
      if (wrong !== null) return fail(wrong);
      if (!goesOn) {
        if (lacksList(talk)) return fail(say("agent_without_list"));
        return { type: "todo_completed", ...about, result: answer.content.toWellFormed() };
      }
      const prompt = await continuation(talk, about, tell, line);
      if ("refused_by" in prompt) {
        return fail(say("agent_not_continued", { by: prompt.refused_by }));
      }
      instruct(talk, run, prompt.text, now());
    } else {
      const results = await together(
        calls.map((call) => () => resultOf(input, talk, call, line, clock, untilTime)),
      );
      calls.forEach(({ call }, place) => tellResult(talk, call, results[place]!));
    }
    // The next run would know nothing of a cancellation that this one has yet to heed.
    if (!isToldToStop() && isHistoryLong(input.history_events ?? HISTORY_EVENTS)) {
      await continueAsNew<typeof agentWorkflow>({
        ...input,
        carried: { ...talk, news: line.news, heard_seq: line.seq },
      });
    }
  }
}

const STOPPED = "The agent was told to stop.";

function isToldToStop(): boolean {
  return CancellationScope.current().consideredCancelled;
}

function askModel(
  { plan_id, run }: AgentWorkflowInput,
  talk: Conversation,
  clock: WorkClock,
): Promise<ModelAnswer> {
  const turn = talk.turn + 1;
  const { "holdpoint.model_turn": modelTurn } = proxyActivities<OwnActivities>({
    activityId: `${run.todo_id}.${run.run}.t${turn}`,
    startToCloseTimeout: Math.min(MODEL_TURN_MS, clock.leftMs()),
    scheduleToCloseTimeout: clock.leftMs(),
    heartbeatTimeout: HEARTBEAT_MS,
    // What it has used by then counts, also when the agent is told to stop.
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    // The model's own refusals come as failures that are final; the rest passes.
    retry: { initialInterval: 1_000, maximumInterval: 30_000, maximumAttempts: MODEL_ATTEMPTS },
    summary: shortTitle(`Turn ${turn}: ${run.title}`),
  });
  const turn_key = `${plan_id}/${run.todo_id}/${run.run}/${turn}`;
  return clock.during(() => modelTurn(requestOf(talk, turn_key)));
}

/**
 * All results. One that fails the todo stops the others and waits until they are: whatever the plan
 * does next, it finds no call of this attempt still going on.
 */
function together<Result>(works: readonly (() => Promise<Result>)[]): Promise<Result[]> {
  return CancellationScope.cancellable(async () => {
    const going = works.map((work) => work());
    try {
      return await Promise.all(going);
    } catch (error) {
      CancellationScope.current().cancel();
      await Promise.allSettled(going);
      throw error;
    }
  });
}

/** What the model is told of a call: people decide first about those that wait for them. */
async function resultOf(
  { plan_id, run }: AgentWorkflowInput,
  talk: Conversation,
  planned: CallPlan,
  line: PlanLine,
  clock: WorkClock,
  untilTime: () => Promise<void>,
): Promise<string> {
  if ("say" in planned) return planned.say;
  if ("read" in planned) {
    return JSON.stringify(await readLarge(plan_id, planned.read, planned.reading));
  }
  let made = "run" in planned ? planned.run : undefined;
  let changed = "";
  if (made === undefined) {
    const { call_id } = planned.call;
    const says = (content: string): void =>
      note(talk, run, { role: "orchestrator", content, at: now() });
    const heard = "ask" in planned ? await line.askedFor(call_id) : null;
    if (heard !== null) says(heard);
    const reply = await line.replyTo(call_id);
    if (reply.kind !== "run" && reply.asked !== undefined && heard === null) says(reply.asked);
    if (reply.kind === "answer") {
      const { asked, text, by } = reply;
      says(text);
      return JSON.stringify({ asked, answer: text, by });
    }
    if (reply.kind === "refused") {
      const { asked, by, reason } = reply;
      return failed(`Refused by ${by}${reason === null ? "." : `: ${reason}`}`, asked);
    }
    if (!("approve" in planned)) return failed("Nobody can run a question.");
    changed = changedArguments(reply);
    made = { ...planned.approve, args: reply.args, references: reply.references };
  }
  const call = made;
  const asks_plan = "approve" in planned;
  await untilTime();
  if (clock.leftMs() <= 1) return failed("The time for this todo is over.");
  const told = await clock.during(() =>
    makeCall(plan_id, run, { ...call, asks_plan }, clock.leftMs() / 1_000, talk.large),
  );
  return changed + told;
}

interface Over {
  readonly message: Sentence;
  readonly error_type?: ErrorType;
}

/** How its turns or tokens are used up, beyond what people have raised them to; else null. */
function limitReached(
  { agent: { limits }, turn, tokens }: Conversation,
  { raised = {} }: AgentNews,
): Over | null {
  const turns = Math.max(limits.turns, raised.turns ?? 0);
  if (turn >= turns) return { message: say("agent_turns_over", { most: turns }) };
  if (limits.tokens === null) return null;
  const most = Math.max(limits.tokens, raised.tokens ?? 0);
  return tokens >= most ? { message: say("agent_tokens_over", { used: tokens, most }) } : null;
}

/** Whether a turn of the model ended because its time was over. */
function isTimeOver(error: unknown, clock: WorkClock): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  if (!(cause instanceof TimeoutFailure)) return false;
  return cause.timeoutType === "SCHEDULE_TO_CLOSE" || clock.leftMs() <= LEAST_MS;
}

function timeOver(clock: WorkClock): Over | null {
  if (clock.leftMs() > 0) return null;
  return { message: say("agent_time_over", { seconds: clock.seconds }), error_type: "timeout" };
}

/** Whether somebody has to know what its turns cost. */
function isLimited({ agent: { limits } }: Conversation, { news }: PlanLine): boolean {
  return limits.cost_usd !== null || news.seen_turn !== null;
}

/** Why an answer without calls is no result, or null. */
function wrongEnd({ ended, content }: ModelAnswer, goesOn: boolean): Sentence | null {
  if (ended === "refused") return say("model_refused", { why: startOf(content, 500) });
  if (ended === "length") return say("model_cut_off");
  return content.trim() === "" && !goesOn ? say("model_said_nothing") : null;
}

/**
 * Whether an agent that stops is told to go on (S3): once without the list that it needed, else with steps
 * left. Only one that may change things, and no planning agent.
 */
function mayContinue(talk: Conversation): boolean {
  const { agent, steps, without_list } = talk;
  if (isPlanningAgent(agent.name)) return false;
  if (lacksList(talk)) return without_list === "refused";
  return countSteps(steps).left > 0 && agent.tools.some(({ read_only }) => read_only !== true);
}

/** Whether it wanted to change something and never wrote its list: then nothing was changed (S3). */
function lacksList({ steps, without_list }: Conversation): boolean {
  return steps.length === 0 && without_list !== null;
}

/** Keeps the conversation, and the result if it is large; what cannot be kept fails the todo. */
async function keep(
  input: AgentWorkflowInput,
  talk: Conversation | null,
  ended: EndReport,
): Promise<EndReport> {
  if (talk === null) return ended;
  const { "holdpoint.keep_conversation": keepConversation } = proxyActivities<OwnActivities>({
    startToCloseTimeout: 30_000,
    scheduleToCloseTimeout: 120_000,
    summary: "Keep the conversation",
  });
  const { todo_id, run, attempt } = ended;
  const about = { todo_id, run, attempt };
  try {
    const result = ended.type === "todo_completed" ? ended.result : null;
    const turns = wholeTranscript(talk);
    const { transcript, answer } = await keepConversation({
      plan_id: input.plan_id,
      turns,
      result,
    });
    await reportToPlan(input, { type: "agent_kept", ...about, transcript });
    if (ended.type !== "todo_completed") return ended;
    const { value, references } = readAnswer(answer);
    return { ...ended, result: value, ...(references.length > 0 && { kept: true }) };
  } catch (error) {
    return ended.type === "todo_completed" ? toReport(error, about) : ended;
  }
}

function isContinuing(error: unknown): boolean {
  return error instanceof Error && error.name === "ContinueAsNew";
}
