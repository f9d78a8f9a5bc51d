import { z } from "zod";
import { TODO_STATUSES } from "../tables/vocabulary.ts";
import { PlanIdSchema, TodoIdSchema } from "../text.ts";

/** A plan's todos in layers, what waits for what, and the chain that takes the longest. */
export const PlanGraphSchema = z.object({
  plan_id: PlanIdSchema,
  version: z.int(),
  seq: z.int(),
  nodes: z.array(
    z.object({
      id: TodoIdSchema,
      title: z.string(),
      status: z.enum(TODO_STATUSES),
      /** How many todos have to end before it at least, one after another. */
      depth: z.int().min(0),
      /** What it took, once it has ended; until then the time that it may take. */
      seconds: z.number(),
      measured: z.boolean(),
      critical: z.boolean(),
    }),
  ),
  edges: z.array(z.object({ from: TodoIdSchema, to: TodoIdSchema, critical: z.boolean() })),
  /** Ids by depth: todos of one layer do not wait for each other. */
  layers: z.array(z.array(TodoIdSchema)),
  critical_path: z.object({ todo_ids: z.array(TodoIdSchema), seconds: z.number() }),
});
export type PlanGraph = z.infer<typeof PlanGraphSchema>;
