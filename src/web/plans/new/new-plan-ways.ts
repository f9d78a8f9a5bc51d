/** How a new plan can be written. */
export const NEW_PLAN_WAYS = ["goal", "outline", "template", "text"] as const;
