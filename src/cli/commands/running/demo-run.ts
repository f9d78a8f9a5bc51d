import type { Client } from "../../../client/client.ts";
import type { DecisionInput, Hold } from "../../../contract/plan/holds/hold.ts";
import type { PlanView } from "../../../contract/plan/plan.ts";
import { ProblemError } from "../../../contract/problems/problem-error.ts";
import { QUESTION_KINDS } from "../../../contract/tables/vocabulary.ts";
import type { LoadedConfig } from "../../../runtime/config.ts";
import type { RunningHoldpoint } from "../../../runtime/start.ts";
import { toAnswer } from "../../input/answers/to-answer.ts";
import { readAsked } from "../../live/read-asked.ts";
import { titlesOf } from "../../live/read-board.ts";
import { createEventWriter } from "../../live/watch-lines.ts";
import { words } from "../../messages/i18n.ts";
import { tell } from "../../messages/tell.ts";
import { askedLines, type Asked } from "../../render/holds/asked-lines.ts";
import { holdLines, waysToDecide } from "../../render/holds/hold-lines.ts";
import type { Session } from "../../session/session.ts";
import { dim } from "../../terminal/colors.ts";
import { oneLine } from "../../terminal/printable.ts";
import { pad } from "../../terminal/width.ts";
import { keyHeader } from "../service/key-header.ts";

export const DECIDERS = ["approve", "reject", "elsewhere"] as const;
export type Decider = (typeof DECIDERS)[number];

/** A demo that runs. */
export interface Demo {
  /** Of the Holdpoint that the demo has started. */
  readonly session: Session;
  readonly holdpoint: RunningHoldpoint;
  readonly config: LoadedConfig;
  readonly client: Client;
  /** Who decides; undefined = the person at the terminal. */
  readonly decider: Decider | undefined;
  /** What every question is answered with; undefined = by the person, or from elsewhere. */
  readonly answer: string | undefined;
  readonly stopped: AbortSignal;
  /** What happens, on standard output; with `--json` that has the plan's events and nothing else. */
  readonly say: (...lines: readonly string[]) => void;
}

/** Follows a plan to its end, deciding its holds on the way; false when the person left before. */
export async function followPlan(demo: Demo, plan: PlanView): Promise<boolean> {
  const { session, client, stopped, say, holdpoint } = demo;
  const titles = titlesOf(plan);
  const write = createEventWriter(session, titles);
  /** Holds that wait for the person, who is asked about one after another. */
  const asking = new Map<string, AbortController>();
  let asked: Promise<unknown> = Promise.resolve();
  for await (const item of client.plans.watch(plan.id, { after: 0, signal: stopped })) {
    if (item.type === "snapshot") continue;
    const { type, hold_id } = item.event;
    if (hold_id !== undefined && CLOSING.has(type)) asking.get(hold_id)?.abort();
    write(item.event);
    if (type === "plan.planned") {
      const planned = await unlessAborted(stopped, client.plans.get(plan.id));
      if (planned === undefined) continue;
      for (const [id, title] of titlesOf(planned)) titles.set(id, title);
      say(...plannedLines(planned));
    }
    if (type !== "hold.requested" || hold_id === undefined) continue;
    const hold = await unlessAborted(stopped, client.holds.get(hold_id));
    if (hold?.status !== "open") continue;
    // Where nobody can ask for more, all of it is shown.
    const most = process.stdin.isTTY ? undefined : Infinity;
    const about = await unlessAborted(stopped, readAsked({ client }, hold));
    if (about === undefined) continue;
    say(...holdLines(hold, most), ...askedLines(about, most));
    say(...waysFromElsewhere(hold, holdpoint, await keyHeader(demo.config)));
    const over = new AbortController();
    asking.set(hold_id, over);
    const signal = AbortSignal.any([over.signal, stopped]);
    asked = asked.then(async () => {
      if (signal.aborted) return;
      if ((await decide(demo, hold, about, signal)) === "stop") process.kill(process.pid, "SIGINT");
    });
  }
  for (const over of asking.values()) over.abort();
  return !stopped.aborted;
}

