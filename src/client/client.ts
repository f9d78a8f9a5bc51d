import { hc, type ClientResponse } from "hono/client";
import type { AppType } from "../api/app.ts";
import type { Problem } from "../contract/problem.ts";

/** A request that the API refused, with its problem. */
export class ProblemError extends Error {
  readonly status: number;
  readonly problem: Problem;

  constructor(status: number, problem: Problem) {
    super(problem.hint === undefined ? problem.detail : `${problem.detail} ${problem.hint}`);
    this.status = status;
    this.problem = problem;
  }
}

export interface ClientOptions {
  /** A key of that API, `hp_…`; an API on this machine may do without. */
  readonly key?: string | undefined;
}

/**
 * A client of the API at `url`, typed by its routes; give its answers to `unwrap`.
 * @throws Error when the key holds what no key holds.
 */
export function createClient(url: string, { key = "" }: ClientOptions = {}) {
  if (!/^[\w-]*$/.test(key)) throw new Error("The key is not of the form hp_….");
  return hc<AppType>(url, key === "" ? {} : { headers: { authorization: `Bearer ${key}` } });
}

export type Client = ReturnType<typeof createClient>;

/**
 * The body of a successful answer, named by its contract type: `unwrap<Hold>(client.v1…$get(…))`.
 * @throws ProblemError when the API refused; TypeError when it cannot be reached.
 */
export async function unwrap<Data>(
  answer: Promise<ClientResponse<unknown, number, string>>,
): Promise<Data> {
  const response = await answer;
  if (response.ok) return (await response.json()) as Data;
  throw new ProblemError(response.status, (await response.json()) as Problem);
}
