import { onSignOut } from "../session/sign-in.ts";
import { createStore } from "../session/store.ts";

/** What became of a proposal: the version that it is, or that it is none; null while nobody has said. */
export type ProposalEnd = { readonly version: number } | "taken_back" | "discarded" | null;

/** What a plan says to a person's words. */
export type Reply =
  | { readonly kind: "proposal"; readonly instruction: string; readonly end: ProposalEnd }
  | { readonly kind: "answered"; readonly question: string }
  | { readonly kind: "which" | "unclear" | "moved"; readonly holds: readonly string[] }
  | { readonly kind: "on_card"; readonly holds: readonly string[] }
  | { readonly kind: "no_number" | "command" }
  /** They were written on a card that is gone. */
  | { readonly kind: "late"; readonly why: string }
  | { readonly kind: "problem"; readonly error: unknown };

/** A person's words on this page, and what came of them. */
export interface Said {
  readonly id: string;
  readonly at: string;
  readonly text: string;
  readonly reply: Reply | null;
}

/* Words are no data of the plan: they live as long as the page, and what came of them is in the plan. */
const MOST = 100;
const said = createStore<ReadonlyMap<string, readonly Said[]>>(new Map());
const NONE: readonly Said[] = [];
onSignOut(() => said.set(new Map()));

/** What was said to a plan on this page, oldest first. */
export function useSaid(planId: string): readonly Said[] {
  return said.use().get(planId) ?? NONE;
}

/** Writes down what somebody said, or what came of it. */
export function noteSaid(planId: string, one: Said): void {
  const before = said.get().get(planId) ?? NONE;
  const isKnown = before.some(({ id }) => id === one.id);
  const next = isKnown ? before.map((old) => (old.id === one.id ? one : old)) : [...before, one];
  said.set(new Map(said.get()).set(planId, next.slice(-MOST)));
}
