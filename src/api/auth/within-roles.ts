import { lacksRole, sayNeedsRole } from "../../contract/lacks-role.ts";
import type { Actions, Possibility } from "../../contract/plan/actions.ts";
import { HOLD_ACTIONS } from "../../contract/plan/holds/hold-actions.ts";
import { say, spelled } from "../../contract/sentences/sentence.ts";
import type { Role } from "../../contract/tables/vocabulary.ts";
import type { Actor } from "../http/requests/actor.ts";

type Possibilities = Readonly<Record<string, Possibility>>;

/** What can be done now by who asks: the plan does not know that some of it takes a role that they do not have. */
export function withinRoles(actions: Actions, actor: Actor): Actions {
  const only = <Given extends Possibilities>(
    given: Given,
    roleOf: (name: string) => Role = () => "operator",
  ): Given =>
    Object.fromEntries(
      Object.entries(given).map(([name, found]) => {
        const role = roleOf(name);
        return [name, found.possible && lacksRole(actor, role) ? lacking(name, role) : found];
      }),
    ) as Given;

  function lacking(name: string, role: Role): Possibility {
    const detail = sayNeedsRole(name, role, actor);
    const hint = say("ask_for_role", { who: actor.name, role });
    return {
      possible: false,
      code: "forbidden",
      detail: "",
      ...spelled("detail", detail),
      ...spelled("hint", hint),
    };
  }

  const { plan, todo, holds } = actions;
  return {
    ...actions,
    ...(plan !== undefined && { plan: only(plan) }),
    ...(todo !== undefined && { todo: only(todo) }),
    holds: holds.map((hold) => ({ ...hold, actions: only(hold.actions, roleOfHoldCommand) })),
  };
}

/** Decisions take the role that decides. */
function roleOfHoldCommand(name: string): Role {
  return name in HOLD_ACTIONS ? HOLD_ACTIONS[name as keyof typeof HOLD_ACTIONS].role : "approver";
}
