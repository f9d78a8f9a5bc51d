import type { PlanView } from "../../contract/plan/plan.ts";
import { language, words } from "../messages/i18n.ts";
import { type CliError, usageError } from "../session/errors/cli-error.ts";
import { reportError } from "../session/errors/report-error.ts";
import { readWholePlan } from "../session/read-whole-plan.ts";
import type { Session } from "../session/session.ts";
import type { Reply } from "./chat-command.ts";
import { chatCommands, helpReply, usageOf } from "./chat-commands.ts";
import { parseLine } from "./parse-line.ts";
import { planInChat, type PlanReply } from "./plan-in-chat.ts";
import { tellReply, unknownReply } from "./tell-reply.ts";
import type { Typing } from "./typing.ts";
import { ABOUT } from "./understand.ts";

/** The commands that need no plan, by their first names. */
const PLAN = "/plan";
const HELP = "/help";
const LEAVE = "/exit";
const planCommand = chatCommands.find(({ names }) => names.en[0] === PLAN)!;

/** Takes lines until one of them starts a plan; null when the person leaves first. */
export async function firstPlan(session: Session, typing: Typing): Promise<PlanView | null> {
  const { lines } = typing;
  session.say(words("chat_welcome_new"));
  typing.prompt();
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    const reply = await replyTo(session, next.value);
    if (reply === "leave") return null;
    if (reply !== "nothing") tellReply(session, typing, reply);
    if (typeof reply === "object" && "started" in reply && reply.started !== null) {
      return readWholePlan(session, reply.started.id);
    }
    typing.prompt();
  }
  return null;
}

async function replyTo(
  session: Session,
  line: string,
): Promise<PlanReply | Reply | "leave" | "nothing"> {
  const read = parseLine(line, chatCommands);
  try {
    if (read.kind === "nothing") return "nothing";
    if (read.kind === "unknown") return unknownReply(read.typed, read.nearest);
    if (read.kind === "text") throw noPlanYet();
    const [name] = read.command.names.en;
    if (name === LEAVE) return "leave";
    if (name === HELP) return helpReply();
    if (name !== PLAN || read.rest === "") throw noPlanYet();
    return await planInChat(session, read.rest);
  } catch (error) {
    // A conversation goes on after what could not be done.
    const { lines, data } = reportError(error, ABOUT);
    return { data, lines, isRefused: true };
  }
}

/** What is typed before there is a plan begins one, or says how. */
function noPlanYet(): CliError {
  return usageError(words("chat_no_plan_yet"), usageOf(planCommand, language()));
}
