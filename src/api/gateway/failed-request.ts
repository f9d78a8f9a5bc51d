import type { Context } from "hono";
import { Refusal, refusal } from "../../contract/problems/problem-error.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { requestIn, type OnError } from "../http/observe.ts";
import { whatWasLacking, type StorageDeps } from "../http/storage.ts";
import { refusalOf } from "./asking/temporal-refusal.ts";

export interface FailureDeps extends StorageDeps {
  /** Told of what went wrong inside. */
  readonly onError: OnError;
}

/** What a request, or a part of it, is answered with when it failed. What is no refusal goes to the log, too. */
export async function refusalFor(c: Context, deps: FailureDeps, thrown: unknown): Promise<Refusal> {
  const error = (await whatWasLacking(thrown, deps)) ?? thrown;
  if (error instanceof Refusal) return error;
  const request = requestIn(c);
  deps.onError(error, request);
  const detail = say("error_logged");
  const hint = say("look_in_log", { id: request.id });
  return refusalOf(error, "") ?? refusal("internal_error", detail, hint);
}
