import { z } from "zod";
import { PlanIdSchema, TodoIdSchema } from "../../../contract/text.ts";

/** What an address of a plan names. */
export const PlanParams = z.object({ plan_id: PlanIdSchema });

/** What an address of a plan's todo names. */
export const TodoParams = PlanParams.extend({ todo_id: TodoIdSchema });
