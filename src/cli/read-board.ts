import type { HoldListSchema } from "../contract/hold.ts";
import type { PlanView, Schedule } from "../contract/plan.ts";
import type { Todo } from "../contract/todo.ts";
import type { z } from "zod";
import type { BoardData } from "./render/board.ts";
import type { Session } from "./session.ts";

/** Todos that one look reads, and those beyond them that it reads because something happens there. */
const TODOS = 200;
const MOST_OTHERS = 20;

/** What a board shows of a plan, as it is now. Of a large plan, the beginning and what matters now. */
export async function readBoard(
  session: Session,
  planId: string,
  todos = TODOS,
): Promise<BoardData> {
  const { client } = session;
  const param = { plan_id: planId };
  const plans = client.v1.plans[":plan_id"];
  const [plan, schedule, { holds }] = await Promise.all([
    session.ask<PlanView>(plans.$get({ param, query: { limit: String(todos) } })),
    session.ask<Schedule>(plans.schedule.$get({ param, query: { limit: String(todos) } })),
    session.ask<z.output<typeof HoldListSchema>>(plans.holds.$get({ param, query: {} })),
  ]);
  const known = new Set(plan.todos.map(({ id }) => id));
  const wanted = [
    ...holds.flatMap(({ todo_id }) => (todo_id === null ? [] : [todo_id])),
    ...schedule.running,
    ...schedule.next,
  ];
  const others = [...new Set(wanted)].filter((id) => !known.has(id)).slice(0, MOST_OTHERS);
  const found = await Promise.all(
    others.map((todo_id) =>
      session.ask<Todo>(plans.todos[":todo_id"].$get({ param: { ...param, todo_id } })),
    ),
  );
  return { plan: { ...plan, todos: [...plan.todos, ...found] }, schedule, holds };
}

/** All todos of a plan, with the plan itself. */
export async function readWholePlan(session: Session, planId: string): Promise<PlanView> {
  const param = { plan_id: planId };
  const todos: Todo[] = [];
  for (;;) {
    const query = { offset: String(todos.length), limit: "1000" };
    const page = await session.ask<PlanView>(
      session.client.v1.plans[":plan_id"].$get({ param, query }),
    );
    todos.push(...page.todos);
    if (page.next_offset === null || page.todos.length === 0) return { ...page, todos };
  }
}

/** The titles of a plan's todos by their ids. */
export function titlesOf({ todos }: PlanView): Map<string, string> {
  return new Map(todos.map(({ id, title }) => [id, title]));
}
