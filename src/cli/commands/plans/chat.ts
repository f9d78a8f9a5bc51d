import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Hold } from "../../../contract/plan/holds/hold.ts";
import type { PlanView, TodoDetail } from "../../../contract/plan/plan.ts";
import { ProblemError } from "../../../contract/problems/problem-error.ts";
import type { Chat, ChatCommand, Reply } from "../../chat/chat-command.ts";
import { chatCommands, usageOf } from "../../chat/chat-commands.ts";
import { firstPlan } from "../../chat/first-plan.ts";
import { parseLine } from "../../chat/parse-line.ts";
import { tellReply, unknownReply } from "../../chat/tell-reply.ts";
import { createTyping, type Typing } from "../../chat/typing.ts";
import { ABOUT, nextInChat, understand } from "../../chat/understand.ts";
import type { Person } from "../../input/answers/ask-answer.ts";
import { defineCommand } from "../../input/define-command.ts";
import { readAsked, readHoldActions } from "../../live/read-asked.ts";
import { watchLines } from "../../live/watch-lines.ts";
import { language, words } from "../../messages/i18n.ts";
import { inOwnWords } from "../../messages/tell.ts";
import { answerLines } from "../../render/agents/goal-lines.ts";
import { askedLines } from "../../render/holds/asked-lines.ts";
import { choiceLines } from "../../render/holds/choice-lines.ts";
import { holdLines } from "../../render/holds/hold-lines.ts";
import { planWord } from "../../render/marks.ts";
import { isYes } from "../../session/ask-line.ts";
import { usageError } from "../../session/errors/cli-error.ts";
import { nextLine } from "../../session/errors/report-cli-error.ts";
import { reportError } from "../../session/errors/report-error.ts";
import { readWholePlan } from "../../session/read-whole-plan.ts";
import type { Session } from "../../session/session.ts";
import { asTyped } from "../../session/typed-line.ts";
import { isTerminalClosed } from "../../terminal/closed-terminal.ts";
import { bold, dim } from "../../terminal/colors.ts";
import { oneLine } from "../../terminal/printable.ts";
import { watchForStop } from "../../terminal/until-stopped.ts";
import { wrapWords } from "../../terminal/width.ts";

/** `holdpoint chat`: commands and answers as lines, while the plan goes on beside them. */
export const chatCommand = defineCommand({
  help: "chat",
  examples: ["chat", "chat tea", "echo '/todo approve' | holdpoint chat tea"],
  args: ["plan?"],
  async run(session, [given]) {
    const known = given === undefined ? null : await readWholePlan(session, given);
    const stop = watchForStop();
    const left = new AbortController();
    const lines = createInterface({
      input: process.stdin,
      output: process.stderr,
      terminal: process.stdin.isTTY && process.stderr.isTTY,
      prompt: "> ",
    });
    const leave = (): void => {
      left.abort();
      lines.close();
    };
    lines.on("SIGINT", leave);
    stop.signal.addEventListener("abort", leave);
    const typing = createTyping(session, lines);
    const plan = known ?? (await firstPlan(session, typing).catch(ifClosed));
    if (plan === null) {
      lines.close();
      stop.release();
      return;
    }
    const status = createStatus(session, plan, typing, left.signal);
    const seen = new Set<string>();
    const showHold = async (holdId: string): Promise<boolean> => {
      const hold = await session.client.holds.get(holdId);
      if (hold.status !== "open") return false;
      const [choices, asked, todo, can] = await Promise.all([
        session.client.holds.choices(holdId).catch(ifOver),
        readAsked(session, hold).catch(ifOver),
        approvedTodo(session, hold).catch(ifOver),
        readHoldActions(session, hold).catch(ifOver),
      ]);
      if (choices === null || asked === null) return false;
      typing.above([
        ...holdLines(hold),
        ...askedLines(asked),
        ...choiceLines(hold, choices, session.columns, can?.extend.possible === true),
        ...(todo === null
          ? []
          : approvalLines(todo, session.columns, can?.approve.possible === true)),
      ]);
      seen.add(keyOf(hold));
      return false;
    };
    const chat: Conversation = {
      session,
      planId: plan.id,
      isSure: session.yes,
      person: process.stdin.isTTY ? personAt(typing) : undefined,
      shown:
        process.stdin.isTTY && !session.json
          ? {
              has: (hold) => seen.has(keyOf(hold)),
              show: async (holdId) => void (await showHold(holdId)),
            }
          : undefined,
      leave,
    };
    try {
      const state = planWord(plan);
      const welcome = hasEnded(plan) ? "chat_welcome_ended" : "chat_welcome";
      session.say(words(welcome, { title: plan.title, state }));
      // With --json, standard output holds the answers to what is typed and nothing else.
      const beside = {
        ...session,
        show: (_: unknown, news: () => readonly string[]) => {
          typing.above(news());
          void status.refresh();
        },
      };
      const told = createTold();
      const watching = session.json
        ? Promise.resolve()
        : watchLines(beside, plan, {
            after: 0,
            signal: left.signal,
            onHold: showHold,
            onTold: (seq) => told.reach(seq),
          }).then(async () => {
            if (hasEnded(plan) || left.signal.aborted) return;
            typing.above(endLines(await session.client.plans.get(plan.id, { limit: 1 })));
            await status.refresh();
          });
      watching.catch((error: unknown) => typing.above(reportError(error, ABOUT).lines));
      await status.refresh();
      await converse(chat, typing, status).catch(ifClosed);
      // Lines that were piped in end without being left: what they brought about is told first.
      if (!left.signal.aborted && !process.stdin.isTTY) {
        const all = session.client.plans
          .get(plan.id, { limit: 1 }, { timeoutMs: LEAVING_MS })
          .then(({ seq }) => told.until(seq));
        const waited = sleep(LEAVING_MS, undefined, { ref: false });
        await Promise.race([watching, all, waited]).catch(() => undefined);
      }
      left.abort();
      await watching.catch(() => undefined);
      session.say(dim(await goodbye(session, plan)));
    } finally {
      // What goes on beside must end as well.
      left.abort();
      lines.close();
      stop.release();
    }
  },
});

