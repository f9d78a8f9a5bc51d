import { z } from "zod";
import { STREAM_LIMITS } from "../../../contract/service/stream.ts";
import { PlanIdSchema, TodoIdSchema } from "../../../contract/text.ts";

/** What an address of a plan names. */
export const PlanParams = z.object({ plan_id: PlanIdSchema });

/** What an address of a plan's todo names. */
export const TodoParams = PlanParams.extend({ todo_id: TodoIdSchema });

/** How long a request may wait until there is something to answer: seconds, such as `30`. */
export const WaitSchema = z
  .string()
  .regex(/^[0-9]{1,3}s?$/, "must be seconds, such as 30")
  .transform((written) => Number.parseInt(written, 10))
  .pipe(z.int().max(STREAM_LIMITS.wait_seconds));
