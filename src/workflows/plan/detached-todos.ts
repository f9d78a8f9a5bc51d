import { proxyActivities, sleep } from "@temporalio/workflow";
import type { OwnActivities } from "../../activities/activity-types.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import type { AttemptKey } from "../../plan/model/commands.ts";

/** Often enough for an operator who waits; each look costs eleven history events. */
const LOOK_EVERY_MS = 5 * 60_000;

/** A todo that runs in a workflow of its own. */
export interface DetachedTodo extends AttemptKey {
  readonly workflow_id: string;
}

/**
 * Looks after long todos that an earlier run of the plan started: Temporal tells only that run when
 * an operator terminates one of them. A todo whose workflow has reported is not looked for again.
 * @param running those of them that the plan still takes for running.
 * @param lost told of each whose workflow has ended although the plan waits for its report.
 * @param looked called after each look: it made the history longer, too.
 */
export async function watchDetachedTodos(
  running: () => readonly DetachedTodo[],
  lost: (todo: DetachedTodo, message: Sentence) => void,
  looked: () => void,
): Promise<void> {
  const { "holdpoint.find_ended": findEnded } = proxyActivities<OwnActivities>({
    startToCloseTimeout: 10_000,
    scheduleToCloseTimeout: 60_000,
    summary: "Look after long todos",
  });
  for (let watched = running(); watched.length > 0; watched = running()) {
    const workflow_ids = watched.map(({ workflow_id }) => workflow_id);
    // Who cannot look now looks again.
    const ended = await findEnded({ workflow_ids }).catch(() => ({}) as Record<string, string>);
    for (const todo of watched) {
      const how = ended[todo.workflow_id];
      if (how !== undefined) lost(todo, messageOf(how));
    }
    looked();
    await sleep(LOOK_EVERY_MS, { summary: "Until the next look after long todos" });
  }
}

function messageOf(status: string): Sentence {
  return status === "TERMINATED" ? TERMINATED : SILENT;
}

/** What a todo fails with whose workflow an operator terminated, … */
export const TERMINATED = say("workflow_terminated");
/** … and one whose workflow ended and never said how the todo went. */
export const SILENT = say("workflow_ended");
