import type { ApprovalPolicy, ApprovalSettings } from "../../contract/plan/todo.ts";
import { wrongAt, type Refusal } from "../../contract/problem-error.ts";
import type { ProblemDetail } from "../../contract/problem.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import { keyState } from "../../contract/service/key.ts";
import type { PlanState } from "../../plan/model/state/state.ts";
import { limitingField } from "../../plan/todos/approval-policy.ts";
import { nearestName } from "../../text/nearest-name.ts";
import { lacksRole, type IdentityDeps } from "./identity.ts";

type Deps = Pick<IdentityDeps, "keys" | "now">;

/**
 * Refuses to ask somebody whom nobody here can be: where there are keys, who decides has one of that name. The hold
 * would else be in nobody's inbox. Without keys, names are anybody's.
 * @throws Refusal
 */
export async function assertDecides(deps: Deps, to: string): Promise<void> {
  if (!(await deps.keys.inUse())) return;
  const names = await deciders(deps);
  if (names.includes(to)) return;
  throw wrongAt([{ pointer: "/to", detail: nobodyDecides(to, names) }], say("key_for_name"));
}

/** Whose approval something takes, whom it asks next, and where that is written. */
export interface PlacedPolicy {
  readonly at: string;
  readonly policy: ApprovalPolicy & Pick<ApprovalSettings, "escalate_to">;
}

/** Where a plan says whose approval it takes. */
function policiesOf({
  approval_policy = {},
  todos,
}: Pick<PlanState, "approval_policy" | "todos">): PlacedPolicy[] {
  const own = todos.map(({ approval }, place) => ({
    at: `/todos/${place}/approval`,
    policy: approval,
  }));
  return [{ at: "/approval_policy", policy: approval_policy }, ...own];
}

/**
 * Why nobody here could ever give an approval as it is wanted, or undefined: an approver has a key of that name that
 * may decide, and there are as many who may as have to. Without keys everybody is the same person. Whoever is asked
 * next has such a key, too, as whom a hold is delegated to.
 * @param authors who wants it.
 */
export async function nobodyApproves(
  deps: Deps,
  authors: readonly string[],
  policies: readonly PlacedPolicy[],
): Promise<Refusal | undefined> {
  const asking = policies
    .map(({ at, policy }) => ({ at, policy, limiting: limitingField(policy) }))
    .filter(({ policy, limiting }) => limiting !== null || policy.escalate_to !== undefined);
  if (asking.length === 0) return undefined;
  if (!(await deps.keys.inUse())) {
    const errors = asking.flatMap(({ at, limiting }) =>
      limiting === null
        ? []
        : [{ pointer: `${at}/${limiting}`, detail: say("approvers_need_keys") }],
    );
    if (errors.length === 0) return undefined;
    return wrongAt(errors, say("make_key_for_each"));
  }
  const names = await deciders(deps);
  const errors = asking.flatMap(({ at, policy, limiting }): ProblemDetail[] => {
    const { approvers, min_approvals = 1, prevent_self_approval: others = false } = policy;
    const unknown = (["approvers", "escalate_to"] as const).flatMap((field) =>
      (policy[field] ?? []).flatMap((name, place) => {
        const pointer = `${at}/${field}/${place}`;
        return names.includes(name) ? [] : [{ pointer, detail: nobodyDecides(name, names) }];
      }),
    );
    if (unknown.length > 0 || limiting === null) return unknown;
    const free = new Set((approvers ?? names).filter((name) => !others || !authors.includes(name)));
    if (free.size >= min_approvals) return [];
    const counts = { count: free.size, wanted: min_approvals };
    return [{ pointer: `${at}/${limiting}`, detail: say("too_few_decide", counts) }];
  });
  return errors.length === 0 ? undefined : wrongAt(errors, say("key_for_name"));
}

/** Refuses a plan of which nobody here could ever approve something. @throws Refusal with every place. */
export async function assertApproversDecide(
  deps: Deps,
  plan: Pick<PlanState, "owner" | "approval_policy" | "todos">,
): Promise<void> {
  const refused = await nobodyApproves(deps, [plan.owner], policiesOf(plan));
  if (refused !== undefined) throw refused;
}

/** The names of the keys that may decide now. */
async function deciders({ keys, now }: Deps): Promise<string[]> {
  const at = now();
  return (await keys.list())
    .filter((key) => keyState(key, at) === "active" && !lacksRole(key, "approver"))
    .map(({ name }) => name);
}

function nobodyDecides(to: string, names: readonly string[]): Sentence {
  const nearest = nearestName(to, names);
  return nearest === undefined
    ? say("nobody_decides", { to })
    : say("nobody_decides_but", { to, nearest });
}
