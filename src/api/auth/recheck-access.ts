import type { Context } from "hono";
import { lacksRole } from "../../contract/lacks-role.ts";
import { Refusal } from "../../contract/problems/problem-error.ts";
import { PROBLEMS } from "../../contract/tables/problems.ts";
import { findKey, type IdentityDeps } from "./identity.ts";

/** Checks now and then whether the caller of an open stream may still read; stops by its answer. */
export type RecheckAccess = (c: Context, onLost: () => void) => () => void;

/** @param everyMs how often to look; callers with the same key share one look. */
export function createRecheckAccess(
  deps: Omit<IdentityDeps, "rate">,
  everyMs: number,
): RecheckAccess {
  const looks = new Map<string, Promise<boolean>>();

  /** What cannot be looked up now is looked up the next time. */
  async function mayRead(c: Context): Promise<boolean> {
    try {
      const key = await findKey(c, deps);
      return key === null || !lacksRole(key, "viewer");
    } catch (error) {
      return !(error instanceof Refusal && PROBLEMS[error.problem.code].status === 401);
    }
  }

  return function recheckAccess(c, onLost) {
    const key = c.req.header("authorization") ?? c.req.header("cookie") ?? "";
    const look = (): Promise<boolean> => {
      const shared = looks.get(key) ?? mayRead(c).finally(() => looks.delete(key));
      looks.set(key, shared);
      return shared;
    };
    const timer = setInterval(() => {
      void look().then((isAllowed) => {
        if (!isAllowed) onLost();
      });
    }, everyMs).unref();
    return () => clearInterval(timer);
  };
}
