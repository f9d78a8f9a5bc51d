import type { Interface, Key } from "node:readline";
import type { Takes } from "../input/answers/ask-answer.ts";
import { editText } from "../input/edit-text.ts";
import { words } from "../messages/i18n.ts";
import { usageError } from "../session/errors/cli-error.ts";
import { reportError } from "../session/errors/report-error.ts";
import type { Session } from "../session/session.ts";
import { dim } from "../terminal/colors.ts";
import { clearTyped } from "../terminal/output.ts";
import { printable } from "../terminal/printable.ts";
import { chatCommands } from "./chat-commands.ts";
import { parseLine } from "./parse-line.ts";

/** The line that a person types in a conversation, below what has been said. */
export interface Typing {
  /** Writes lines above what is being typed, which stays as it is. */
  above(lines: readonly string[]): void;
  prompt(): void;
  /** What stands before the line from now on; before an answer, the question stays there. */
  setPrompt(text: string): void;
  /** What they type outside of questions, line after line. */
  readonly lines: AsyncIterator<string>;
  /**
   * The line that they type after a question; undefined when they leave instead.
   * @throws CliError when it is a command: it answers nothing, and is the next of the lines.
   */
  ask(question: string, takes?: Takes): Promise<string | undefined>;
}

/** Whether a line is meant for the conversation, and not for the question that it stands behind. */
function isCommand(line: string | undefined, takes: Takes): line is string {
  // What people write of their own may begin with a path.
  if (takes === "text") return parseLine(line ?? "", chatCommands).kind === "command";
  return line?.trim().startsWith("/") === true;
}

/** The typing on these lines. On a terminal, Ctrl-G opens the person's editor for a longer text. */
export function createTyping(session: Session, lines: Interface): Typing {
  const { stdin, stderr } = process;
  const isOnTerminal = stdin.isTTY && stderr.isTTY;
  /** What is to be told once the editor gives the screen back. */
  let kept: string[] | undefined;
  let isOver = false;
  let isAsking = false;
  /** The prompt that comes back after a question. */
  let next: string | undefined;
  lines.once("close", () => (isOver = true));
  // One reader from the first line on: what is piped in or pasted comes all at once.
  const reader = lines[Symbol.asyncIterator]();
  /** What has been typed, and not read yet. */
  const ahead: string[] = [];
  lines.on("line", (line) => ahead.push(line));

  function above(news: readonly string[]): void {
    if (news.length === 0) return;
    if (kept !== undefined) {
      kept.push(...news);
      return;
    }
    if (isOnTerminal) clearTyped();
    session.show(null, () => news);
    if (isOnTerminal && !isOver) lines.prompt(true);
  }

  async function openEditor(): Promise<void> {
    if (kept !== undefined) return;
    kept = [];
    lines.pause();
    stdin.setRawMode(false);
    const written = await editText(lines.line, "message.md").catch((error: unknown) => {
      kept?.push(...reportError(error, { command: "chat" }).lines);
      return null;
    });
    if (isOver) return;
    stdin.setRawMode(true);
    lines.resume();
    // What was typed is in the text now: the line from its end to its beginning goes.
    if (written !== null) for (const name of ["e", "u"]) lines.write(null, { ctrl: true, name });
    const text = written?.trim() ?? "";
    const delayed = [
      ...kept,
      ...(text === "" ? [] : text.split("\n").map((line) => dim(`> ${printable(line)}`))),
    ];
    kept = undefined;
    lines.prompt(true);
    above(delayed);
    if (text !== "") lines.emit("line", text);
  }

  if (isOnTerminal) {
    const read = (_text: string, key: Key | undefined): void => {
      if (key?.ctrl === true && key.name === "g") void openEditor();
    };
    stdin.on("keypress", read);
    lines.once("close", () => stdin.off("keypress", read));
  }
  return {
    above,
    setPrompt(text) {
      next = text;
      if (!isAsking) lines.setPrompt(text);
    },
    lines: {
      async next() {
        const line = await reader.next();
        ahead.shift();
        return line;
      },
    },
    async ask(question, takes = "choice") {
      const [pasted] = ahead;
      if (isCommand(pasted, takes)) throw usageError(words("given_up"), pasted);
      const line = await new Promise<string | undefined>((resolve) => {
        const leave = (): void => resolve(undefined);
        lines.once("close", leave);
        isAsking = true;
        lines.question(question, (typed) => {
          isAsking = false;
          if (next !== undefined) lines.setPrompt(next);
          lines.off("close", leave);
          resolve(typed);
        });
      });
      if (!isCommand(line, takes)) return line;
      lines.emit("line", line);
      throw usageError(words("given_up"), line);
    },
    prompt() {
      // A prompt would open again what the person has left.
      if (isOnTerminal && kept === undefined && !isOver) lines.prompt();
    },
  };
}
