/**
 * Variable that tells a process the address of the server which its parent started. TLS, keys and
 * the like are for another one, and the tools of a worker may well need them for that.
 */
export const EMBEDDED_ADDRESS = "HOLDPOINT_EMBEDDED_TEMPORAL";
