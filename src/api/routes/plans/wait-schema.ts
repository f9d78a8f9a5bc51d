import { z } from "zod";
import { STREAM_LIMITS } from "../../../contract/service/stream.ts";

/** How long a request may wait until there is something to answer: seconds, such as `30`. */
export const WaitSchema = z
  .string()
  .regex(/^[0-9]{1,3}s?$/, "must be seconds, such as 30")
  .transform((written) => Number.parseInt(written, 10))
  .pipe(z.int().max(STREAM_LIMITS.wait_seconds));
