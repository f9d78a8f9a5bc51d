import type { HoldDetail } from "../../../contract/plan/holds/hold.ts";
import { moneyOf, numberOf } from "../../words/amounts.ts";
import { spanOf } from "../../words/times.ts";
import type { Speech } from "../../words/words.ts";

/** The new limit that a hold on what models use up offers, and under which name it is sent. */
export interface OfferedBudget {
  readonly name: string;
  readonly limit: number;
}

/** What the hold offers; null of other kinds of holds. */
export function offeredBudget({
  kind,
  args,
}: Pick<HoldDetail, "kind" | "args">): OfferedBudget | null {
  if (kind !== "budget") return null;
  const [name, limit] = Object.entries(args ?? {})[0] ?? [];
  return name !== undefined && typeof limit === "number" ? { name, limit } : null;
}

/** A limit as people read it: in dollars, turns, tokens or time. */
export function limitText(
  { name, limit }: OfferedBudget,
  { words, language }: Pick<Speech, "words" | "language">,
): string {
  if (name === "agent_turns") return words("budget_turns", { count: numberOf(limit, language) });
  if (name === "agent_tokens") return words("budget_tokens", { count: numberOf(limit, language) });
  if (name === "agent_seconds") return spanOf(limit * 1_000, words);
  return moneyOf(limit, language);
}
