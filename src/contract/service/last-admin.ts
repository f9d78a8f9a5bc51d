import type { KeyView } from "./key.ts";

/** Whether a key is the last one that can make and revoke keys by the API. */
export function isLastAdmin(
  keys: readonly Pick<KeyView, "id" | "roles" | "state">[],
  id: string,
): boolean {
  const admins = keys.filter(({ roles, state }) => state === "active" && roles.includes("admin"));
  return admins.length === 1 && admins[0]!.id === id;
}