/** A hold as it was when it was shown. */
const keyOf = ({ id, digest }: Pick<Hold, "id" | "digest">): string => `${id} ${digest}`;

/** A hold may be over in the moment between two looks at it, and its todo gone. @throws what else went wrong. */
function ifOver(error: unknown): null {
  if (!(error instanceof ProblemError) || !/^(?:hold|todo)_/.test(error.problem.code)) throw error;
  return null;
}

/** The todo that a hold asks to approve; null where it asks something else. */
async function approvedTodo({ client }: Session, hold: Hold): Promise<TodoDetail | null> {
  if (hold.kind !== "approval" || hold.todo_id === null) return null;
  return client.todos.get(hold.plan_id, hold.todo_id);
}

/** What S2's request for approval says of its todo, and what can be typed about it. */
function approvalLines(
  { id, priority, depends_on }: TodoDetail,
  columns: number,
  mayApprove: boolean,
): string[] {
  const needs = depends_on.join(", ") || words("chat_none");
  const approve = mayApprove ? [`/todo approve ${id}`] : [];
  const commands = [...approve, `/todo skip ${id}`, "/todos"].map(nextInChat);
  return [
    words("chat_approval_of", { todo: id, priority, needs }),
    words("chat_commands", { commands: commands.join(" · ") }),
    "",
  ].flatMap((line) => wrapWords(line, columns));
}

/** Nothing can be read from a terminal that is gone: the person has left. @throws what else went wrong. */
function ifClosed(error: unknown): null {
  if (!isTerminalClosed()) throw error;
  return null;
}

/** Nobody who leaves waits longer for an API that does not answer. */
const LEAVING_MS = 2_000;

const hasEnded = ({ status }: PlanView): boolean => status !== "pending" && status !== "running";

/** What to say on leaving: whether the plan goes on or has ended, as far as the API still tells. */
async function goodbye(session: Session, known: PlanView): Promise<string> {
  const { id } = known;
  const { plans } = session.client;
  const plan = await plans.get(id, { limit: 1 }, { timeoutMs: LEAVING_MS }).catch(() => known);
  return hasEnded(plan)
    ? words("chat_bye_ended", {
        state: planWord(plan),
        command: asTyped(`holdpoint plan show ${id}`),
      })
    : words("chat_bye", { command: asTyped(`holdpoint chat ${id}`) });
}

/** What is the same whatever is typed. */
type Conversation = Omit<Chat, "confirm">;

