/**
 * The header by which an API says whose plans it serves, and by which a caller says whose it means.
 * The value is the id of Temporal's namespace: the same for all who serve the same plans.
 */
export const INSTANCE_HEADER = "holdpoint-instance";
