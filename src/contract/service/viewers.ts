import { z } from "zod";
import { TimestampSchema } from "../text.ts";

/** Who else looks at a hold. Nothing depends on it: it is told so that people can talk to each other. */
export const HoldViewersSchema = z
  .object({ viewers: z.array(z.object({ name: z.string(), since: TimestampSchema })) })
  .meta({ id: "HoldViewers" });
export type HoldViewers = z.infer<typeof HoldViewersSchema>;
