import type { Actions } from "../../contract/plan/actions.ts";
import { plainWords } from "../../plan/views/holds/plain-words.ts";
import { agreeOnEdit } from "../live/agree-on-edit.ts";
import { language, words } from "../messages/i18n.ts";
import { shortHold } from "../render/holds/reasons.ts";
import { isYes } from "../session/ask-line.ts";
import { usageError } from "../session/errors/cli-error.ts";
import type { Chat, ChatCommand, Reply } from "./chat-command.ts";
import { chatCommands, commandLines, usageOf } from "./chat-commands.ts";
import { openHolds } from "./open-holds.ts";
import { parseLine } from "./parse-line.ts";
import { replanInChat } from "./replan-in-chat.ts";
import { answer } from "./todo-commands.ts";

/** Runs a command of the conversation. */
type Run = (command: ChatCommand, args: readonly string[], rest: string) => Promise<Reply>;

/**
 * What plain words mean: the answer to the open question; where none is open, a command without its
 * `/`; else a wish to change the plan. Words that would decide something with a `/` mean nothing.
 */
export async function understand(chat: Chat, text: string, run: Run): Promise<Reply> {
  const holds = await openHolds(chat);
  const meant = plainWords(holds);
  const read = parseLine(`/${text}`, chatCommands);
  if (read.kind !== "command")
    return meant.means === "wish" ? propose(chat, text) : answer(chat, text);
  if (meant.means === "wish") {
    if (read.command.decides !== true) return run(read.command, read.args, read.rest);
    // "Approve" may be a word of a sentence, of somebody else's, or of a paste: it decides nothing.
    throw usageError(words("chat_needs_slash", { text }), `/${text}`);
  }
  // "todos" may well be an answer. "approve" may be meant for what is to be decided next.
  if (holds.length === 1 && read.command.decides !== true) return answer(chat, text);
  const [question] = meant.means === "answer" ? [meant.hold] : meant.holds;
  const next = `/answer ${shortHold(question!.id)} ${text}`;
  throw usageError(words("chat_which_meaning", { text, command: `/${text}` }), next);
}

/** Changes the plan as far as the person agrees; what is not understood is answered with what can be done now. */
async function propose(chat: Chat, text: string): Promise<Reply> {
  const { session, planId, person } = chat;
  const instruction = text.replace(/\s--yes$/, "");
  const lines: string[] = [];
  const tell = (told: readonly string[]): void => {
    // Who is asked sees first what about.
    if (person === undefined) lines.push(...told);
    else for (const line of told) person.tell(line);
  };
  const isSure = chat.isSure || instruction !== text;
  const way = { isSure, person: session.json ? undefined : person, tell };
  const { proposal, receipt, why } = await agreeOnEdit(session, { planId, instruction }, way);
  const data = { ...proposal, receipt };
  switch (why) {
    case "applied": {
      const { version } = await session.client.plans.get(planId, { limit: 1 });
      return { data, lines: [...lines, words("told_edited", { version })] };
    }
    case "nothing": {
      if (proposal.choices.length > 0) return { data, lines };
      const { models } = await session.client.agents.list();
      if (models !== null && person !== undefined && !session.json) {
        if (isYes(await person.ask(words("model_offer")))) return replanInChat(chat, instruction);
      }
      const can = await possible(chat);
      return { data: { ...data, ...can.data }, lines: [...lines, ...can.lines] };
    }
    case "partly":
      return { data, lines: [...lines, words("words_partly")] };
    case "unasked":
      return { data, lines: [...lines, words("words_chat_yes")] };
    case "declined":
    case "refused":
      return { data, lines: [...lines, words("given_up")] };
  }
}

const OPEN_WORK: ReadonlySet<string> = new Set(["pending", "in_progress"]);

/** What can be done with the plan now. */
async function possible({ session, planId }: Chat): Promise<Reply & { readonly data: Actions }> {
  const { client } = session;
  const [actions, { todos }] = await Promise.all([
    client.plans.actions(planId),
    client.plans.get(planId, { limit: 1_000 }),
  ]);
  const work = todos.filter(({ kind, status }) => kind === "manual" && OPEN_WORK.has(status));
  const counting = todos.filter(({ agent }) => agent?.countdown != null);
  const now = chatCommands.filter(
    ({ isPossible }) => isPossible?.({ ...actions, work, counting }) === true,
  );
  return { data: actions, lines: [words("chat_possible"), ...commandLines(now)] };
}

/** What to type next, in the words of a conversation and of its language. */
export function nextInChat(next: string): string {
  const [, command = next] = /^holdpoint (.*)$/.exec(next) ?? [];
  const said =
    command === next ? next : (IN_CHAT.find(([name]) => command.startsWith(name))?.[1] ?? next);
  const read = parseLine(said, chatCommands);
  if (read.kind !== "command") return said;
  const [name = ""] = usageOf(read.command, language()).split(" <", 1);
  return [name.replace(/ \[.*$/, ""), ...read.args].join(" ");
}

/** What is told of an error in a conversation: what to type next, in its own words. */
export const ABOUT = { command: "chat", toNext: nextInChat };

/** What does the same in a conversation. */
const IN_CHAT: readonly (readonly [command: string, said: string])[] = [
  ["plan", "/todos"],
  ["history", "/todos"],
  ["inbox", "/inbox"],
  ["show", "/inbox"],
  ["checkpoint list", "/checkpoint list"],
  ["why", "/todos"],
  ["chat", "/help"],
];