/** What has been planned, as far as a person needs it to review it here. */
function plannedLines({ todos }: PlanView): string[] {
  return todos.map(({ title, agent_name, tool_name, requires_approval, required_by }, place) => {
    const by = [
      agent_name ?? tool_name,
      ...(requires_approval || required_by === "tool" ? [words("asks_approval")] : []),
    ].filter((part) => part !== null);
    const after = by.length === 0 ? "" : `  ${dim(oneLine(by.join(", ")))}`;
    return `          ${place + 1}. ${oneLine(title)}${after}`;
  });
}

/** After these nobody has to be asked any more. */
const CLOSING: ReadonlySet<string> = new Set([
  "hold.decided",
  "hold.expired",
  "hold.stale",
  "hold.withdrawn",
]);

function waysFromElsewhere(hold: Hold, holdpoint: RunningHoldpoint, header: string): string[] {
  const { apiUrl, temporalAddress, temporalCli } = holdpoint;
  const page = `  ${apiUrl}/inbox/${hold.id}`;
  if (QUESTION_KINDS.includes(hold.kind)) {
    const [way = ""] = waysToDecide(hold);
    return [words("demo_elsewhere"), page, `  ${way} --url ${apiUrl}`, ""].map(dim);
  }
  const short = hold.id.slice(hold.plan_id.length + 1);
  return [
    words("demo_elsewhere"),
    page,
    `  curl -s ${apiUrl}/v1/holds/${hold.id}/decision${header} -H 'content-type: application/json' -d '{"decision":"approve"}'`,
    `  ${temporalCli} workflow signal --address ${temporalAddress} -w plan-${hold.plan_id} --name approval --input '{"hold_id":"${short}","decision":"approve"}'`,
    "",
  ].map(dim);
}

/** Decides as the flags say, or asks until a decision is taken; "stop" when the person left. */
async function decide(
  { client, session, decider, answer, say }: Demo,
  hold: Hold,
  about: Asked,
  signal: AbortSignal,
): Promise<"decided" | "stop"> {
  const isQuestion = QUESTION_KINDS.includes(hold.kind);
  if (decider === "elsewhere" || (isQuestion && decider !== undefined && answer === undefined)) {
    return "decided";
  }
  const { askDecision, askForAnswer } = await import("./ask-decision.ts");
  const complain = (error: unknown): null => {
    say(tell(error instanceof Error ? error : String(error)));
    return null;
  };
  const decided = async (): Promise<DecisionInput | "stop" | null> => {
    if (isQuestion && answer !== undefined) {
      return { decision: "answer", value: toAnswer(answer, hold) };
    }
    if (isQuestion) return askForAnswer(session, hold, signal);
    if (decider !== undefined) {
      return { decision: decider, comment: `demo --decide ${decider}`, digest: hold.digest };
    }
    const { choices } = await client.holds.choices(hold.id);
    return askDecision(hold, choices, about, signal);
  };
  const isAsked = decider === undefined && !(isQuestion && answer !== undefined);
  for (;;) {
    const taken = await decided().catch(complain);
    if (taken === "stop") return "stop";
    if (signal.aborted || (taken === null && !isAsked)) return "decided";
    if (taken === null) continue;
    try {
      await unlessAborted(signal, client.holds.decide(hold.id, taken, { signal }));
      return "decided";
    } catch (error) {
      complain(error);
      if (!isAsked || isOver(error)) return "decided";
    }
  }
}

/** What a call brings; undefined when it failed because `signal` ended it. */
export async function unlessAborted<Data>(
  signal: AbortSignal,
  call: Promise<Data>,
): Promise<Data | undefined> {
  try {
    return await call;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** Whether the hold takes no decision any more: asking again would not help. */
function isOver(error: unknown): boolean {
  return error instanceof ProblemError && [409, 410, 412].includes(error.status);
}

/** Where to look on. */
export function placeLines({ holdpoint }: Demo, planId: string): string[] {
  const ui = `${holdpoint.temporalUiUrl}/namespaces/default/workflows/plan-${planId}`;
  return [
    placeLine("Temporal UI", ui),
    placeLine("API", `${holdpoint.apiUrl}/v1/plans/${planId}`),
    "",
  ];
}

export const placeLine = (name: string, where: string): string => `${pad(name, 12)} ${where}`;
