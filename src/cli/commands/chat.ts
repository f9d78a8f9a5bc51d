import { createInterface, type Interface } from "node:readline";
import { chatCommands, helpLines, usageOf } from "../chat/chat-commands.ts";
import type { Chat, Reply } from "../chat/chat-command.ts";
import { createTyping, type Typing } from "../chat/typing.ts";
import { parseLine } from "../chat/parse-line.ts";
import { answer } from "../chat/todo-commands.ts";
import { CliError, EXIT } from "../cli-error.ts";
import { isTerminalClosed } from "../closed-terminal.ts";
import { defineCommand } from "../define-command.ts";
import { withPlan } from "../find-plan.ts";
import type { Hold } from "../../contract/hold.ts";
import type { PlanView } from "../../contract/plan.ts";
import { readWholePlan } from "../read-board.ts";
import { bold, dim } from "../render/colors.ts";
import { holdLines } from "../render/hold-lines.ts";
import { planWord } from "../render/marks.ts";
import { wrapWords } from "../render/width.ts";
import { reportError } from "../report-error.ts";
import type { Session } from "../session.ts";
import { watchForStop } from "../until-stopped.ts";
import { watchLines } from "../watch-lines.ts";
import { language, words } from "../words-here.ts";

/** `holdpoint chat`: commands and answers as lines, while the plan goes on beside them. */
export const chatCommand = defineCommand({
  brief: "brief_chat",
  full: "full_chat",
  examples: ["chat tea", "echo '/todo approve' | holdpoint chat tea"],
  args: ["plan"],
  flags: {},
  async run(session, [given]) {
    const plan = await withPlan(session, given, (id) => readWholePlan(session, id));
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
    const chat: Chat = {
      session,
      planId: plan.id,
      confirm: (question, command) => confirm(session, lines, question, command),
      leave,
    };
    try {
      const state = planWord(plan, words);
      const welcome = hasEnded(plan) ? "chat_welcome_ended" : "chat_welcome";
      session.say(words(welcome, { title: plan.title, state }));
      const showHold = async (hold_id: string): Promise<boolean> => {
        const hold = await session.ask<Hold>(
          session.client.v1.holds[":hold_id"].$get({ param: { hold_id } }),
        );
        if (hold.status === "open") typing.above(holdLines(hold, words));
        return false;
      };
      // With --json, standard output holds the answers to what is typed and nothing else.
      const watching = session.json
        ? Promise.resolve()
        : watchLines({ ...session, show: (_, told) => typing.above(told()) }, plan, {
            after: 0,
            signal: left.signal,
            onHold: showHold,
          });
      watching.catch((error: unknown) => typing.above(reportError(error, ABOUT, words).lines));
      await converse(chat, lines, typing).catch((error: unknown) => {
        // Nothing can be read from a terminal that is gone: the person has left.
        if (!isTerminalClosed()) throw error;
      });
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

const ABOUT = { command: "chat" };

/** Nobody who leaves waits longer for an API that does not answer. */
const LEAVING_MS = 2_000;

const hasEnded = ({ status }: PlanView): boolean => status !== "pending" && status !== "running";

/** What to say on leaving: whether the plan goes on or has ended, as far as the API still tells. */
async function goodbye(session: Session, known: PlanView): Promise<string> {
  const { id } = known;
  const which = { param: { plan_id: id }, query: { limit: "1" } };
  const init = { signal: AbortSignal.timeout(LEAVING_MS) };
  const asked = session.client.v1.plans[":plan_id"].$get(which, { init });
  const plan = await session.ask<PlanView>(asked).catch(() => known);
  return hasEnded(plan)
    ? words("chat_bye_ended", {
        state: planWord(plan, words),
        command: `holdpoint plan show ${id}`,
      })
    : words("chat_bye", { command: `holdpoint chat ${id}` });
}

/** Takes line after line, each once the one before is done, until there are no more. */
async function converse(chat: Chat, lines: Interface, typing: Typing): Promise<void> {
  typing.prompt();
  for await (const line of lines) {
    const reply = await replyTo(chat, line);
    if (reply !== null) {
      const { data, lines: told } = reply;
      chat.session.show(data, () => told.flatMap((text) => text.split("\n")).flatMap(fitted));
    }
    typing.prompt();
  }
}

/** Terminals break lines within words. */
function fitted(line: string): string[] {
  return process.stdout.isTTY ? wrapWords(line, process.stdout.columns) : [line];
}

async function replyTo(chat: Chat, line: string): Promise<Reply | null> {
  const read = parseLine(line, chatCommands);
  try {
    switch (read.kind) {
      case "nothing":
        return null;
      case "text":
        return await answer(chat, read.text);
      case "unknown":
        return unknown(read.typed, read.nearest);
      case "command": {
        const { command } = read;
        const isSure = read.args.includes("--yes");
        const args = read.args.filter((word) => word !== "--yes");
        if (args.length < command.needs) {
          const usage = usageOf(command, language);
          throw new CliError(words("chat_usage", { usage }), usage, EXIT.usage);
        }
        const mine = isSure ? { ...chat, confirm: () => Promise.resolve() } : chat;
        return await command.run(mine, args);
      }
    }
  } catch (error) {
    // A conversation goes on after what could not be done.
    const { lines, data } = reportError(error, { ...ABOUT, plan: chat.planId }, words);
    return { data, lines };
  }
}

function unknown(typed: string, nearest: string | undefined): Reply {
  const suggestion =
    nearest === undefined ? [] : [words("chat_did_you_mean", { command: nearest })];
  const first = [words("chat_unknown", { command: typed }), ...suggestion].join(" ");
  return {
    data: { error: { code: "unknown_command", detail: first, next: nearest ?? "/help" } },
    lines: [first, ...helpLines(words, language)],
  };
}

async function confirm(
  session: Session,
  lines: Interface,
  question: string,
  command: string,
): Promise<void> {
  if (session.yes) return;
  if (!process.stdin.isTTY) {
    throw new CliError(words("chat_needs_yes", { question, command }), command, EXIT.usage);
  }
  const said = await new Promise<string>((resolve) => {
    lines.once("close", () => resolve(""));
    lines.question(`${bold(question)} ${words("yes_or_no")} `, resolve);
  });
  if (!/^(?:y|yes|예|네|ㅇ)$/i.test(said.trim())) {
    throw new CliError(words("given_up"), "/todos", EXIT.usage);
  }
}
