import { useState } from "react";
import type { Hold } from "../../contract/plan/holds/hold.ts";

const PREFIX = "holdpoint.draft.";
/** What people write about a hold. */
const HOLD_PARTS = ["answer", "file", "args", "reason"] as const;
type AboutHold = Pick<Hold, "id" | "digest" | "plan_id" | "todo_id">;
/** Whether what the tab keeps can be written on: another build may have kept it in another shape. */
type Fits = (kept: unknown) => boolean;

/**
 * What somebody is writing, kept in this tab so that a reload loses nothing.
 * @param kept what of it the tab keeps: what is secret stays in memory only.
 * @param fits whether what the tab keeps can be written on, where the empty one does not show it.
 */
export function useDraft<Draft>(
  id: string,
  empty: Draft,
  kept: (draft: Draft) => Draft = (draft) => draft,
  fits: Fits = like(empty),
): [Draft, (draft: Draft) => void] {
  const [draft, setDraft] = useState<Draft>(() => keptDraft<Draft>(id, fits) ?? empty);
  return [
    draft,
    (next) => {
      setDraft(next);
      try {
        sessionStorage.setItem(placeOf(id), JSON.stringify(kept(next)));
      } catch {
        // It is larger than the browser keeps, and an earlier one would be taken for it.
        dropDraft(id);
      }
    },
  ];
}

/**
 * What somebody writes into a form, kept in this tab while it differs from what the form began with.
 * @param first what the form begins with where nothing is kept.
 * @param kept what of it the tab keeps: what is secret stays in memory only.
 * @param fits whether it can write on something, where what it begins with does not show it.
 */
export function useFormDraft<Written>(
  id: string,
  first: Written,
  kept: (written: Written, begun: Written) => Written = (written) => written,
  fits: Fits = like(first),
): {
  readonly written: Written;
  readonly isBegun: boolean;
  readonly write: (next: Written) => void;
  /** Forgets it, once it was sent or is given up. */
  readonly drop: () => void;
} {
  const [{ begun, written }, keep] = useDraft(
    id,
    { begun: first, written: first },
    (draft) => ({ ...draft, written: kept(draft.written, draft.begun) }),
    (draft) =>
      isObject(draft) && ["begun", "written"].every((one) => fits(Reflect.get(draft, one))),
  );
  const isAsBegun = (now: Written): boolean => JSON.stringify(now) === JSON.stringify(begun);
  const drop = (): void => dropDraft(id);
  return {
    written,
    isBegun: !isAsBegun(written),
    write(next) {
      keep({ begun, written: next });
      if (isAsBegun(kept(next, begun))) drop();
    },
    drop,
  };
}

/** What is written into the fields that are not secret. */
export function withoutSecrets<Field>(
  written: Readonly<Record<string, Field>>,
  isSecret: (name: string) => boolean,
): Record<string, Field> {
  return Object.fromEntries(Object.entries(written).filter(([name]) => !isSecret(name)));
}

/** Forgets a draft that was sent. */
export function dropDraft(id: string): void {
  sessionStorage.removeItem(placeOf(id));
}

/** Forgets all that was written in this tab: whoever signs in next may be somebody else. */
export function dropDrafts(): void {
  for (const place of Object.keys(sessionStorage)) {
    if (place.startsWith(PREFIX)) sessionStorage.removeItem(place);
  }
}

/**
 * The name of a draft about a hold. Others that ask the same, such as those of another plan from the same template,
 * have drafts of their own.
 */
export function holdDraft(
  { id, digest }: Pick<AboutHold, "id" | "digest">,
  part: (typeof HOLD_PARTS)[number],
): string {
  return `${id}.${digest}.${part}`;
}

/** The name of what was written about a todo's arguments when an earlier request showed others. */
export function carriedDraft({ plan_id, todo_id }: AboutHold): string {
  return `${plan_id}.${todo_id ?? ""}.carried`;
}

/** Forgets all that was written about a hold. */
export function dropHoldDrafts(hold: AboutHold): void {
  for (const part of HOLD_PARTS) dropDraft(holdDraft(hold, part));
  dropDraft(carriedDraft(hold));
}

/** Keeps the arguments that were written for a hold that is stale now, for the one that asks instead. */
export function carryDraft(hold: AboutHold): void {
  const written = sessionStorage.getItem(placeOf(holdDraft(hold, "args")));
  for (const part of HOLD_PARTS) dropDraft(holdDraft(hold, part));
  if (written !== null) sessionStorage.setItem(placeOf(carriedDraft(hold)), written);
}

/** What the drafts are about whose names begin so. */
export function draftsOf(kind: string): string[] {
  const begin = `${placeOf(kind)}.`;
  const places = Object.keys(sessionStorage).filter((place) => place.startsWith(begin));
  return places.map((place) => place.slice(begin.length));
}

/** Whether anything is kept under a draft's name. */
export function hasDraft(id: string): boolean {
  return sessionStorage.getItem(placeOf(id)) !== null;
}

/** What is kept under a draft's name, where it fits; undefined for nothing. */
export function keptDraft<Draft>(id: string, fits: Fits): Draft | undefined {
  const found = sessionStorage.getItem(placeOf(id));
  if (found === null) return undefined;
  const kept: unknown = JSON.parse(found);
  return fits(kept) ? (kept as Draft) : undefined;
}

function placeOf(id: string): string {
  return PREFIX + id;
}

const isObject = (kept: unknown): kept is object =>
  typeof kept === "object" && kept !== null && !Array.isArray(kept);

/** Whether it has what the example has, all the way down; a list holds what the example's first is, or texts. */
export function like(example: unknown): Fits {
  if (Array.isArray(example)) {
    const isOne = like(example[0] ?? "");
    return (kept) => Array.isArray(kept) && kept.every(isOne);
  }
  if (isObject(example)) {
    const fields = Object.entries(example).map(([name, value]) => [name, like(value)] as const);
    return (kept) =>
      isObject(kept) && fields.every(([name, fits]) => fits(Reflect.get(kept, name)));
  }
  return (kept) => typeof kept === typeof example;
}

/** Whether it is a text for each of some names. */
export const isTexts: Fits = (kept) =>
  isObject(kept) && Object.values(kept).every((text) => typeof text === "string");
