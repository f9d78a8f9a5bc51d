import type { Hold } from "../../contract/plan/holds/hold.ts";
import { QUESTION_KINDS } from "../../contract/tables/vocabulary.ts";
import { words } from "../messages/i18n.ts";
import { inOwnWords } from "../messages/tell.ts";
import { shortHold } from "../render/holds/reasons.ts";
import { askedOf } from "../render/lists.ts";
import { usageError } from "../session/errors/cli-error.ts";
import type { Chat } from "./chat-command.ts";

/** The plan's open holds, oldest first. */
export async function openHolds({ session, planId }: Chat): Promise<Hold[]> {
  return (await session.client.plans.holds(planId)).holds;
}

/**
 * The hold that a person means: of this todo, with this id, or the only one.
 * @throws CliError when none or more than one is meant.
 */
export async function holdMeant(chat: Chat, id: string | undefined): Promise<Hold> {
  const holds = (await openHolds(chat)).filter(({ kind }) => !QUESTION_KINDS.includes(kind));
  if (id !== undefined) {
    const found = holdCalled(holds, id);
    if (found !== undefined) return seen(chat, found);
    throw usageError(words("chat_no_hold_of", { id }), "/todos");
  }
  const [only, ...others] = holds;
  if (only === undefined) throw usageError(words("chat_no_hold"), "/todos");
  if (others.length === 0) return seen(chat, only);
  const lines = [words("chat_which_hold"), ...holds.map(holdLine)].join("\n");
  throw usageError(lines, `/todo approve ${shortHold(only.id)}`);
}

/**
 * The hold, when the person has been shown it: one that came or changed in the moment before they typed
 * is not what they mean.
 * @throws CliError when it is shown only now.
 */
export async function seen({ shown }: Chat, hold: Hold): Promise<Hold> {
  if (shown === undefined || shown.has(hold)) return hold;
  await shown.show(hold.id);
  throw usageError(words("chat_unseen"), `/todo approve ${shortHold(hold.id)}`);
}

/** The hold with this id, short or whole, or of the todo with this id. */
export function holdCalled(holds: readonly Hold[], id: string): Hold | undefined {
  return holds.find((hold) => hold.id === id || shortHold(hold.id) === id || hold.todo_id === id);
}

/** A hold in a line: by what it is called, and what it asks. */
export function holdLine(hold: Hold): string {
  const { id, kind, title, todo_id, asked_by } = hold;
  const message = inOwnWords(hold, "message") || null;
  const asked = askedOf({ kind, title, message, agent: asked_by?.agent_name ?? null });
  return `${shortHold(id)}  ${words(`kind_${kind}`)}  ${asked}${todo_id === null ? "" : `  (${todo_id})`}`;
}
