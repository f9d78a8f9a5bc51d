import { WorkflowNotFoundError } from "@temporalio/client";

/** What is asked of a workflow; undefined where Temporal does not know it, or not any more. */
export async function unlessGone<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}
