import { getClient, type Context } from "@temporalio/activity";
import { QueryNotRegisteredError, WorkflowNotFoundError } from "@temporalio/client";
import { say } from "../contract/sentences/sentence.ts";
import { TEMPORAL_NAMES } from "../contract/tables/temporal-names.ts";
import type { JsonObject } from "../contract/text.ts";
import type { CallToMake } from "../plan/agents/allowed-call.ts";
import type { TodoContext } from "../plan/attempts.ts";
import { runDigest, type RunToMake } from "../plan/holds/approved-run.ts";
import { askingDigest } from "../plan/model/digest.ts";
import type { Tool } from "../tools/define-tool.ts";
import { OwnFailure } from "../tools/own-failure.ts";

/** How often a plan is asked again that cannot answer: its worker starts, or it continues as new. */
const AGAIN_MS = 500;

interface Made {
  readonly tool: Pick<Tool, "name" | "requires_approval">;
  readonly args: JsonObject;
  readonly todo: TodoContext;
}

/** Nobody has approved a run whose tool has to ask. */
export class ApprovalLacking extends OwnFailure {}

/**
 * Asks the plan itself whether what is about to be made was allowed, where a person had to: an agent's call,
 * and each run of a tool that has to ask, which the plan may not know. Whoever told the worker so may have been
 * anybody. Waits for an answer as long as the call may take.
 * @throws OwnFailure when the plan knows of no such approval; ApprovalLacking when the tool has to have it.
 */
export async function assertAllowed(activity: Context, { tool, args, todo }: Made): Promise<void> {
  const { todo_id, run, attempt, input_data, references, allowed_call } = todo;
  const by_person = tool.requires_approval === true;
  if (allowed_call !== undefined) {
    const { call_id } = allowed_call;
    const called = { tool_name: tool.name, args, references };
    const digest = askingDigest({ todo_id, run, call_id }, called);
    const wanted: CallToMake = { ...allowed_call, todo_id, run, digest, by_person };
    if (!(await ask(activity, todo.plan_id, "call_allowed", wanted))) {
      throw new OwnFailure(say("call_not_allowed"));
    }
  } else if (by_person) {
    const digest = runDigest({ todo_id, run }, tool.name, { args, input_data, references });
    const wanted: RunToMake = { todo_id, run, attempt, digest };
    if (!(await ask(activity, todo.plan_id, "run_approved", wanted))) {
      throw new ApprovalLacking(say("run_not_approved", { tool: tool.name }));
    }
  }
}

/** What a plan answers; false where there is none that could. */
async function ask<Wanted>(
  activity: Context,
  planId: string,
  query: string,
  wanted: Wanted,
): Promise<boolean> {
  const plan = getClient().workflow.getHandle(TEMPORAL_NAMES.plan_prefix + planId);
  for (;;) {
    try {
      return await plan.query<boolean, [Wanted]>(query, wanted);
    } catch (error) {
      if (error instanceof WorkflowNotFoundError || error instanceof QueryNotRegisteredError) {
        return false;
      }
      await activity.sleep(AGAIN_MS);
    }
  }
}
