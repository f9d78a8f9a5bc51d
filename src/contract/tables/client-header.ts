/** The header by which a client says what it is, in one of the words of `CHANNELS`: the log keeps it with decisions. */
export const CLIENT_HEADER = "holdpoint-client";
