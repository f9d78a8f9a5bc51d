import { z } from "zod";

const PartSchema = z.object({ ready: z.literal(true) });

/** Every part of the service is ready. */
export const ReadySchema = z.object({
  temporal: PartSchema,
  workers: PartSchema,
  disk: PartSchema.extend({ free_bytes: z.int() }),
});
