import { language, words } from "../messages/i18n.ts";
import type { Language } from "../messages/words.ts";
import { dim } from "../terminal/colors.ts";
import { pad, widthOf } from "../terminal/width.ts";
import type { ChatCommand, Reply } from "./chat-command.ts";
import { planCommands } from "./plan-commands.ts";
import { planInChat } from "./plan-in-chat.ts";
import { replanInChat } from "./replan-in-chat.ts";
import { todoCommands } from "./todo-commands.ts";

const talkCommands: readonly ChatCommand[] = [
  {
    names: { en: ["/plan"], ko: ["/계획"] },
    args: "<words>",
    help: "chat_help_plan",
    run: ({ session }, _, text) => planInChat(session, text),
  },
  {
    names: { en: ["/replan"], ko: ["/재계획"] },
    args: "<words>",
    help: "chat_help_replan",
    isPossible: ({ plan }) => plan?.replan?.possible === true,
    run: (chat, _, feedback) => replanInChat(chat, feedback),
  },
  {
    names: { en: ["/help", "/?"], ko: ["/도움말", "/도움"] },
    args: "",
    help: "chat_help_help",
    run: () => Promise.resolve(helpReply()),
  },
  {
    names: { en: ["/exit", "/quit"], ko: ["/나가기", "/종료"] },
    args: "",
    help: "chat_help_exit",
    run(chat) {
      chat.leave();
      return Promise.resolve({ data: null, lines: [] });
    },
  },
];

/** Every command of a conversation: S2's, and what a plan can do besides. */
export const chatCommands: readonly ChatCommand[] = [
  ...planCommands.slice(0, 1),
  ...todoCommands,
  ...planCommands.slice(1),
  ...talkCommands,
];

/** All commands, for programs and for people. */
export function helpReply(): Reply {
  const data = chatCommands.map(({ names, args }) => ({ ...names, args }));
  return { data, lines: helpLines() };
}

/** All commands by their first names in the language of these words, each with what it does. */
export function helpLines(): string[] {
  const rows = chatCommands.map((command) => rowOf(command));
  return lines([...rows, ["Ctrl-G", words("chat_help_editor")]]);
}

/** The same of some of them. */
export function commandLines(commands: readonly ChatCommand[]): string[] {
  return lines(commands.map((command) => rowOf(command)));
}

type Row = readonly [usage: string, help: string];

function rowOf(command: ChatCommand): Row {
  return [usageOf(command, language()), words(command.help)];
}

function lines(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([usage]) => widthOf(usage)));
  return rows.map(([usage, help]) => `  ${pad(usage, width)}  ${dim(help)}`);
}

/** How a command is written in a language, with what stands behind its name. */
export function usageOf({ names, args }: ChatCommand, spoken: Language): string {
  const written = args.replaceAll(/[a-z]+/g, (name) => ARGS[spoken][name] ?? name);
  return `${names[spoken][0] ?? names.en[0]} ${written}`.trimEnd();
}

/** The names that stand behind commands, where a language has others. */
const ARGS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {},
  ko: {
    id: "ID",
    goal: "목표",
    reason: "이유",
    note: "메모",
    agent: "에이전트",
    a: "이름",
    value: "값",
    title: "제목",
    status: "상태",
    text: "답",
    on: "켜기",
    off: "끄기",
    words: "말",
  },
};
