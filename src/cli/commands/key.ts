import { buildCommand, buildRouteMap } from "@stricli/core";
import { KeyNameSchema, keyState, type Key } from "../../contract/key.ts";
import { ROLES, type Role } from "../../contract/vocabulary.ts";
import { loadConfig } from "../../runtime/config.ts";
import { openKeys } from "../../runtime/keys.ts";
import { bold, dim } from "../render/colors.ts";

const UNIT_MS = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 } as const;
const LONGEST_DAYS = 3_650;

interface CommonFlags {
  readonly config?: string;
  readonly json: boolean;
}

interface AddFlags extends CommonFlags {
  readonly role: readonly Role[];
  readonly expires?: number;
}

const commonFlags = {
  config: {
    kind: "parsed",
    parse: String,
    brief: "Configuration file (default: holdpoint.config.ts here)",
    optional: true,
  },
  json: { kind: "boolean", brief: "Write JSON", default: false },
} as const;

/** `holdpoint key add`: writes the key to standard output, and to nowhere else. */
const addCommand = buildCommand({
  docs: {
    brief: "Make a key for the API and show it once",
    fullDescription:
      "Makes a key that acts by this name with these roles: viewer reads, operator makes and changes plans, approver decides holds, admin does all. Repeat --role for more than one. The key is shown once. The first key ends the time without keys: from then on every request needs one.",
  },
  parameters: {
    flags: {
      ...commonFlags,
      role: {
        kind: "enum",
        values: ROLES,
        variadic: true,
        brief: "What the key may do; may be given more than once",
      },
      expires: {
        kind: "parsed",
        parse: parseDuration,
        placeholder: "30d",
        brief:
          "For how long it is valid: hours, days or weeks, as 12h, 30d, 4w (default: for good)",
        optional: true,
      },
    },
    positional: {
      kind: "tuple",
      parameters: [{ parse: parseName, placeholder: "name", brief: "Who acts with it" }],
    },
  },
  async func({ role, expires, ...flags }: AddFlags, name: string) {
    const config = await loadConfig(process.cwd(), flags.config);
    const keys = openKeys(config);
    const first = !(await keys.inUse());
    const now = Date.now();
    const { key, written } = await keys.add({
      name,
      roles: role,
      created_at: new Date(now).toISOString(),
      expires_at: expires === undefined ? null : new Date(now + expires).toISOString(),
    });
    console.error(`Key ${bold(key.id)} of ${key.name}: ${key.roles.join(", ")}, ${until(key)}.`);
    console.error("It is shown only now. Give it to the CLI as HOLDPOINT_KEY, to others as");
    console.error("`authorization: Bearer <key>`.");
    if (first) {
      console.error(`From now on every request to the API of ${config.dataDir} needs a key.`);
    }
    console.log(flags.json ? JSON.stringify({ ...key, key: written }) : written);
  },
});

const listCommand = buildCommand({
  docs: { brief: "Show who has keys, with which roles and until when" },
  parameters: { flags: commonFlags },
  async func(flags: CommonFlags) {
    const keys = await openKeys(await loadConfig(process.cwd(), flags.config)).list();
    const now = new Date().toISOString();
    if (flags.json) {
      return console.log(
        JSON.stringify(keys.map((key) => ({ ...key, state: keyState(key, now) }))),
      );
    }
    if (keys.length === 0) {
      return console.log("There are no keys: this machine may do everything, others nothing.");
    }
    const rows = keys.map((key) => [
      key.id,
      keyState(key, now),
      key.roles.join(","),
      `…${key.last4}`,
      (key.revoked_at ?? key.expires_at)?.slice(0, 16) ?? "never",
      // Last, because names may hold wide characters.
      key.name,
    ]);
    const [head = "", ...lines] = table([["ID", "STATE", "ROLES", "KEY", "END", "NAME"], ...rows]);
    console.log([dim(head), ...lines].join("\n"));
  },
});

const revokeCommand = buildCommand({
  docs: { brief: "Revoke a key at once and for good" },
  parameters: {
    flags: commonFlags,
    positional: {
      kind: "tuple",
      parameters: [{ parse: String, placeholder: "id", brief: "The key's id, as in the list" }],
    },
  },
  async func(flags: CommonFlags, id: string) {
    const config = await loadConfig(process.cwd(), flags.config);
    const key = await openKeys(config).revoke(id, new Date().toISOString());
    if (key === null) {
      throw new Error(`There is no key "${id}". Look for its id: holdpoint key list.`);
    }
    console.error(`Key ${key.id} of ${key.name} opens nothing since ${key.revoked_at}.`);
    if (flags.json) console.log(JSON.stringify({ ...key, state: "revoked" }));
  },
});

/** `holdpoint key`: who may use the API. */
export const keyRoutes = buildRouteMap({
  docs: { brief: "Keys of the API: add, list, revoke" },
  routes: { add: addCommand, list: listCommand, revoke: revokeCommand },
});

function parseName(text: string): string {
  const parsed = KeyNameSchema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new Error(`it ${parsed.error.issues.map(({ message }) => message).join("; ")}`);
}

/** Milliseconds. */
function parseDuration(text: string): number {
  const [, count = "", unit = ""] = /^([1-9][0-9]{0,5})([hdw])$/.exec(text) ?? [];
  const ms = Number(count) * (UNIT_MS[unit as keyof typeof UNIT_MS] ?? NaN);
  if (ms <= LONGEST_DAYS * UNIT_MS.d) return ms;
  throw new Error(`write it as 12h, 30d or 4w, at most ${LONGEST_DAYS}d`);
}

function until({ expires_at }: Key): string {
  return expires_at === null ? "for good" : `until ${expires_at}`;
}

/** Columns as wide as their widest cell; the last one ends with its text. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(column === row.length - 1 ? 0 : widths[column]!))
      .join("  "),
  );
}
