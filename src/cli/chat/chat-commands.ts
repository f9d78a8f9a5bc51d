import type { ChatCommand } from "./chat-command.ts";
import { dim } from "../render/colors.ts";
import { pad, widthOf } from "../render/width.ts";
import type { Language, Words } from "../messages/words.ts";
import { language } from "../words-here.ts";
import { planCommands } from "./plan-commands.ts";
import { todoCommands } from "./todo-commands.ts";

const talkCommands: readonly ChatCommand[] = [
  {
    names: { en: ["/help", "/?"], ko: ["/도움말", "/도움"] },
    args: "",
    help: "chat_help_help",
    needs: 0,
    run({ session }) {
      const data = chatCommands.map(({ names, args }) => ({ ...names, args }));
      return Promise.resolve({ data, lines: helpLines(session.words, language) });
    },
  },
  {
    names: { en: ["/exit", "/quit"], ko: ["/나가기", "/종료"] },
    args: "",
    help: "chat_help_exit",
    needs: 0,
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

/** The commands by their first names in a language, each with what it does. */
export function helpLines(words: Words, spoken: Language): string[] {
  const usages = chatCommands.map((command) => usageOf(command, spoken));
  const width = Math.max(...usages.map(widthOf));
  const line = (usage: string, help: string): string => `  ${pad(usage, width)}  ${dim(help)}`;
  return [
    ...chatCommands.map(({ help }, place) => line(usages[place]!, words(help))),
    line("Ctrl-G", words("chat_help_editor")),
  ];
}

export function usageOf({ names, args }: ChatCommand, spoken: Language): string {
  return `${names[spoken][0] ?? names.en[0]} ${args}`.trimEnd();
}
