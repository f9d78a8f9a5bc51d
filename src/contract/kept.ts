import { z } from "zod";
import { TimestampSchema } from "./text.ts";

/** Which save of something that the API keeps by its name stands there. */
export const savedFields = {
  /** Counts from 1; every save is one more. */
  version: z.int().min(1),
  saved_by: z.string(),
  saved_at: TimestampSchema,
};

/** The same in what is saved: who changes what was read may leave them in, and they say nothing there. */
export const toldAgain = z.object(savedFields).partial().shape;
