import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { refusal } from "../../contract/problems/problem-error.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { assertOwnPage, isHttps, SAFE_METHODS } from "../http/origins/own-pages.ts";
import type { SignIns } from "./sign-ins.ts";

/** No script reads it, no other site's page sends it, and it is of this host alone. */
const OPTIONS = { httpOnly: true, sameSite: "Strict", path: "/" } as const;

/** The sign-in that a request's cookie holds; undefined when it has none. */
export function signInOf(c: Context, { cookie }: SignIns): string | undefined {
  return isHttps(c) ? getCookie(c, cookie, "host") : getCookie(c, cookie);
}

/** Has the browser keep a sign-in until it ends. @param at the time now. */
export function keepSignIn(
  c: Context,
  { cookie }: SignIns,
  { written, expires_at }: { readonly written: string; readonly expires_at: string },
  at: string,
): void {
  // Browsers' clocks are anybody's.
  const maxAge = Math.floor((Date.parse(expires_at) - Date.parse(at)) / 1_000);
  const options = { ...OPTIONS, maxAge };
  if (isHttps(c)) setCookie(c, cookie, written, { ...options, prefix: "host", secure: true });
  else setCookie(c, cookie, written, options);
}

/** Has the browser forget its sign-in. */
export function dropSignIn(c: Context, { cookie }: SignIns): void {
  if (isHttps(c)) deleteCookie(c, cookie, { ...OPTIONS, prefix: "host", secure: true });
  else deleteCookie(c, cookie, OPTIONS);
}

/**
 * Refuses a request that counts by its cookie where it is not sure that a page of this origin sent it. Browsers send
 * cookies to a host whatever the port, and take pages of sibling names for the same site; so what changes something
 * or opens a socket has to say where it is from, as browsers do. A read that another origin's page brings about
 * without saying so shows that page nothing.
 * @throws Refusal
 */
export function assertOwnSignIn(c: Context): void {
  assertOwnPage(c);
  const isRead = SAFE_METHODS.has(c.req.method) && c.req.header("upgrade") === undefined;
  const saysWhere = ["origin", "sec-fetch-site"].some((name) => c.req.header(name) !== undefined);
  if (isRead || saysWhere) return;
  throw refusal("forbidden_origin", say("sign_in_unproven"), say("sign_in_of_pages"));
}
