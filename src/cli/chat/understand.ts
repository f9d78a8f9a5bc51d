import { QUESTION_KINDS } from "../../contract/tables/vocabulary.ts";
import { language } from "../messages/i18n.ts";
import { shortHold } from "../render/reasons.ts";
import { CliError, EXIT } from "../session/cli-error.ts";
import type { Chat, ChatCommand, Reply } from "./chat-command.ts";
import { chatCommands, commandLines, usageOf } from "./chat-commands.ts";
import { openHolds } from "./open-holds.ts";
import { parseLine } from "./parse-line.ts";
import { answer } from "./todo-commands.ts";

/** Runs a command of the conversation. */
type Run = (command: ChatCommand, args: readonly string[]) => Promise<Reply>;

/**
 * What plain words mean: the answer to the open question; where none is open, a command without its
 * `/`; else a wish, which is answered with what can be done now.
 */
export async function understand(chat: Chat, text: string, run: Run): Promise<Reply> {
  const { words } = chat.session;
  const holds = await openHolds(chat);
  const question = holds.find(({ kind }) => QUESTION_KINDS.includes(kind));
  const read = parseLine(`/${text}`, chatCommands);
  if (read.kind !== "command") return question === undefined ? possible(chat) : answer(chat, text);
  if (question === undefined) return run(read.command, read.args);
  if (holds.length === 1) return answer(chat, text);
  // "approve" may answer the question, or approve what waits beside it.
  const next = `/answer ${shortHold(question.id)} ${text}`;
  throw new CliError(words("chat_which_meaning", { text, command: `/${text}` }), next, EXIT.usage);
}

const OPEN_WORK: ReadonlySet<string> = new Set(["pending", "in_progress"]);

/** What can be done with the plan now. */
async function possible({ session, planId }: Chat): Promise<Reply> {
  const { client, words } = session;
  const [actions, { todos }] = await Promise.all([
    client.plans.actions(planId),
    client.plans.get(planId, { limit: 1_000 }),
  ]);
  const work = todos.filter(({ kind, status }) => kind === "manual" && OPEN_WORK.has(status));
  const now = chatCommands.filter(({ isPossible }) => isPossible?.({ ...actions, work }) === true);
  return { data: actions, lines: [words("chat_possible"), ...commandLines(now, words, language)] };
}

/** What to type next, in the words of a conversation and of its language. */
export function nextInChat(next: string): string {
  const [, command = next] = /^holdpoint (.*)$/.exec(next) ?? [];
  const said =
    command === next ? next : (IN_CHAT.find(([name]) => command.startsWith(name))?.[1] ?? next);
  const read = parseLine(said, chatCommands);
  if (read.kind !== "command") return said;
  const [name = ""] = usageOf(read.command, language).split(" <", 1);
  return [name.replace(/ \[.*$/, ""), ...read.args].join(" ");
}

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
