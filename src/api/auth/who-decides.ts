import { lacksRole } from "../../contract/lacks-role.ts";
import type { HoldSummary } from "../../contract/list.ts";
import type { ApprovalPolicy, ApprovalSettings } from "../../contract/plan/todo.ts";
import { wrongAt, type Refusal } from "../../contract/problems/problem-error.ts";
import type { ProblemDetail } from "../../contract/problems/problem.ts";
import { sayNearest } from "../../contract/sentences/say-nearest.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import { keyState, type Key } from "../../contract/service/key.ts";
import type { PlanState } from "../../plan/model/state/state.ts";
import { limitingField, notAmong, policyOf } from "../../plan/todos/approval-policy.ts";
import { groupsIn, isAmong } from "../../plan/todos/approvers.ts";
import type { IdentityDeps } from "./identity.ts";

type Deps = Pick<IdentityDeps, "keys" | "now">;

/**
 * Refuses to ask somebody whom nobody here can be: where there are keys, who decides has one of that name. The hold
 * would else be in nobody's inbox. Without keys, names are anybody's.
 * @param readApprovers who may decide the hold; a group's name is as good as the names of all who are in it.
 * @throws Refusal
 */
export async function assertDecides(
  deps: Deps,
  to: string,
  readApprovers: () => Promise<readonly string[] | null>,
): Promise<void> {
  if (!(await deps.keys.inUse())) return;
  const people = await deciders(deps);
  const names = people.map(({ name }) => name);
  if (!names.includes(to)) {
    throw wrongAt([{ pointer: "/to", detail: nobodyDecides(to, names) }], say("key_for_name"));
  }
  const approvers = await readApprovers();
  if (groupsIn(approvers).length === 0 || someAmong(approvers, people, to)) return;
  const detail = notAmong(approvers ?? [], to);
  throw wrongAt([{ pointer: "/to", detail }], say("delegate_to_approver"));
}

/** Whether somebody of this name is among those who may decide; of several keys of a name, one is enough. */
function someAmong(
  approvers: readonly string[] | null | undefined,
  people: readonly Decider[],
  to: string,
): boolean {
  return people.some((one) => one.name === to && isAmong(approvers, one));
}

/** Whose approval something takes, whom it asks next, and where that is written. */
export interface PlacedPolicy {
  readonly at: string;
  readonly policy: ApprovalPolicy & Pick<ApprovalSettings, "escalate_to">;
  /** Who wants it. */
  readonly authors: readonly string[];
  /** What counts where it says nothing of that itself; else the same. */
  readonly counting?: ApprovalPolicy;
}

/** Where a plan says whose approval it takes. */
function policiesOf({
  owner,
  approval_policy = {},
  todos,
}: Pick<PlanState, "owner" | "approval_policy" | "todos">): PlacedPolicy[] {
  const authors = [owner];
  const own = todos.map(({ approval, work }, place) => ({
    at: `/todos/${place}/approval`,
    policy: approval,
    authors,
    counting: policyOf(approval, approval_policy, work.kind === "question"),
  }));
  return [{ at: "/approval_policy", policy: approval_policy, authors }, ...own];
}

/**
 * Why nobody here could ever give an approval as it is wanted, or undefined: an approver has a key of that name that
 * may decide, somebody who may is in a group, and there are as many who may as have to. Without keys everybody is the
 * same person. Whoever is asked next has such a key, too, as whom a hold is delegated to.
 */
