import { Hono, type Context } from "hono";
import { PROBLEMS } from "../../contract/problem.ts";
import type { ApiDeps } from "../deps.ts";
import { identify } from "../identity.ts";
import { Refused } from "../refused.ts";
import { createAsCaller } from "./as-caller.ts";

/** Looks now and then whether the caller of an open stream may still read; stops by its answer. */
export type KeepAccess = (c: Context, onLost: () => void) => () => void;

/** The route whose role every reader has. */
const ASKED = "/v1/ws";
const LOST = new Set([401, 403]);

/** @param everyMs how often to look; callers with the same key share one look. */
export function createKeepAccess(deps: ApiDeps, everyMs: number): KeepAccess {
  const looks = new Map<string, Promise<boolean>>();
  // The question who may read, and nothing else: these are no requests to be logged and counted.
  const gate = new Hono().use(identify(deps)).get(ASKED, (c) => c.body(null, 204));
  gate.onError((error, c) =>
    c.body(null, error instanceof Refused ? PROBLEMS[error.problem.code].status : 500),
  );

  return function keepAccess(c, onLost) {
    const asCaller = createAsCaller(c, (request, env) => gate.fetch(request, env));
    const key = c.req.header("authorization") ?? "";
    const look = (): Promise<boolean> => {
      const shared =
        looks.get(key) ?? asCaller("GET", ASKED).then(({ status }) => !LOST.has(status));
      looks.set(key, shared);
      return shared;
    };
    const timer = setInterval(() => {
      void look()
        .then((isAllowed) => {
          if (!isAllowed) onLost();
        })
        // What cannot be looked up now is looked up the next time.
        .catch(() => undefined)
        .finally(() => looks.delete(key));
    }, everyMs).unref();
    return () => clearInterval(timer);
  };
}
