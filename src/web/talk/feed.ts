import type { BoardHold } from "../../contract/plan/board.ts";
import type { PlanVersion } from "../../contract/plan/edit.ts";
import type { Decision, Hold } from "../../contract/plan/holds/hold.ts";
import type { Said } from "./said.ts";

/** One thing in a conversation with a plan. */
export type Entry = { readonly key: string; readonly at: string } & (
  | { readonly kind: "open"; readonly hold: BoardHold }
  | { readonly kind: "asked"; readonly hold: Hold }
  | { readonly kind: "decided"; readonly hold: Hold; readonly decision: Decision }
  | { readonly kind: "changed"; readonly version: PlanVersion }
  | { readonly kind: "said"; readonly said: Said }
);

/** What was asked, decided, changed and said, in the order of time. */
export function feedOf(
  open: readonly BoardHold[],
  all: readonly Hold[],
  versions: readonly PlanVersion[],
  said: readonly Said[],
): Entry[] {
  const openIds = new Set(open.map(({ id }) => id));
  const entries: Entry[] = [
    ...open.map((hold): Entry => ({ kind: "open", key: hold.id, at: hold.opened_at, hold })),
    ...all.flatMap((hold): Entry[] => {
      if (hold.status === "open" || openIds.has(hold.id)) return [];
      const { id, opened_at, decision } = hold;
      const asked: Entry = { kind: "asked", key: id, at: opened_at, hold };
      if (decision === null) return [asked];
      return [asked, { kind: "decided", key: `${id}!`, at: decision.at, hold, decision }];
    }),
    ...versions
      .filter(({ change_type }) => change_type !== "created")
      .map((version): Entry => ({
        kind: "changed",
        key: `v${version.version}`,
        at: version.at,
        version,
      })),
    ...said.map((one): Entry => ({ kind: "said", key: one.id, at: one.at, said: one })),
  ];
  return entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
