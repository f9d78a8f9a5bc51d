import type { QueryDefinition } from "@temporalio/common";
import type { setHandler } from "@temporalio/workflow";
import { LIMITS } from "../../contract/tables/limits.ts";
import { isCallAllowed } from "../../plan/agents/allowed-call.ts";
import { holdChoices, todoChoices } from "../../plan/choices.ts";
import { forkPlan } from "../../plan/create/fork.ts";
import { checkpointsOf } from "../../plan/edits/checkpoints.ts";
import { compareVersions, viewVersion } from "../../plan/edits/versions.ts";
import { isRunApproved } from "../../plan/holds/approved-run.ts";
import { findHold } from "../../plan/holds/holds.ts";
import { legalCommands, type Asker } from "../../plan/legal-commands.ts";
import { lookAtProposal } from "../../plan/look-at-proposal.ts";
import type { Plan } from "../../plan/model/plan.ts";
import { progressOf, type LiveProgress } from "../../plan/model/progress.ts";
import { viewHold } from "../../plan/todos/flat-fields.ts";
import { boardOf, rowsBetween } from "../../plan/views/board/board.ts";
import { findNews } from "../../plan/views/board/news.ts";
import { exportPlan } from "../../plan/views/export-plan.ts";
import { graphOf } from "../../plan/views/graph.ts";
import { listTodos } from "../../plan/views/list-todos.ts";
import { listSessions, lookAtSession } from "../../plan/views/view-session.ts";
import { viewPlan } from "../../plan/views/view.ts";
import { explainTodo, scheduleOf } from "../../plan/views/why.ts";
import { nearestName } from "../../text/nearest-name.ts";
import * as messages from "./messages.ts";

const PAGE = 1_000;

/** By the query's name. */
export type Answers = ReadonlyMap<string, (...args: never[]) => unknown>;

/**
 * What a plan answers to every query that only reads it: in its workflow while it runs, and once it
 * has ended wherever its last state was read.
 * @param now the time, where an answer depends on it.
 */
