export { createClient, ProblemError, unwrap, type Client, type ClientOptions } from "./client.ts";
export { watch, type WatchItem, type WatchOptions } from "./watch.ts";
