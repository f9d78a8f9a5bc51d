import type { Actions } from "../../contract/plan/actions.ts";
import type { Hold } from "../../contract/plan/holds/hold.ts";
import type { Todo } from "../../contract/plan/todo.ts";
import type { Person } from "../input/answers/ask-answer.ts";
import type { WordKey } from "../messages/words.ts";
import type { Session } from "../session/session.ts";

/** What a command answers: data for programs, lines for people. */
export interface Reply {
  readonly data: unknown;
  readonly lines: readonly string[];
  /** What was typed could not be done. */
  readonly isRefused?: true;
}

/** What of a plan's holds a person has seen, as they are now. */
export interface ShownHolds {
  has(hold: Pick<Hold, "id" | "digest">): boolean;
  /** Shows one that is still open. */
  show(holdId: string): Promise<void>;
}

/** A conversation with one plan. */
export interface Chat {
  readonly session: Session;
  readonly planId: string;
  /** They said beforehand that they mean it: nothing is asked. */
  readonly isSure: boolean;
  /**
   * Whether the person means it; where nobody can be asked, what they typed is to be said with `--yes`.
   * @throws CliError when they do not.
   */
  confirm(question: string): Promise<void>;
  /** The person at the terminal; undefined where nobody can be asked. */
  readonly person: Person | undefined;
  /** The holds that the person has been shown; undefined where nobody looks on. */
  readonly shown: ShownHolds | undefined;
  /** Ends the conversation. */
  leave(): void;
}

/** What can be done with the plan now. */
export interface Possible extends Actions {
  /** What people can do in it or have claimed. */
  readonly work: readonly Todo[];
  /** Whose agents count down before they go on by themselves. */
  readonly counting: readonly Todo[];
}

/** A command that begins with `/`. */
export interface ChatCommand {
  /** What calls it: one word or two. The first name of each language is the one that help shows. */
  readonly names: { readonly en: readonly string[]; readonly ko: readonly string[] };
  /** What stands behind the name: it needs what is not in brackets. */
  readonly args: string;
  readonly help: WordKey;
  /** Whether it would do something now; absent for those that only show. */
  readonly isPossible?: (now: Possible) => boolean;
  /** Whether it can decide a hold: then it needs its `/`, and no plain word stands for it. */
  readonly decides?: true;
  /** @param rest all of it as it was typed. */
  run(chat: Chat, args: readonly string[], rest: string): Promise<Reply>;
}
