import type { PlanStatus, TodoStatus } from "../../contract/tables/vocabulary.ts";
import { en } from "./en.ts";
import { ko } from "./ko.ts";

/** The status that a person names by its code, or by the word that screens have for it. */
export function spokenStatus(
  of: "plan",
  text: string,
  among: readonly PlanStatus[],
): PlanStatus | undefined;
export function spokenStatus(
  of: "todo",
  text: string,
  among: readonly TodoStatus[],
): TodoStatus | undefined;
export function spokenStatus(
  of: "plan" | "todo",
  text: string,
  among: readonly string[],
): string | undefined {
  const word = fold(text);
  return among.find((status) => {
    const key = `${of}_${status}` as keyof typeof en;
    return [status, en[key], ko[key]].some((name) => fold(name) === word);
  });
}

/** Shells make spaces hard to type. */
function fold(word: string): string {
  return word
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[\s_-]/g, "");
}
