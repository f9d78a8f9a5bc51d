/**
 * The header by which an API says whose plans it serves, and by which a caller says whose it means.
 * The value is the id of Temporal's namespace: the same for all who serve the same plans.
 */
export const INSTANCE_HEADER = "holdpoint-instance";
/** The header by which a client says what it is, in one of the words of `CHANNELS`: the log keeps it with decisions. */
export const CLIENT_HEADER = "holdpoint-client";
