import type { Session } from "../session.ts";
import type { WordKey } from "../messages/words.ts";

/** What a command answers: data for programs, lines for people. */
export interface Reply {
  readonly data: unknown;
  readonly lines: readonly string[];
}

/** A conversation with one plan. */
export interface Chat {
  readonly session: Session;
  readonly planId: string;
  /**
   * Whether the person means it; where nobody can be asked, the command is to be said with `--yes`.
   * @throws CliError when they do not.
   */
  confirm(question: string, command: string): Promise<void>;
  /** Ends the conversation. */
  leave(): void;
}

/** A command that begins with `/`. */
export interface ChatCommand {
  /** What calls it: one word or two. The first name of each language is the one that help shows. */
  readonly names: { readonly en: readonly string[]; readonly ko: readonly string[] };
  /** What stands behind the name, for help. */
  readonly args: string;
  readonly help: WordKey;
  /** How many of the words behind the name it needs at least. */
  readonly needs: number;
  run(chat: Chat, args: readonly string[]): Promise<Reply>;
}
