import type { Board } from "../../contract/plan/board.ts";
import type { PlanView } from "../../contract/plan/plan.ts";
import type { Session } from "../session/session.ts";

/** Todos that one look shows in plan order, besides those that matter now. */
const TODOS = 200;

/** What a board shows of a plan, as it is now. Of a large plan, the beginning and what matters now. */
export function readBoard(session: Session, planId: string, todos = TODOS): Promise<Board> {
  return session.client.plans.board(planId, { limit: todos });
}

/** The titles of a plan's todos by their ids. */
export function titlesOf({ todos }: Pick<PlanView, "todos">): Map<string, string> {
  return new Map(todos.map(({ id, title }) => [id, title]));
}
