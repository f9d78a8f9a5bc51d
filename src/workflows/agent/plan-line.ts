import { condition, log, setHandler } from "@temporalio/workflow";
import {
  AgentNewsSchema,
  type AgentNews,
  type AgentReply,
} from "../../contract/plan/agents/agent.ts";
import { LineWordSchema, type LineWord } from "../../contract/plan/proof.ts";
import { continuationCall } from "../../plan/agents/countdown.ts";
import { readAs } from "../../plan/model/read-as.ts";
import { createSignalReader, readPayload, UNREAD_ARGUMENTS, valueIn } from "../read-payload.ts";
import { agentNewsSignal } from "../wire/messages.ts";

/** What an agent hears of its plan. */
export interface PlanLine {
  readonly news: AgentNews;
  /** How many events the plan had when it told that; 0 where it does not say. */
  readonly seq: number;
  /**
   * Waits until the agent may have the turn after this one.
   * @param isLimited whether its plan has to have heard of this turn, for what it cost.
   * @param isOver whether its turns or tokens are used up: then a person is asked, where one is to be.
   */
  mayGoOn(turn: number, isLimited: boolean, isOver: () => boolean): Promise<void>;
  /** Whether a person is asked once its time is over. */
  readonly asksTime: boolean;
  /** Waits, where a person is asked, until there is time again or nobody is asked any more. */
  mayHaveTime(hasTime: () => boolean): Promise<void>;
  /** Waits until a countdown may begin: none does in a pause, and none is needed once a person has said how the agent goes on. */
  mayCountDown(turn: number): Promise<void>;
  /**
   * Waits until the agent may go on after its countdown: by itself, or with what a person says who cancelled it.
   * @param pauses how many there had been when it began: after another one it begins anew.
   * @param isOver tells the plan that the countdown is over.
   */
  mayContinue(
    turn: number,
    pauses: AgentNews["pauses"],
    isOver: () => Promise<void>,
  ): Promise<AgentReply | null | "anew">;
  /** Whether the plan has answered a call or a question. */
  hasReply(callId: string): boolean;
  /** Waits until a person is asked something else than what a call asked, and answers that; null once the call has its reply. */
  askedFor(callId: string): Promise<string | null>;
  /** Waits for the plan's answer to a call or a question. */
  replyTo(callId: string): Promise<AgentReply>;
}

/**
 * Listens to the plan from now on.
 * @param begun what it said when it started the agent.
 * @param known the word by which it is known, and what was heard last: news without the word are not
 * the plan's, and older ones are said again by somebody. Absent, anybody is believed.
 */
export function listenToPlan(begun: AgentNews, known?: LineWord): PlanLine {
  let news = begun;
  let seq = known?.seq ?? 0;
  let hasRefused = false;
  const readSignal = createSignalReader("news");
  setHandler({ ...agentNewsSignal, typeInfo: UNREAD_ARGUMENTS }, (raw, beside) => {
    const reading = readSignal(raw, beside);
    if (!("value" in reading)) return;
    if (known !== undefined && !isOfPlan(known, readPayload(beside))) return;
    // What a person approved may be nested as deep as a todo's arguments.
    const read = readAs(AgentNewsSchema, reading.value, Number.POSITIVE_INFINITY);
    if ("value" in read) news = read.value;
  });

  function isOfPlan({ word }: LineWord, beside: ReturnType<typeof readPayload>): boolean {
    const read = readAs(LineWordSchema, valueIn(beside));
    if ("mistakes" in read || read.value.word !== word) {
      if (!hasRefused) log.warn("Somebody who is not its plan told an agent something.");
      hasRefused = true;
      return false;
    }
    if (read.value.seq < seq) return false;
    seq = read.value.seq;
    return true;
  }

  const replyOf = (callId: string): AgentReply | undefined =>
    news.replies.find(({ call_id }) => call_id === callId);

  return {
    get news() {
      return news;
    },
    get seq() {
      return seq;
    },
    mayGoOn: (turn, isLimited, isOver) =>
      condition(() => {
        const { may_go_on, seen_turn, asks_limits } = news;
        if (asks_limits === true && isOver()) return false;
        return may_go_on && (seen_turn === null ? !isLimited || turn === 0 : seen_turn >= turn);
      }),
    get asksTime() {
      return news.asks_time === true;
    },
    mayHaveTime: (hasTime) => condition(() => hasTime() || news.asks_time !== true),
    mayCountDown: (turn) =>
      condition(() => news.may_go_on || replyOf(continuationCall(turn)) !== undefined),
    async mayContinue(turn, pauses, isOver) {
      // Nobody can cancel the countdown of an agent without a plan.
      if (news.continued_turn === undefined) return null;
      const reply = () => replyOf(continuationCall(turn));
      const isContinued = () => (news.continued_turn ?? turn) >= turn;
      const isOutdated = () => news.pauses !== pauses;
      if (reply() === undefined && !isOutdated()) await isOver();
      await condition(() => reply() !== undefined || isContinued() || isOutdated());
      return reply() ?? (isContinued() ? null : "anew");
    },
    hasReply: (callId) => replyOf(callId) !== undefined,
    async askedFor(callId) {
      const asked = () => news.asked?.find(({ call_id }) => call_id === callId)?.question;
      await condition(() => asked() !== undefined || replyOf(callId) !== undefined);
      return asked() ?? null;
    },
    async replyTo(callId) {
      await condition(() => replyOf(callId) !== undefined);
      return replyOf(callId)!;
    },
  };
}
