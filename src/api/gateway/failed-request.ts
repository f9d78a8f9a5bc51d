import type { Context } from "hono";
import { Refusal, refusal } from "../../contract/problem-error.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { whatWasLacking, type StorageDeps } from "../http/storage.ts";
import { refusalOf } from "./asking/temporal-refusal.ts";

export interface FailureDeps extends StorageDeps {
  /** Told of what went wrong inside. */
  readonly onError: (error: unknown, request: { id: string; path: string }) => void;
}

/** What a request, or a part of it, is answered with when it failed. What is no refusal goes to the log, too. */
export async function refusalFor(c: Context, deps: FailureDeps, thrown: unknown): Promise<Refusal> {
  const error = (await whatWasLacking(thrown, deps)) ?? thrown;
  if (error instanceof Refusal) return error;
  const id = c.get("requestId") as string;
  deps.onError(error, { id, path: c.req.path });
  const detail = say("error_logged");
  const hint = say("look_in_log", { id });
  return refusalOf(error, "") ?? refusal("internal_error", detail, hint);
}
