import { z } from "zod";
import { refusal } from "../../../contract/problems/problem-error.ts";
import { say } from "../../../contract/sentences/sentence.ts";
import {
  KeyInputSchema,
  KeyListSchema,
  KeySchema,
  keyState,
  KeyViewSchema,
  NewKeySchema,
  type Key,
} from "../../../contract/service/key.ts";
import { actorOf } from "../../http/requests/actor.ts";
import { newKeyIdOf } from "../../http/requests/idempotency.ts";
import { json, route } from "../../http/route.ts";
import type { ApiDeps } from "../api-deps.ts";

const ROLE = { tag: "service", role: "admin" } as const;
const DAY_MS = 86_400_000;
const KeyParams = z.object({ key_id: KeySchema.shape.id });

/** `/v1/keys`: who may use the API. What `holdpoint key` does on the machine itself, by admins from anywhere. */
export function keyRoutes({ keys, now }: Pick<ApiDeps, "keys" | "now">) {
  const shown = (key: Key) => ({ ...key, state: keyState(key, now()) });
  return [
    route({
      at: "GET /v1/keys",
      id: "listKeys",
      ...ROLE,
      summary: "List the keys, revoked and expired ones, too",
      responses: { 200: json(KeyListSchema, "All keys, without what opens anything") },
      async handler(c) {
        const [in_use, all] = await Promise.all([keys.inUse(), keys.list()]);
        return c.json({ in_use, keys: all.map(shown) }, 200);
      },
    }),
    route({
      at: "POST /v1/keys",
      id: "createKey",
      ...ROLE,
      tellsSecret: true,
      summary: "Make a key; the first one has every request need a key from then on",
      body: KeyInputSchema,
      example: { name: "kim", roles: ["approver"], groups: ["release"], expires_in_days: 90 },
      responses: { 201: json(NewKeySchema, "The key, which no other answer has whole") },
      async handler(c, { body: { name, roles, groups, expires_in_days: days } }) {
        const created_at = now();
        const created_by = actorOf(c).name;
        const made = await keys.add({
          name,
          roles,
          groups,
          created_at,
          created_by,
          expires_at:
            days === null ? null : new Date(Date.parse(created_at) + days * DAY_MS).toISOString(),
          id: newKeyIdOf(c, created_by),
        });
        c.header("location", `/v1/keys/${made.key.id}`);
        return c.json({ ...shown(made.key), key: made.written }, 201);
      },
    }),
    route({
      at: "DELETE /v1/keys/:key_id",
      id: "revokeKey",
      ...ROLE,
      summary:
        "Revoke a key, at once and for good; browsers that are signed in by it are signed out",
      params: KeyParams,
      responses: { 200: json(KeyViewSchema, "The key as the list keeps it") },
      async handler(c, { params: { key_id: id } }) {
        const key = await keys.revoke(id, now(), actorOf(c).name);
        if (key !== null) return c.json(shown(key), 200);
        const detail = say("no_key_of_id", { id });
        throw refusal("key_not_found", detail, say("keys_are_listed"));
      },
    }),
  ];
}
