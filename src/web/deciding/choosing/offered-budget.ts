import type { HoldDetail } from "../../../contract/plan/holds/hold.ts";

/** The new limit that a budget's hold offers, and whose it is. */
export function offeredBudget({
  kind,
  args,
}: Pick<HoldDetail, "kind" | "args">): { readonly name: string; readonly limit: number } | null {
  if (kind !== "budget") return null;
  const [name, limit] = Object.entries(args ?? {})[0] ?? [];
  return name !== undefined && typeof limit === "number" ? { name, limit } : null;
}
