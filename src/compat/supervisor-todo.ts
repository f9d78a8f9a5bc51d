import type { NewTodoInput } from "../contract/plan/todo.ts";
import { LIMITS } from "../contract/tables/limits.ts";
import type { JsonObject } from "../contract/text.ts";
import { startOf } from "../text/cut-text.ts";
import type { ImportedStep, SupervisorTodo } from "./import-contract.ts";

/** A supervisor's todo as the step that it was made of, and what it says of itself besides. */
export interface ReadTodo {
  readonly step: ImportedStep;
  /** Goes before what the step says. */
  readonly written: Partial<NewTodoInput>;
  /** What its supervisor has kept book of, as it was written. */
  readonly book: Readonly<Record<string, unknown>>;
}

/** S2's SupervisorTodo, which keeps bounds and mapping of its step in `metadata`. */
export function readSupervisorTodo(todo: SupervisorTodo): ReadTodo {
  const {
    id,
    name,
    description,
    agent_name,
    agent_purpose,
    expected_output,
    priority,
    dependencies,
    metadata,
    max_retries,
    ...book
  } = todo;
  const { timeout, optional = false, input_mapping = {}, ...more } = metadata;
  return {
    step: {
      step_id: id,
      agent_name,
      description: name,
      dependencies,
      optional,
      input_mapping,
      ...(agent_purpose !== "" && { agent_purpose }),
      ...(expected_output !== "" && { expected_output }),
      ...(timeout !== undefined && { timeout }),
      ...(max_retries !== undefined && { retry_count: max_retries }),
    },
    written: {
      ...(description !== "" && { description: startOf(description, LIMITS.description) }),
      ...(priority !== undefined && { priority }),
      ...(Object.keys(more).length > 0 && { context: more as JsonObject }),
    },
    book,
  };
}
