import { statusOf, SystemChecksSchema, type FoundCheck } from "../../../contract/service/checks.ts";
import { inLanguage } from "../../../contract/service/notices.ts";
import { SystemSchema } from "../../../contract/service/system.ts";
import { languageHeaders, languageOf } from "../../http/language.ts";
import { callerOf } from "../../http/requests/actor.ts";
import { json, route } from "../../http/route.ts";
import type { ApiDeps } from "../api-deps.ts";

/** `/v1/system`: who the caller is, how this installation is set up, and what is amiss with it. */
export function systemRoutes({ system, lookAround }: Pick<ApiDeps, "system" | "lookAround">) {
  let looking: Promise<readonly FoundCheck[]> | undefined;
  /** Who asks while somebody else's look goes on gets what that one finds. */
  const look = (): Promise<readonly FoundCheck[]> => {
    looking ??= lookAround().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  return [
    route({
      at: "GET /v1/system",
      id: "getSystem",
      tag: "service",
      role: "viewer",
      summary: "Tell who you are here, and how the installation is set up",
      headers: ["If-None-Match"],
      responses: { 200: json(SystemSchema, "You, and the installation") },
      handler: (c) => c.json({ you: callerOf(c), ...system }, 200),
    }),
    route({
      at: "GET /v1/system/checks",
      id: "checkSystem",
      tag: "service",
      // What is amiss names addresses and files of the machine.
      role: "operator",
      summary: "Look at everything that plans need, as `holdpoint doctor` does; changes nothing",
      responses: {
        200: json(SystemChecksSchema, "What was looked at, and what mends what is amiss"),
      },
      async handler(c) {
        const language = languageOf(c);
        const checks = (await look()).map(({ name, ok, detail, fix }) => ({
          code: name,
          status: statusOf({ ok, detail }),
          detail: inLanguage(detail, language),
          fix: fix ?? null,
        }));
        return c.json({ checks }, 200, languageHeaders(c));
      },
    }),
  ];
}
