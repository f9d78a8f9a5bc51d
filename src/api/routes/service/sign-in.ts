import type { Context } from "hono";
import { refusal } from "../../../contract/problems/problem-error.ts";
import { say } from "../../../contract/sentences/sentence.ts";
import { SignInSchema, type SignIn } from "../../../contract/service/sign-in.ts";
import { keyOf } from "../../auth/identity.ts";
import { dropSignIn, keepSignIn, signInOf } from "../../auth/sign-in-cookie.ts";
import { callerOf } from "../../http/requests/actor.ts";
import { json, route } from "../../http/route.ts";
import type { ApiDeps } from "../api-deps.ts";

/** `/v1/sign-in`: a browser has a cookie in the place of a key. */
export function signInRoutes({ signIns, now }: Pick<ApiDeps, "signIns" | "now">) {
  return [
    route({
      at: "GET /v1/sign-in",
      id: "getSignIn",
      tag: "service",
      role: "viewer",
      summary: "Tell who you are, and by which key",
      responses: { 200: json(SignInSchema, "You, and your key") },
      handler(c) {
        const written = keyOf(c) === null || hasHeader(c) ? undefined : signInOf(c, signIns);
        const signIn = written === undefined ? null : signIns.read(written, now());
        return c.json(told(c, signIn?.expires_at ?? null), 200);
      },
    }),
    route({
      at: "POST /v1/sign-in",
      id: "signIn",
      keepsNothing: true,
      tellsSecret: true,
      tag: "service",
      role: "viewer",
      summary:
        "Sign a browser in with the key of the authorization header: the answer sets a cookie",
      responses: {
        200: json(SignInSchema, "You are signed in; where no key is needed, nothing is set"),
      },
      handler(c) {
        const key = keyOf(c);
        if (key === null) return c.json(told(c, null), 200);
        if (!hasHeader(c)) {
          const hint = say("sign_in_by_key");
          throw refusal("unauthenticated", say("no_key"), hint);
        }
        const at = now();
        const signIn = signIns.create(key, at);
        keepSignIn(c, signIns, signIn, at);
        return c.json(told(c, signIn.expires_at), 200);
      },
    }),
    route({
      at: "DELETE /v1/sign-in",
      id: "signOut",
      keepsNothing: true,
      tag: "service",
      role: "anyone",
      summary: "Sign a browser out: its cookie is dropped",
      responses: { 204: { description: "Signed out" } },
      handler(c) {
        dropSignIn(c, signIns);
        return c.body(null, 204);
      },
    }),
  ];
}

const hasHeader = (c: Context): boolean => c.req.header("authorization") !== undefined;

function told(c: Context, signed_out_at: string | null): SignIn {
  const key = keyOf(c);
  return {
    you: callerOf(c),
    key: key && { id: key.id, last4: key.last4, expires_at: key.expires_at },
    signed_out_at,
  };
}
