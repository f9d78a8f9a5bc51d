import { ActivityCancellationType, proxyActivities } from "@temporalio/workflow";
import type { OwnActivities } from "../../activities/activity-types.ts";
import { runKey } from "../../plan/attempts.ts";
import type { RunTodo } from "../../plan/effects.ts";
import { packState } from "../../plan/model/packing/pack-state.ts";
import { isRunning, todoOf, type Plan } from "../../plan/model/plan.ts";
import { cutSegments, isQuick, type Segment } from "../../plan/segments/cut-segments.ts";
import { takeSegment, toSegmentAnswer } from "../../plan/segments/take-segment.ts";
import { shortTitle } from "../../text/short-title.ts";
import { now } from "../this-run.ts";
import type { Gate } from "./gate.ts";
import { takeReport } from "./take-report.ts";

/** A segment ends within two seconds; one that nobody takes up within as many is run todo by todo. */
const ACTIVITY_TIMEOUTS = {
  scheduleToStartTimeout: 2_000,
  startToCloseTimeout: 5_000,
  heartbeatTimeout: 2_000,
};

export interface Segments {
  /** Starts segments for those that may run in one, and answers the others. */
  start(runs: readonly RunTodo[]): readonly RunTodo[];
  /** How many are being run. */
  readonly count: number;
}

/**
 * Runs quick todos in segments. While one is out the plan stands still behind its gate, so that what
 * comes back is what the plan would have done: pauses, edits and decisions take effect right after it.
 * A segment that does not come back has its todos run again, each as an activity of its own.
 */
export function createSegments(plan: Plan, gate: Gate, changed: () => void): Segments {
  /** Attempts that are made alone, since a segment did not end them. */
  const alone = new Set<string>();
  /** Of segments that came back, what may not have run. */
  let left: RunTodo[] = [];
  let started = 0;
  let count = 0;

  return {
    start(runs) {
      const quick = runs.filter(mayJoin);
      for (const segment of cutSegments(plan, quick)) begin(segment);
      return runs.filter((run) => !mayJoin(run));
    },
    get count() {
      return count;
    },
  };

  function mayJoin(run: RunTodo): boolean {
    return !alone.has(runKey(run)) && isQuick(plan, todoOf(plan, run.todo_id));
  }

  function begin(segment: Segment): void {
    gate.shut();
    count += 1;
    started += 1;
    void call(plan, segment, started).then(({ reports, given_up }) => {
      takeSegment(plan, reports, now());
      for (const run of segment.runs) {
        if (reports.length === 0 || run.todo_id === given_up) alone.add(runKey(run));
      }
      left.push(...segment.runs);
      count -= 1;
      changed();
      gate.open();
      if (!gate.isShut) endStopped();
    });
  }

  /** What waited at the gate may have told todos to stop that nothing runs by now, and nothing would say that they have. */
  function endStopped(): void {
    for (const { todo_id, run, attempt } of left) {
      const todo = plan.todos.get(todo_id);
      if (todo === undefined || !isRunning(todo) || todo.run !== run) continue;
      const { interrupted, skipping } = todo;
      if (interrupted !== true && skipping === undefined && plan.state.ending === null) continue;
      takeReport(plan, { type: "todo_cancelled", todo_id, run, attempt }, now());
    }
    left = [];
  }
}

/** No report is an answer, too: whatever kept the segment from running is not the todos' fault. */
function call({ state }: Plan, { state: part, members, runs }: Segment, number: number) {
  const [first] = runs;
  const title = `${members.length} quick todos: ${first!.title}`;
  const { "holdpoint.run_segment": run } = proxyActivities<OwnActivities>({
    ...ACTIVITY_TIMEOUTS,
    activityId: `segment.${number}`,
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: { maximumAttempts: 1 },
    summary: shortTitle(title),
  });
  return run({ plan_id: state.id, state: packState(part), members }).then(toSegmentAnswer, () =>
    toSegmentAnswer(null),
  );
}
