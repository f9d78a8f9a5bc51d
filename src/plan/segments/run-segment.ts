import { apply } from "../apply.ts";
import { decideReport } from "../decide.ts";
import { effects, type RunTodo } from "../effects.ts";
import type { EndReport } from "../model/commands.ts";
import { loadPlan } from "../model/plan.ts";
import { settle } from "../settle.ts";
import type { Segment } from "./cut-segments.ts";

/** How an attempt of a segment ended, and when it was; ISO 8601 times. */
export interface SegmentReport {
  readonly report: EndReport;
  readonly began_at: string;
  readonly ended_at: string;
}

/** What a worker tells of a segment: the ends of its todos, in their order. */
export interface SegmentAnswer {
  readonly reports: readonly SegmentReport[];
  /** The todo that took too long for a segment, or whose tool is not quick here. */
  readonly given_up?: string;
}

/**
 * Runs a segment: todo after todo, as the plan would start them, each with the results of those before.
 * What fails ends its own branch. It stops when it may not go on, and when a todo is given up.
 * @param deps `call` makes an attempt, and answers null for one that is given up.
 */
export async function runSegment(
  { state, members }: Pick<Segment, "state" | "members">,
  deps: {
    readonly call: (run: RunTodo) => Promise<EndReport | null>;
    readonly mayGoOn: () => boolean;
    readonly now: () => string;
  },
): Promise<SegmentAnswer> {
  const plan = loadPlan(state);
  const own = new Set(members);
  const reports: SegmentReport[] = [];
  for (;;) {
    settle(plan, deps.now());
    const run = effects(plan).runs.find(({ todo_id }) => own.has(todo_id));
    if (run === undefined || (reports.length > 0 && !deps.mayGoOn())) return { reports };
    const began_at = deps.now();
    const report = await deps.call(run);
    if (report === null) return { reports, given_up: run.todo_id };
    const ended_at = deps.now();
    reports.push({ report, began_at, ended_at });
    for (const body of decideReport(plan, report, ended_at)) apply(plan, body, ended_at);
  }
}
