import { sleep } from "@temporalio/workflow";
import type { AgentReport } from "../../contract/plan/agents/agent.ts";
import { continuationCall } from "../../plan/agents/countdown.ts";
import { continuationPrompt, countSteps } from "../../plan/agents/step-list.ts";
import type { AttemptKey } from "../../plan/model/commands.ts";
import type { Conversation } from "./conversation.ts";
import type { PlanLine } from "./plan-line.ts";

/** S3's countdown before an agent goes on with what it has left. */
const COUNTDOWN_SECONDS = 2;

/**
 * What an agent is told that stopped with steps left, once it may go on: S3's prompt after its
 * countdown, or the words of a person who cancelled that; or who does not let it go on. One that never
 * wrote its list is told so at once, and only once.
 */
export async function continuation(
  talk: Conversation,
  about: AttemptKey,
  tell: (report: AgentReport) => Promise<void>,
  line: PlanLine,
): Promise<{ readonly text: string } | { readonly refused_by: string }> {
  const { agent, steps, turn } = talk;
  if (steps.length === 0) {
    talk.without_list = "told";
    return { text: continuationPrompt(steps) };
  }
  const { left } = countSteps(steps);
  const call = continuationCall(turn);
  const countDown = async () => {
    await line.mayCountDown(turn);
    const { pauses } = line.news;
    const goesOn = () => !line.hasReply(call) && line.news.pauses === pauses;
    const whole = agent.countdown_seconds ?? COUNTDOWN_SECONDS;
    for (let seconds = whole; seconds > 0 && goesOn(); seconds -= 1) {
      await tell({ type: "agent_countdown", ...about, seconds, left });
      await sleep(1_000, { summary: `Goes on in ${seconds} s` });
    }
    return line.mayContinue(turn, pauses, () =>
      tell({ type: "agent_countdown", ...about, seconds: 0, left }),
    );
  };
  let reply = await countDown();
  while (reply === "anew") reply = await countDown();
  if (reply?.kind === "refused") return { refused_by: reply.by };
  const words = reply?.kind === "answer" ? reply.text.trim() : "";
  return { text: words === "" ? continuationPrompt(steps) : words };
}
