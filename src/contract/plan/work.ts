import { z } from "zod";
import { LIMITS } from "../tables/limits.ts";
import { CommandIdSchema, JsonSchema, longText, SessionIdSchema } from "../text.ts";
import { ReasonInputSchema } from "./plan.ts";
import { FileSchema } from "./todo.ts";

/** Who says so is a session of the sender, which holds the todo. */
export const bySession = { session_id: SessionIdSchema.optional() };

/** The plan's version in which the sender knows the todo; for a session without it, the one in which it claimed the todo. */
export const asKnown = { base_version: z.int().min(1).optional() };

/** The body of `release`. */
export const ReleaseInputSchema = ReasonInputSchema.extend(bySession).meta({ id: "ReleaseInput" });

/** The body of `done`: what the person has to show for it. The first of these is the todo's result: */
export const DoneInputSchema = z
  .strictObject({
    /** any value; */
    result: JsonSchema.optional(),
    /** files that were uploaded before, a single one as itself; */
    files: z.array(FileSchema).min(1).max(LIMITS.files).optional(),
    /** what the person says of it, which is kept beside other results, too. */
    note: longText(LIMITS.comment).optional(),
    command_id: CommandIdSchema.optional(),
    ...bySession,
    ...asKnown,
  })
  .meta({ id: "DoneInput" });

/** The body of `cannot`: it failed, and the todo's strategies say what follows. */
export const CannotInputSchema = z
  .strictObject({
    reason: longText(LIMITS.reason).min(1),
    command_id: CommandIdSchema.optional(),
    ...bySession,
    ...asKnown,
  })
  .meta({ id: "CannotInput" });
