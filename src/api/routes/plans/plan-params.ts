import { z } from "zod";
import { PlanIdSchema } from "../../../contract/text.ts";

/** What an address of a plan names. */
export const PlanParams = z.object({ plan_id: PlanIdSchema });
