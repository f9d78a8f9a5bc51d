import { buildRouteMap } from "@stricli/core";
import type { z } from "zod";
import {
  GroupNameSchema,
  KeyNameSchema,
  keyState,
  type Key,
} from "../../../contract/service/key.ts";
import { LIMITS } from "../../../contract/tables/limits.ts";
import { ROLES } from "../../../contract/tables/vocabulary.ts";
import { mistakeOf } from "../../../plan/model/read-as.ts";
import { defineCommand } from "../../input/define-command.ts";
import { choicesFlag, parsedFlag, switchFlag, textsFlag } from "../../input/flags.ts";
import { words, heads } from "../../messages/i18n.ts";
import { tellHere } from "../../messages/tell.ts";
import { CliError, usageError } from "../../session/errors/cli-error.ts";
import { table } from "../../terminal/table.ts";
import { moment } from "../../terminal/time.ts";
import { configHere, runtime } from "../running/load-runtime.ts";
import { configFlag } from "./place-flags.ts";

const UNIT_MS = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 } as const;
const LONGEST_DAYS = 3_650;

/** `holdpoint key add`: writes the key to standard output, and to nowhere else. */
const addCommand = defineCommand({
  help: "key_add",
  isLocal: true,
  examples: [
    "key add kim --role approver --expires 30d",
    "key add kim --role approver --group release",
  ],
  args: ["name"],
  flags: {
    ...configFlag,
    role: choicesFlag("flag_role", ROLES),
    group: textsFlag("flag_group", "group"),
    expires: parsedFlag<number | undefined>("flag_expires", toDuration, { placeholder: "30d" }),
  },
  async run(session, [nameArg], { config: file, role, group = [], expires }) {
    const name = parseName(KeyNameSchema, nameArg, "bad_key_name");
    const groups = group.map((one) => parseName(GroupNameSchema, one, "bad_group_name"));
    if (groups.length > LIMITS.groups) {
      throw usageError(words("too_many_groups", { most: LIMITS.groups }));
    }
    const { openKeys } = await runtime.keys();
    const config = await configHere(file);
    const keys = openKeys(config);
    const isFirst = !(await keys.inUse());
    const now = await timeOfKeys();
    const { key, written } = await keys.add({
      name,
      roles: role,
      groups,
      created_at: now,
      expires_at: expires === undefined ? null : new Date(Date.parse(now) + expires).toISOString(),
    });
    const { id } = key;
    session.say(words("key_made", { id, name, roles: key.roles.join(", "), until: until(key) }));
    if (key.groups.length > 0) {
      session.say(words("key_in_groups", { groups: key.groups.join(", ") }));
    }
    session.say(words("key_shown_once"));
    if (isFirst) session.say(words("key_is_first", { folder: config.dataDir }));
    if (isFirst && !role.includes("admin")) {
      session.say(words("key_first_not_admin", { roles: role.join(", ") }));
    }
    session.show({ ...key, key: written }, () => [written]);
  },
});

const listCommand = defineCommand({
  help: "key_list",
  isLocal: true,
  flags: configFlag,
  async run(session, _, { config }) {
    const { openKeys } = await runtime.keys();
    const keys = await openKeys(await configHere(config)).list();
    const now = await timeOfKeys();
    const heading = heads("id", "state", "roles", "groups", "key", "end", "name");
    const rows = keys.map((key) => [
      key.id,
      words(`key_${keyState(key, now)}`),
      key.roles.join(","),
      key.groups.join(",") || "-",
      `…${key.last4}`,
      endOf(key),
      key.name,
    ]);
    const data = keys.map((key) => ({ ...key, state: keyState(key, now) }));
    const shape = { columns: session.columns, flexible: [6] };
    session.show(data, () => table(heading, rows, shape));
    if (keys.length === 0) session.say(words("no_keys"));
  },
});

const revokeCommand = defineCommand({
  help: "key_revoke",
  isLocal: true,
  examples: ["key revoke 0123456789 --yes"],
  args: ["id"],
  flags: { ...configFlag, yes: switchFlag("flag_yes") },
  async run(session, [id], { config }) {
    const { openKeys } = await runtime.keys();
    const keys = openKeys(await configHere(config));
    const known = await keys.get(id);
    if (known?.revoked_at === null) {
      await session.confirm(words("sure_revoke_key", { id, name: known.name }));
    }
    // Ends it, whatever time it is: Temporal is not waited for.
    const now = new Date().toISOString();
    const key = await keys.revoke(id, now);
    if (key === null) throw new CliError(words("no_such_key", { id }), "holdpoint key list");
    const { name, revoked_at } = key;
    session.show({ ...key, state: "revoked" }, () => []);
    session.say(words("told_key_revoked", { id, name, at: moment(revoked_at ?? now) }));
  },
});

/** `holdpoint key`: who may use the API. */
export const keyCommand = buildRouteMap({
  docs: { brief: words("brief_key") },
  routes: { add: addCommand, list: listCommand, revoke: revokeCommand },
});

/** The time by which the API lets keys in. */
async function timeOfKeys(): Promise<string> {
  const { temporalTime } = await runtime.temporalTime();
  return temporalTime();
}

function parseName(
  schema: z.ZodType<string>,
  text: string,
  bad: "bad_key_name" | "bad_group_name",
) {
  const parsed = schema.safeParse(text);
  if (parsed.success) return parsed.data;
  const why = parsed.error.issues.map((issue) => tellHere(mistakeOf(issue))).join("; ");
  throw usageError(words(bad, { name: text, why }));
}

/** Milliseconds. */
function toDuration(text: string): number {
  const [, count = "", unit = ""] = /^([1-9][0-9]{0,5})([hdw])$/.exec(text) ?? [];
  const ms = Number(count) * (UNIT_MS[unit as keyof typeof UNIT_MS] ?? NaN);
  if (ms <= LONGEST_DAYS * UNIT_MS.d) return ms;
  throw new Error(words("bad_duration", { days: LONGEST_DAYS }));
}

function until({ expires_at }: Key): string {
  return expires_at === null
    ? words("key_for_good")
    : words("key_until", { at: moment(expires_at) });
}

function endOf({ revoked_at, expires_at }: Key): string {
  const at = revoked_at ?? expires_at;
  return at === null || at === undefined ? words("never") : moment(at);
}