/** Takes line after line, each once the one before is done, until there are no more. */
async function converse(chat: Conversation, typing: Typing, status: Status): Promise<void> {
  const { lines } = typing;
  typing.prompt();
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    const reply = await replyTo(chat, typing, next.value);
    if (reply !== null) tellReply(chat.session, typing, reply);
    await status.refresh();
    typing.prompt();
  }
}

/** How the plan stands, before the line that is typed. */
interface Status {
  refresh(): Promise<void>;
}

function createStatus(
  { client }: Session,
  known: PlanView,
  typing: Typing,
  signal: AbortSignal,
): Status {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return { refresh: () => Promise.resolve() };
  let reading: Promise<void> | undefined;
  const tell = (plan: PlanView): void => {
    const values = { state: planWord(plan), percentage: plan.progress.percentage };
    const key = plan.open_holds === 0 ? "chat_status" : "chat_status_holds";
    typing.setPrompt(`${dim(words(key, { ...values, holds: plan.open_holds }))} > `);
  };
  tell(known);
  const read = async (): Promise<void> =>
    tell(await client.plans.get(known.id, { limit: 1 }, { timeoutMs: LEAVING_MS, signal }));
  return {
    // The line before stays where the API does not answer.
    refresh: () =>
      (reading ??= read()
        .catch(() => undefined)
        .finally(() => (reading = undefined))),
  };
}

/** What there is to say once the plan has ended. */
function endLines(plan: PlanView): string[] {
  const { percentage } = plan.progress;
  return [
    words("plan_is", { state: planWord(plan), percentage }),
    ...(plan.ended_because === null ? [] : [oneLine(inOwnWords(plan, "ended_because"))]),
    ...answerLines(plan.goal),
    nextLine(`holdpoint plan show ${plan.id}`),
  ];
}

async function replyTo(
  conversation: Conversation,
  typing: Typing,
  line: string,
): Promise<Reply | null> {
  const read = parseLine(line, chatCommands);
  const { session } = conversation;
  const sure = nextInChat(`${line.trim()} --yes`);
  const chat: Chat = {
    ...conversation,
    confirm: (question) => confirm(session, typing, question, sure),
  };
  try {
    switch (read.kind) {
      case "nothing":
        return null;
      case "text":
        return await understand(chat, read.text, (command, args, rest) =>
          runIn(chat, command, args, rest),
        );
      case "unknown":
        return unknownReply(read.typed, read.nearest);
      case "command":
        return await runIn(chat, read.command, read.args, read.rest);
    }
  } catch (error) {
    // A conversation goes on after what could not be done.
    const { lines, data } = reportError(error, { ...ABOUT, plan: chat.planId });
    return { data, lines, isRefused: true };
  }
}

async function runIn(
  chat: Chat,
  command: ChatCommand,
  typed: readonly string[],
  rest: string,
): Promise<Reply> {
  const isSure = typed.includes("--yes");
  const args = typed.filter((word) => word !== "--yes");
  const needed = command.args.split(" ").filter((word) => /^[^[]/.test(word));
  if (args.length < needed.length) {
    const usage = usageOf(command, language());
    throw usageError(words("chat_usage", { usage }), usage);
  }
  const sure = isSure ? { ...chat, isSure, confirm: () => Promise.resolve() } : chat;
  return command.run(sure, args, rest);
}

/** The person who types these lines. */
function personAt(typing: Typing): Person {
  return {
    tell: (line) => typing.above([line]),
    async ask(question, takes) {
      const line = await typing.ask(question, takes);
      if (line === undefined) throw usageError(words("given_up"), "/help");
      return line;
    },
  };
}

async function confirm(
  session: Session,
  typing: Typing,
  question: string,
  command: string,
): Promise<void> {
  if (session.yes) return;
  if (!process.stdin.isTTY) {
    throw usageError(words("chat_needs_yes", { question, command }), command);
  }
  const reply = await typing.ask(`${bold(question)} ${words("yes_or_no")} `);
  if (!isYes(reply ?? "")) {
    throw usageError(words("given_up"), "/todos");
  }
}

/** How far the person has been told what happened in a plan. */
function createTold() {
  let last = 0;
  let look = (): void => undefined;
  return {
    /** They have been told of this event, and of all before it. */
    reach(seq: number): void {
      last = seq;
      look();
    },
    /** Resolves once they have been told of this event. */
    until: (seq: number) =>
      new Promise<void>((resolve) => {
        look = () => {
          if (last >= seq) resolve();
        };
        look();
      }),
  };
}
