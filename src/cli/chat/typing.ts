import type { Interface, Key } from "node:readline";
import { editText } from "../edit-text.ts";
import { reportError } from "../report-error.ts";
import { dim } from "../render/colors.ts";
import { printable } from "../render/printable.ts";
import type { Session } from "../session.ts";

/** The line that a person types in a conversation, below what has been said. */
export interface Typing {
  /** Writes lines above what is being typed, which stays as it is. */
  above(lines: readonly string[]): void;
  prompt(): void;
}

/** The typing on these lines. On a terminal, Ctrl-G opens the person's editor for a longer text. */
export function createTyping(session: Session, lines: Interface): Typing {
  const { stdin, stderr } = process;
  const isOnTerminal = stdin.isTTY && stderr.isTTY;
  /** What is to be told once the editor gives the screen back. */
  let kept: string[] | undefined;
  let isOver = false;
  lines.once("close", () => (isOver = true));

  function above(told: readonly string[]): void {
    if (told.length === 0) return;
    if (kept !== undefined) {
      kept.push(...told);
      return;
    }
    if (isOnTerminal) stderr.write("\r\u001b[K");
    session.show(null, () => told);
    if (isOnTerminal) lines.prompt(true);
  }

  async function openEditor(): Promise<void> {
    if (kept !== undefined) return;
    kept = [];
    lines.pause();
    stdin.setRawMode(false);
    const written = await editText(lines.line, "message.md", session.words).catch(
      (error: unknown) => {
        kept?.push(...reportError(error, { command: "chat" }, session.words).lines);
        return null;
      },
    );
    if (isOver) return;
    stdin.setRawMode(true);
    lines.resume();
    // What was typed is in the text now: the line from its end to its beginning goes.
    if (written !== null) for (const name of ["e", "u"]) lines.write(null, { ctrl: true, name });
    const text = written?.trim() ?? "";
    const told = [
      ...kept,
      ...(text === "" ? [] : text.split("\n").map((line) => dim(`> ${printable(line)}`))),
    ];
    kept = undefined;
    lines.prompt(true);
    above(told);
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
    prompt() {
      if (isOnTerminal && kept === undefined) lines.prompt();
    },
  };
}
