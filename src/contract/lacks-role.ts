import { HELD_BY, type Role } from "./tables/vocabulary.ts";

/** Whether a role is needed that somebody does not have, by name or by one that includes it. */
export function lacksRole({ roles }: { readonly roles: readonly Role[] }, needed: Role): boolean {
  return !HELD_BY[needed].some((role) => roles.includes(role));
}
