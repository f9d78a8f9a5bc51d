import type { PlanStatus, TodoStatus } from "../../contract/tables/vocabulary.ts";
import { en } from "./catalogs/en.ts";
import { ko } from "./catalogs/ko.ts";

/** What S2 calls a status that S0 calls otherwise. */
const S2_CODES: Readonly<Record<string, string>> = { needs_approval: "waiting_approval" };

/** The status that a person names by its code, S0's or S2's, or by the word that screens have for it. */
export function spokenStatus<Status extends PlanStatus | TodoStatus>(
  of: "plan" | "todo",
  text: string,
  among: readonly Status[],
): Status | undefined {
  const word = fold(text);
  return among.find((status) => {
    const key = `${of}_${status}` as keyof typeof en;
    const names = [status, S2_CODES[status] ?? status, en[key], ko[key]];
    return names.some((name) => fold(name) === word);
  });
}

/** Shells make spaces hard to type. */
function fold(word: string): string {
  return word
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[\s_-]/g, "");
}
