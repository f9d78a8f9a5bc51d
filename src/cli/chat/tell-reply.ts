import { words } from "../messages/i18n.ts";
import { EXIT } from "../session/errors/cli-error.ts";
import type { Session } from "../session/session.ts";
import { columnsOf } from "../terminal/screen.ts";
import { wrapWords } from "../terminal/width.ts";
import type { Reply } from "./chat-command.ts";
import { helpLines } from "./chat-commands.ts";
import type { Typing } from "./typing.ts";
import { nextInChat } from "./understand.ts";

/**
 * Says what came of a line: data to programs, one answer a line, and lines to people. Whoever reads what
 * a script typed finds the refusals on standard error and in the exit code.
 */
export function tellReply(session: Session, typing: Typing, reply: Reply): void {
  const { data, lines, isRefused = false } = reply;
  const said = lines.flatMap((text) => text.split("\n")).flatMap(fitted);
  const failed = isRefused && !process.stdin.isTTY;
  if (failed) session.end(EXIT.failed);
  if (session.json) session.show(withMessage(data, lines), () => said);
  else if (failed) session.say(said.join("\n"));
  else typing.above(said);
}

/** S2's answers to commands say what was done in words, too. */
function withMessage(data: unknown, lines: readonly string[]): unknown {
  const isAnswer = typeof data === "object" && data !== null && "status" in data;
  return isAnswer ? { message: lines.join("\n"), ...data } : data;
}

/** Terminals break lines within words. */
function fitted(line: string): string[] {
  return wrapWords(line, columnsOf(process.stdout));
}

/** What is said to a command that does not exist. */
export function unknownReply(typed: string, nearest: string | undefined): Reply {
  const suggestion =
    nearest === undefined ? [] : [words("chat_did_you_mean", { command: nearest })];
  const first = [words("chat_unknown", { command: typed }), ...suggestion].join(" ");
  const help = helpLines();
  return {
    data: {
      error: { code: "unknown_command", detail: first, next: nearest ?? nextInChat("/help") },
      help: help.join("\n"),
    },
    lines: [first, ...help],
    isRefused: true,
  };
}
