import { z } from "zod";
import { GraceSchema } from "../plan/holds/hold.ts";
import { CallerSchema } from "./sign-in.ts";

/** What the caller is to the API, and what a screen needs to know of the installation. */
export const SystemSchema = z
  .object({
    you: CallerSchema,
    /** In which people can take back what they decide on the screen; the API itself adds none. */
    grace_seconds: GraceSchema,
    temporal: z.object({
      namespace: z.string(),
      /** Where people open Temporal's UI; null when nobody has said it. */
      ui_url: z.string().nullable(),
      /** Whether Temporal gets plans encrypted only; absent where nobody has said it. */
      encrypted: z.boolean().optional(),
    }),
  })
  .meta({ id: "System" });
export type System = z.infer<typeof SystemSchema>;
