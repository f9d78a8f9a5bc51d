import { nearestName } from "../../text/nearest-name.ts";
import type { ChatCommand } from "./chat-command.ts";

/** What a line of a conversation is. */
export type ChatLine =
  | { readonly kind: "nothing" }
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "command";
      readonly command: ChatCommand;
      readonly args: readonly string[];
      /** What stands behind the name, as it was typed. */
      readonly rest: string;
    }
  | { readonly kind: "unknown"; readonly typed: string; readonly nearest: string | undefined };

/** Reads a line. Names may be of any of the languages; two words are looked for before one. */
export function parseLine(line: string, commands: readonly ChatCommand[]): ChatLine {
  const text = line.normalize("NFC").trim();
  if (text === "") return { kind: "nothing" };
  if (!text.startsWith("/")) return { kind: "text", text };
  const words = text.split(/\s+/);
  const names = new Map(
    commands.flatMap((command) => allNames(command).map((name) => [name, command])),
  );
  for (const length of [2, 1]) {
    const command = names.get(words.slice(0, length).join(" ").toLowerCase());
    if (command !== undefined && words.length >= length) {
      const args = words.slice(length);
      // `/todo aprove` is no list of todos: what takes nothing has nothing behind it.
      return command.args === "" && args.length > 0
        ? unknown(words, 2, names)
        : { kind: "command", command, args, rest: behind(text, length) };
    }
  }
  return unknown(words, words.length > 1 ? 2 : 1, names);
}

function behind(text: string, words: number): string {
  let rest = text;
  for (let word = 0; word < words; word++) rest = rest.replace(/^\S+\s*/, "");
  return rest;
}

function unknown(
  words: readonly string[],
  length: number,
  names: ReadonlyMap<string, ChatCommand>,
): ChatLine {
  const typed = words.slice(0, length).join(" ");
  const all = [...names.keys()];
  const nearest = nearestName(typed, all) ?? nearestName(words[0]!, all);
  return { kind: "unknown", typed, nearest };
}

export function allNames({ names }: ChatCommand): string[] {
  return [...names.en, ...names.ko];
}
