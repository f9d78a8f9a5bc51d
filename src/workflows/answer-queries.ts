import { setHandler } from "@temporalio/workflow";
import type { QueryDefinition } from "@temporalio/common";
import { checkpointsOf } from "../plan/checkpoints.ts";
import { exportPlan } from "../plan/export-plan.ts";
import { forkPlan } from "../plan/fork.ts";
import { graphOf } from "../plan/graph.ts";
import { listTodos } from "../plan/list-todos.ts";
import type { Plan } from "../plan/plan.ts";
import { progressOf } from "../plan/progress.ts";
import { compareVersions, viewVersion } from "../plan/versions.ts";
import { viewPlan } from "../plan/view.ts";
import { explainTodo, scheduleOf } from "../plan/why.ts";
import * as messages from "./messages.ts";
import { passing } from "./read-payload.ts";

const PAGE = 1_000;

/** As `setHandler` for a query, whose answer is marked as passing. */
const answer = ((query: QueryDefinition<unknown, never[]>, of: (...args: never[]) => unknown) =>
  setHandler(query, (...args) => passing(of(...args)))) as typeof setHandler;

/** Registers every query of a plan that only reads it. */
export function answerQueries(plan: Plan): void {
  answer(messages.planQuery, (page) =>
    viewPlan(plan, { offset: natural(page?.offset, 0), limit: natural(page?.limit, PAGE) }),
  );
  answer(messages.todoQuery, (input) => {
    const todo = plan.todos.get(input?.todo_id);
    return todo === undefined ? null : explainTodo(plan, todo);
  });
  answer(messages.progressQuery, () => progressOf(plan));
  answer(messages.holdsQuery, () => plan.state.holds);
  answer(messages.pendingApprovalsQuery, () => [...plan.openHolds.values()]);
  answer(messages.scheduleQuery, (input) => scheduleOf(plan, natural(input?.limit, 100)));
  answer(messages.checkpointsQuery, () => checkpointsOf(plan.state));
  answer(messages.versionsQuery, () => plan.state.versions);
  answer(messages.compareQuery, (input) => {
    const { version } = plan.state;
    const known = (wanted: unknown): wanted is number =>
      natural(wanted, 0) >= 1 && natural(wanted, 0) <= version;
    return known(input?.from) && known(input?.to)
      ? compareVersions(plan.state, input.from, input.to)
      : null;
  });
  answer(messages.todosQuery, (input) =>
    listTodos(plan, { ...input, limit: natural(input?.limit, PAGE) }),
  );
  answer(messages.graphQuery, () => graphOf(plan));
  answer(messages.versionQuery, (input) => viewVersion(plan.state, natural(input?.version, 0)));
  answer(messages.exportQuery, () => exportPlan(plan.state));
  answer(messages.forkQuery, ({ input, given }) => forkPlan(plan, input, given));
  answer(messages.eventsQuery, (input) => {
    const after = natural(input?.after, 0);
    const first = plan.state.events[0]?.seq ?? plan.state.seq + 1;
    const start = Math.max(0, after + 1 - first);
    return {
      events: plan.state.events.slice(start, start + natural(input?.limit, PAGE)),
      seq: plan.state.seq,
      archive: plan.state.archive.filter((part) => part.to > after),
    };
  });
}

function natural(value: unknown, otherwise: number): number {
  return Number.isInteger(value) && (value as number) >= 0 ? (value as number) : otherwise;
}
