import { getClient, type Context } from "@temporalio/activity";
import { QueryNotRegisteredError, WorkflowNotFoundError } from "@temporalio/client";
import { say } from "../contract/sentences/sentence.ts";
import { TEMPORAL_NAMES } from "../contract/tables/temporal-names.ts";
import type { JsonObject } from "../contract/text.ts";
import type { CallToMake } from "../plan/agents/allowed-call.ts";
import type { TodoContext } from "../plan/attempts.ts";
import { askingDigest } from "../plan/model/digest.ts";
import { OwnFailure } from "../tools/own-failure.ts";

/** How often a plan is asked again that cannot answer: its worker starts, or it continues as new. */
const AGAIN_MS = 500;

interface Made {
  readonly args: JsonObject;
  readonly todo: TodoContext;
  readonly allowed_call: NonNullable<TodoContext["allowed_call"]>;
}

/**
 * Asks the plan itself whether a person has allowed an agent exactly the call that is about to be made:
 * whoever told the agent so may have been anybody. Waits for an answer as long as the call may take.
 * @throws OwnFailure when the plan knows of no such approval.
 */
export async function assertAllowed(activity: Context, made: Made): Promise<void> {
  const { plan_id, todo_id, run, references } = made.todo;
  const { args, allowed_call } = made;
  const { call_id, attempt } = allowed_call;
  const called = { tool_name: activity.info.activityType, args, references };
  const digest = askingDigest({ todo_id, run, call_id }, called);
  const plan = getClient().workflow.getHandle(TEMPORAL_NAMES.plan_prefix + plan_id);
  const wanted: CallToMake = { todo_id, run, attempt, call_id, digest };
  for (;;) {
    try {
      if (await plan.query<boolean, [CallToMake]>("call_allowed", wanted)) return;
      throw new OwnFailure(say("call_not_allowed"));
    } catch (error) {
      if (error instanceof WorkflowNotFoundError || error instanceof QueryNotRegisteredError) {
        throw new OwnFailure(say("call_not_allowed"));
      }
      if (error instanceof OwnFailure) throw error;
      await activity.sleep(AGAIN_MS);
    }
  }
}
