import { condition, setHandler } from "@temporalio/workflow";
import { AgentNewsSchema, type AgentNews, type AgentReply } from "../../contract/plan/agent.ts";
import { readAs } from "../../plan/model/read-as.ts";
import { createSignalReader, UNREAD_ARGUMENTS } from "../read-payload.ts";
import { agentNewsSignal } from "../wire/messages.ts";

/** What an agent hears of its plan. */
export interface PlanLine {
  readonly news: AgentNews;
  /**
   * Waits until the agent may have the turn after this one.
   * @param isLimited whether its plan has to have heard of this turn, for what it cost.
   */
  mayGoOn(turn: number, isLimited: boolean): Promise<void>;
  /** Waits for the plan's answer to a call or a question. */
  replyTo(callId: string): Promise<AgentReply>;
}

/** Listens to the plan from now on. @param begun what it said when it started the agent. */
export function listenToPlan(begun: AgentNews): PlanLine {
  let news = begun;
  const readSignal = createSignalReader("news");
  setHandler({ ...agentNewsSignal, typeInfo: UNREAD_ARGUMENTS }, (raw) => {
    const reading = readSignal(raw);
    if (!("value" in reading)) return;
    // What a person approved may be nested as deep as a todo's arguments.
    const read = readAs(AgentNewsSchema, reading.value, Number.POSITIVE_INFINITY);
    if ("value" in read) news = read.value;
  });
  return {
    get news() {
      return news;
    },
    mayGoOn: (turn, isLimited) =>
      condition(() => {
        const { may_go_on, seen_turn } = news;
        return may_go_on && (seen_turn === null ? !isLimited || turn === 0 : seen_turn >= turn);
      }),
    async replyTo(callId) {
      const find = (): AgentReply | undefined =>
        news.replies.find(({ call_id }) => call_id === callId);
      await condition(() => find() !== undefined);
      return find()!;
    },
  };
}
