import { ProblemError } from "../contract/problems/problem-error.ts";
import type { Problem } from "../contract/problems/problem.ts";
import type { Language } from "../contract/sentences/catalog.ts";
import { say } from "../contract/sentences/sentence.ts";
import { tellProblem } from "../contract/sentences/tell-problem.ts";

export type Ids = readonly (string | number)[];

/** Whether a text can be the address of an API: paths are put behind it, which begin with /v1. */
export function isAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, pathname, search, hash } = new URL(url);
  return (
    /^https?:$/.test(protocol) && username + search + hash === "" && !/\/v1\/*$/.test(pathname)
  );
}

/** @throws TypeError for what can be no address of an API. */
export function assertAddress(url: string): void {
  if (isAddress(url)) return;
  throw new TypeError(
    `"${url}" is not the address of an API. Give one such as http://127.0.0.1:7400, without /v1.`,
  );
}

/**
 * The address of a path of the API, which may have a path itself, with what is asked; values that are
 * undefined are left out. @throws TypeError when the API's own address is none.
 */
export function toAddress(url: string, path: string, query: object = {}): URL {
  assertAddress(url);
  const address = new URL(url.replace(/\/+$/, "") + path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, String(value));
  }
  return address;
}

/** A path with each id as one segment of it. @throws ProblemError for what can be no segment. */
export function fillPath(template: string, ids: Ids, language: Language = "en"): string {
  let place = 0;
  return template.replaceAll(/:\w+/g, () => {
    const id = String(ids[place++] ?? "");
    // An address with these means another one, also when they are written with %.
    if (!["", ".", ".."].includes(id)) return encodeURIComponent(id);
    const detail = say("not_an_id", { id });
    const problem: Problem = { code: "validation_failed", detail, hint: say("give_an_id") };
    throw new ProblemError(tellProblem(problem, language));
  });
}
