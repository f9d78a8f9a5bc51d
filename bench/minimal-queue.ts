/** Where the hand-written workflows run. */
export const MINIMAL_QUEUE = "bench-minimal";
