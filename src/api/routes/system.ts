import { SystemSchema } from "../../contract/service/system.ts";
import { actorOf } from "../http/requests/actor.ts";
import { json, route } from "../http/route.ts";
import type { ApiDeps } from "./api-deps.ts";

/** `/v1/system`: who the caller is, and how this installation is set up. */
export function systemRoutes({ system }: Pick<ApiDeps, "system">) {
  return [
    route({
      at: "GET /v1/system",
      id: "getSystem",
      tag: "service",
      role: "viewer",
      summary: "Tell who you are here, and how the installation is set up",
      headers: ["If-None-Match"],
      responses: { 200: json(SystemSchema, "You, and the installation") },
      handler(c) {
        const { name, roles } = actorOf(c);
        return c.json({ you: { name, roles: [...roles] }, ...system }, 200);
      },
    }),
  ];
}