export async function nobodyApproves(
  deps: Deps,
  policies: readonly PlacedPolicy[],
): Promise<Refusal | undefined> {
  const asking = policies
    .map((placed) => ({ ...placed, limiting: limitingField(placed.policy) }))
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
  const people = await deciders(deps);
  const errors = asking.flatMap(({ at, policy, authors, counting, limiting }): ProblemDetail[] => {
    const {
      approvers,
      escalate_to,
      min_approvals = 1,
      prevent_self_approval: others = false,
    } = policy;
    const unknown = [
      ...unknownIn(`${at}/approvers`, approvers, people),
      ...unknownNext(`${at}/escalate_to`, escalate_to, counting ?? policy, { people, authors }),
    ];
    if (unknown.length > 0 || limiting === null) return unknown;
    const free = people.filter(
      (one) => isAmong(approvers, one) && !(others && authors.includes(one.name)),
    );
    const { size: count } = new Set(free.map(({ name }) => name));
    if (count >= min_approvals) return [];
    const counts = { count, wanted: min_approvals };
    return [{ pointer: `${at}/${limiting}`, detail: say("too_few_decide", counts) }];
  });
  return errors.length === 0 ? undefined : wrongAt(errors, say("key_for_name"));
}

/** Refuses a plan of which nobody here could ever approve something. @throws Refusal with every place. */
export async function assertApproversDecide(
  deps: Deps,
  plan: Pick<PlanState, "owner" | "approval_policy" | "todos">,
): Promise<void> {
  const refused = await nobodyApproves(deps, policiesOf(plan));
  if (refused !== undefined) throw refused;
}

/**
 * Those open holds that wait for an approval which nobody here could give with the keys that there are. What is decided
 * already, and waits for its time, is none of them.
 */
export async function whichUnapprovable<
  Hold extends Pick<HoldSummary, "kind" | "needs" | "deciding">,
>(deps: Deps, holds: readonly Hold[]): Promise<Hold[]> {
  const people = await deciders(deps);
  return holds.filter(({ kind, needs, deciding }) => {
    if (deciding !== null || !(kind === "approval" || kind === "plan_review")) return false;
    const { approvals = 1, given = [], approvers, not_by } = needs ?? {};
    const free = people.filter(
      (one) =>
        isAmong(approvers, one) && not_by?.includes(one.name) !== true && !given.includes(one.name),
    );
    return new Set(free.map(({ name }) => name)).size < approvals - given.length;
  });
}

/** Who may decide, and as one of which groups. */
type Decider = Pick<Key, "name" | "groups">;

/** The owners of the keys that may decide now. */
async function deciders({ keys, now }: Deps): Promise<Decider[]> {
  const at = now();
  return (await keys.list()).filter(
    (key) => keyState(key, at) === "active" && !lacksRole(key, "approver"),
  );
}

/** Who of those who are named is nobody here who may decide, or a group without anybody who may, each at its place. */
function unknownIn(
  at: string,
  named: readonly string[] = [],
  people: readonly Decider[],
): ProblemDetail[] {
  const names = new Set(people.map(({ name }) => name));
  const groups = new Set(people.flatMap((one) => one.groups));
  return named.flatMap((name, place) => {
    const pointer = `${at}/${place}`;
    const [group] = groupsIn([name]);
    if (group === undefined) {
      return names.has(name) ? [] : [{ pointer, detail: nobodyDecides(name, [...names]) }];
    }
    return groups.has(group) ? [] : [{ pointer, detail: nobodyInGroup(group, [...groups]) }];
  });
}

/** The same of those who are asked next; each is one person, and may approve. */
function unknownNext(
  at: string,
  next: readonly string[] = [],
  { approvers, prevent_self_approval: others = false }: ApprovalPolicy,
  { people, authors }: { readonly people: readonly Decider[]; readonly authors: readonly string[] },
): ProblemDetail[] {
  const names = people.map(({ name }) => name);
  return next.flatMap((to, place) => {
    const pointer = `${at}/${place}`;
    if (!names.includes(to)) return [{ pointer, detail: nobodyDecides(to, names) }];
    if (!someAmong(approvers, people, to)) {
      return [{ pointer, detail: notAmong(approvers ?? [], to) }];
    }
    return others && authors.includes(to)
      ? [{ pointer, detail: say("author_is_next", { to }) }]
      : [];
  });
}

const nobodyDecides = (to: string, names: readonly string[]): Sentence =>
  sayNearest(say("nobody_decides", { to }), to, names);

const nobodyInGroup = (group: string, groups: readonly string[]): Sentence =>
  sayNearest(say("nobody_in_group", { group }), group, groups);
