import { Context } from "@temporalio/activity";
import type { ApplicationFailure } from "@temporalio/common";
import { completed, failed, todoContext } from "../../plan/attempts.ts";
import type { EndReport } from "../../plan/model/commands.ts";
import { unpackState } from "../../plan/model/packing/pack-state.ts";
import { runSegment } from "../../plan/segments/run-segment.ts";
import type { Tool } from "../../tools/define-tool.ts";
import { isQuickTool } from "../../tools/registry.ts";
import { makeWorkspace } from "../../tools/workspace-files.ts";
import type { OwnActivities } from "../activity-types.ts";
import {
  startHeartbeat,
  toolActivity,
  workspaceOf,
  type ToolActivityDeps,
} from "./tool-activity.ts";

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
    tools.filter(isQuickTool).map((tool) => [tool.name, toolActivity(tool, deps)]),
  );
  return async ({ plan_id, state, members }) => {
    const { cancellationSignal } = Context.current();
    const heartbeat = startHeartbeat(Context.current());
    const began = performance.now();
    let current = new AbortController();
    const stop = (): void => current.abort(cancellationSignal.reason);
    cancellationSignal.addEventListener("abort", stop);
    try {
      await makeWorkspace(workspaceOf(deps.workspaces, plan_id));
      return await runSegment(
        { state: unpackState(state), members },
        {
          now: () => new Date().toISOString(),
          mayGoOn: () => !cancellationSignal.aborted && performance.now() - began < SEGMENT_MS,
          async call(run) {
            const tool = quick.get(run.tool_name);
            if (tool === undefined) return null;
            current = new AbortController();
            if (cancellationSignal.aborted) stop();
            return attempt(current, (signal) =>
              tool(run.args, todoContext(plan_id, run), { signal, heartbeat }).then(
                (said) => completed(run, said),
                (error: unknown) =>
                  signal.aborted ? null : failed(run, error as ApplicationFailure),
              ),
            );
          },
        },
      );
    } finally {
      cancellationSignal.removeEventListener("abort", stop);
      heartbeat.stop();
    }
  };
}

/**
 * Null for an attempt that does not end in time, or that its worker was told to stop.
 * @param own ends what is called. A signal that times out by itself would stay for its whole time, as would
 * one made of two, and a segment makes hundreds.
 */
async function attempt(
  own: AbortController,
  call: (signal: AbortSignal) => Promise<EndReport | null>,
): Promise<EndReport | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      own.abort(new DOMException("A quick todo took too long.", "TimeoutError"));
      resolve(null);
    }, QUICK_MS);
  });
  try {
    return await Promise.race([call(own.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
