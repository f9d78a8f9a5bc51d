import { say, type Sentence, type Wording } from "./sentences/sentence.ts";
import { HELD_BY, type Role } from "./tables/vocabulary.ts";

/** Whether a role is needed that somebody does not have, by name or by one that includes it. */
export function lacksRole({ roles }: { readonly roles: readonly Role[] }, needed: Role): boolean {
  return !HELD_BY[needed].some((role) => roles.includes(role));
}

/** That something takes a role which somebody does not have. */
export function sayNeedsRole(
  name: string,
  role: Wording,
  actor: { readonly name: string; readonly roles: readonly Role[] },
): Sentence {
  const [first = "", ...others] = actor.roles;
  const roles = others.reduce<Wording>(
    (before, second) => say("names_listed", { first: before, second }),
    first,
  );
  return say("needs_role", { name, role, who: actor.name, roles });
}
