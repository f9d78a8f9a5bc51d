import { Context } from "@temporalio/activity";
import type { ApplicationFailure } from "@temporalio/common";
import { completed, failed, todoContext } from "../../plan/attempts.ts";
import type { RunTodo } from "../../plan/effects.ts";
import type { EndReport } from "../../plan/model/commands.ts";
import { unpackState } from "../../plan/pack-state.ts";
import { runSegment } from "../../plan/segments/run-segment.ts";
import type { Tool } from "../../tools/define-tool.ts";
import type { OwnActivities, SegmentCall, ToolActivity } from "../activity-types.ts";
import {
  startHeartbeat,
  toolActivity,
  workspaceOf,
  type ToolActivityDeps,
} from "./tool-activity.ts";
import { makeWorkspace } from "../../tools/workspace-files.ts";

/** After how long a segment begins no other todo, so that its plan hears of it. */
const SEGMENT_MS = 200;
/** How long one of its todos may take. */
const QUICK_MS = 1_000;

/** Runs segments with those of the tools that are quick here. */
export function segmentActivity(
  tools: readonly Tool[],
  deps: ToolActivityDeps,
): OwnActivities["holdpoint.run_segment"] {
  const quick = new Map(
    tools
      .filter((tool) => tool.quick === true)
      .map((tool) => [tool.name, toolActivity(tool, deps)]),
  );
  return async ({ plan_id, state, members }) => {
    const { cancellationSignal } = Context.current();
    const heartbeat = startHeartbeat(Context.current());
    const began = performance.now();
    try {
      await makeWorkspace(workspaceOf(deps.workspaces, plan_id));
      return await runSegment(
        { state: unpackState(state), members },
        {
          now: () => new Date().toISOString(),
          mayGoOn: () => !cancellationSignal.aborted && performance.now() - began < SEGMENT_MS,
          call: (run) =>
            attempt(quick.get(run.tool_name), plan_id, run, {
              stop: AbortSignal.timeout(QUICK_MS),
              heartbeat,
              cancellationSignal,
            }),
        },
      );
    } finally {
      heartbeat.stop();
    }
  };
}

/** Null for an attempt that does not end in time, or that its worker was told to stop. */
async function attempt(
  tool: ToolActivity | undefined,
  planId: string,
  run: RunTodo,
  { stop, heartbeat, cancellationSignal }: SegmentCall & { cancellationSignal: AbortSignal },
): Promise<EndReport | null> {
  if (tool === undefined) return null;
  const call = tool(run.args, todoContext(planId, run), { stop, heartbeat }).then(
    (said) => completed(run, said),
    (error: unknown) => {
      if (stop.aborted || cancellationSignal.aborted) return null;
      return failed(run, error as ApplicationFailure);
    },
  );
  return Promise.race([call, aborted(stop)]);
}

const aborted = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve(null), { once: true }));
