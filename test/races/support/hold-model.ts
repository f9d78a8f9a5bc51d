import type { Hold } from "../../../src/contract/plan/holds/hold.ts";
import type { RejectAction, TimeoutAction } from "../../../src/contract/tables/vocabulary.ts";
import type { SequentialModel } from "./linearizable.ts";

/*
 * What a todo that asks for an approval does when everything comes one after another. Its holds
 * follow each other: the next one asks when the bytes of the one before have changed.
 */

/** A decision as the API tells it, to its winner and to everybody who came later. */
export interface ToldDecision {
  readonly decision: string;
  readonly by: string;
  readonly at: string;
  readonly comment: string | null;
}

/** What a client, or the clock, did to the todo, with the answer. */
export type HoldOp =
  | {
      readonly op: "decide";
      readonly hold: string;
      readonly sent: { readonly decision: string; readonly by: string; readonly comment: string };
      readonly told:
        | { readonly won: ToldDecision }
        | { readonly lost: ToldDecision }
        | { readonly refused: "hold_stale" | "hold_expired"; readonly successor?: string };
    }
  /** An edit of the plan that changes the todo's arguments. */
  | { readonly op: "edit_plan"; readonly told: "accepted" | "todo_not_editable" }
  | {
      readonly op: "read";
      readonly hold: string;
      readonly saw: { readonly status: string; readonly decision: ToldDecision | null };
    }
  /** The plan's log says that the hold's time passed. */
  | { readonly op: "time_out"; readonly hold: string };

interface HoldCourse {
  /** Which of the todo's holds asks, or asked last. */
  readonly hold: number;
  /** `over` is open for readers, while its timer is about to ring: no decision is taken any more. */
  readonly status: "open" | "over" | "approved" | "rejected" | "expired";
  readonly decision: ToldDecision | null;
  /** Its arguments changed after they were granted: it will ask again before it runs. */
  readonly changed: boolean;
  readonly started: boolean;
}

/**
 * @param holds the todo's holds, oldest first, as the plan keeps them in the end.
 */
export function holdModel(holds: readonly Hold[]): SequentialModel<HoldCourse, HoldOp> {
  const places = new Map(holds.map(({ id }, place) => [id, place]));
  const asking = (hold: number): HoldCourse[] =>
    hold < holds.length
      ? [{ hold, status: "open", decision: null, changed: false, started: false }]
      : [];

  /** What may have happened by itself meanwhile. */
  function later(course: HoldCourse): HoldCourse[] {
    const { hold, status, changed } = course;
    if (changed) return [course, ...asking(hold + 1)];
    const hasDeadline = holds[hold]!.on_timeout !== "wait";
    return status === "open" && hasDeadline ? [course, { ...course, status: "over" }] : [course];
  }

  function decide(course: HoldCourse, op: HoldOp & { op: "decide" }): HoldCourse[] {
    const place = places.get(op.hold);
    const { told, sent } = op;
    if (place === undefined || place > course.hold) return [];
    if (place < course.hold) return isRefused(told, "hold_stale") ? [course] : [];
    switch (course.status) {
      case "open": {
        if (!("won" in told)) return [];
        const { won } = told;
        const isOwn =
          won.decision === sent.decision && won.by === sent.by && won.comment === sent.comment;
        const status = won.decision === "reject" ? "rejected" : "approved";
        return isOwn ? [{ ...course, status, decision: won }] : [];
      }
      case "approved":
      case "rejected":
        return "lost" in told && same(told.lost, course.decision) ? [course] : [];
      case "over":
      case "expired":
        return isRefused(told, "hold_expired") ? [course] : [];
    }
  }

  function editPlan(course: HoldCourse, told: "accepted" | "todo_not_editable"): HoldCourse[] {
    const isAccepted = told === "accepted";
    const { on_reject, on_timeout } = holds[course.hold]!;
    switch (course.status) {
      case "open":
        return isAccepted ? asking(course.hold + 1) : [];
      // Its timeout action was announced as what applies: nothing may come before it.
      case "over":
        return [];
      case "rejected":
        return afterRefusal(course, isAccepted, on_reject);
      case "expired":
        return on_timeout === "approve"
          ? afterGrant(course, isAccepted)
          : afterRefusal(course, isAccepted, on_timeout);
      case "approved":
        return afterGrant(course, isAccepted);
    }
  }

  return {
    start: asking(0)[0]!,
    next: (state, op) =>
      later(state).flatMap((course) => {
        switch (op.op) {
          case "decide":
            return decide(course, op);
          case "edit_plan":
            return editPlan(course, op.told);
          case "read":
            return shows(course, op, places.get(op.hold)) ? [course] : [];
          case "time_out": {
            const isAsked = places.get(op.hold) === course.hold;
            const isOpen = course.status === "open" || course.status === "over";
            return isAsked && isOpen ? [{ ...course, status: "expired" }] : [];
          }
        }
      }),
  };
}

/** A granted todo can be edited until it starts; then it asks again. */
function afterGrant(course: HoldCourse, isAccepted: boolean): HoldCourse[] {
  if (isAccepted) return course.started ? [] : [{ ...course, changed: true }];
  return course.changed ? [] : [{ ...course, started: true }];
}

/** A skipped todo cannot be edited, a failed one can; neither asks again. */
function afterRefusal(
  course: HoldCourse,
  isAccepted: boolean,
  action: RejectAction | TimeoutAction,
): HoldCourse[] {
  return isAccepted === (action === "fail") ? [course] : [];
}

function shows(
  course: HoldCourse,
  { saw }: HoldOp & { op: "read" },
  place: number | undefined,
): boolean {
  if (place === undefined || place > course.hold) return false;
  if (place < course.hold) return saw.status === "stale";
  const shown = course.status === "over" ? "open" : course.status;
  return saw.status === shown && same(saw.decision, course.decision);
}

function isRefused(told: (HoldOp & { op: "decide" })["told"], code: string): boolean {
  return "refused" in told && told.refused === code;
}

function same(a: ToldDecision | null, b: ToldDecision | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