export function answersOf(plan: Plan, now: () => string): Answers {
  const answers = new Map<string, (...args: never[]) => unknown>();
  const answer = ((
    { name }: QueryDefinition<unknown, never[]>,
    of: (...args: never[]) => unknown,
  ) => answers.set(name, of)) as unknown as typeof setHandler;
  answer(messages.planQuery, (page) =>
    viewPlan(
      plan,
      { offset: natural(page?.offset, 0), limit: natural(page?.limit, PAGE) },
      liveOf(page),
    ),
  );
  answer(messages.todoQuery, (input) => {
    assertGiven(input, "todo_id");
    const todo = plan.todos.get(input.todo_id);
    return todo === undefined ? null : explainTodo(plan, todo, liveOf(input));
  });
  answer(messages.progressQuery, (input) => progressOf(plan, liveOf(input)));
  answer(messages.boardQuery, (input) =>
    boardOf(plan, natural(input?.limit, LIMITS.board_rows), liveOf(input)),
  );
  answer(messages.holdQuery, (input) => {
    assertGiven(input, "hold_id");
    const hold = findHold(plan, String(input.hold_id));
    return hold === undefined ? null : viewHold(hold);
  });
  answer(messages.holdsQuery, () => plan.state.holds.map(viewHold));
  answer(messages.pendingApprovalsQuery, () => [...plan.openHolds.values()].map(viewHold));
  answer(messages.scheduleQuery, (input) => scheduleOf(plan, natural(input?.limit, 100)));
  answer(messages.checkpointsQuery, () => checkpointsOf(plan.state));
  answer(messages.versionsQuery, () => plan.state.versions);
  answer(messages.compareQuery, (input) => {
    assertGiven(input, "from");
    assertGiven(input, "to");
    const { version } = plan.state;
    const known = (wanted: unknown): wanted is number =>
      natural(wanted, 0) >= 1 && natural(wanted, 0) <= version;
    return known(input.from) && known(input.to)
      ? compareVersions(plan.state, input.from, input.to)
      : null;
  });
  answer(messages.todosQuery, (input) =>
    listTodos(plan, {
      ...input,
      limit: natural(input?.limit, PAGE),
      live: liveOf(input),
    }),
  );
  answer(messages.actionsQuery, (input) => {
    const { you, ...about } = { you: undefined, ...input };
    // Without anything it is about the whole plan.
    if (Object.keys(about).length > 0) assertGiven(about, "todo_id");
    const { todo_id: todoId } = { todo_id: undefined, ...about };
    const isKnown = todoId === undefined || plan.todos.has(todoId);
    return isKnown ? legalCommands(plan, now(), todoId, askerIn(you)) : null;
  });
  answer(messages.choicesQuery, (input) => {
    assertGiven(input, "hold_id", "todo_id");
    const { hold_id, todo_id } = { hold_id: undefined, todo_id: undefined, ...input };
    const at = now();
    const hold = hold_id === undefined ? undefined : findHold(plan, hold_id);
    if (hold !== undefined) return holdChoices(plan, hold, at);
    const todo = todo_id === undefined ? undefined : plan.todos.get(todo_id);
    return todo === undefined ? null : todoChoices(plan, todo, at);
  });
  answer(messages.proposalQuery, (input) => {
    assertGiven(input, "hold_id");
    const hold = findHold(plan, String(input.hold_id));
    if (hold?.kind !== "proposal") return null;
    const lines = Array.isArray(input?.lines)
      ? input.lines.map((line) => natural(line, 0))
      : undefined;
    return lookAtProposal(plan, hold, lines, now());
  });
  answer(messages.callAllowedQuery, (wanted) => isCallAllowed(plan, wanted));
  answer(messages.runApprovedQuery, (wanted) => isRunApproved(plan, wanted));
  answer(messages.sessionsQuery, () => listSessions(plan));
  answer(messages.sessionQuery, (input) => {
    assertGiven(input, "session_id");
    return lookAtSession(plan, String(input.session_id));
  });
  answer(messages.graphQuery, () => graphOf(plan));
  answer(messages.versionQuery, (input) => {
    assertGiven(input, "version");
    return viewVersion(plan.state, natural(input.version, 0));
  });
  answer(messages.exportQuery, () => exportPlan(plan.state));
  answer(messages.stateQuery, () => plan.state);
  answer(messages.forkQuery, ({ input, given }) => forkPlan(plan, input, given));
  answer(messages.newsQuery, (wanted) => findNews(plan, wanted));
  answer(messages.eventsQuery, (input) => {
    const last = natural(input?.last, plan.state.seq);
    const after = natural(input?.after, Math.max(0, plan.state.seq - last));
    const first = plan.state.events[0]?.seq ?? plan.state.seq + 1;
    const start = Math.max(0, after + 1 - first);
    const limit = natural(input?.limit, PAGE);
    return {
      events: plan.state.events.slice(start, start + limit),
      seq: plan.state.seq,
      archive: plan.state.archive.filter((part) => part.to > after),
      ...(input?.rows === true && { rows: rowsBetween(plan, after, after + limit) }),
    };
  });
  return answers;
}

/**
 * @param fields one of them has to be there.
 * @throws Error for a query that does not say what it is about, which whoever typed it in Temporal UI is told: an answer
 * of null would say that there is no such thing.
 */
function assertGiven(input: unknown, ...fields: readonly string[]): void {
  const given = typeof input === "object" && input !== null ? Object.keys(input) : [];
  if (given.some((name) => fields.includes(name))) return;
  const mistyped = given.find((name) => nearestName(name, fields) !== undefined);
  const found = mistyped === undefined ? "" : ` It has "${mistyped}" in its place.`;
  const wanted = fields.map((field) => `"${field}"`).join(" or ");
  throw new Error(`The query's input lacks ${wanted}.${found}`);
}

function liveOf(input: { readonly live?: LiveProgress } | undefined): LiveProgress {
  const live: unknown = input?.live;
  return typeof live === "object" && live !== null ? (live as LiveProgress) : {};
}

/** Who asks; nobody where that is not said whole. */
function askerIn(raw: unknown): Asker | undefined {
  const { name, groups } = { name: undefined, groups: undefined, ...(raw as object) };
  return typeof name === "string" && Array.isArray(groups) ? { name, groups } : undefined;
}

function natural(value: unknown, otherwise: number): number {
  return Number.isInteger(value) && (value as number) >= 0 ? (value as number) : otherwise;
}
