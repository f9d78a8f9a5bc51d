import type { PlanView } from "../../contract/plan/plan.ts";
import { TodoIdSchema } from "../../contract/text.ts";
import { words } from "../messages/i18n.ts";
import { CliError, usageError } from "../session/errors/cli-error.ts";
import { readWholePlan } from "../session/read-whole-plan.ts";
import type { Session } from "../session/session.ts";
import { commandLine } from "../session/typed-line.ts";
import { oneLine } from "../terminal/printable.ts";
import { lookAtPlan } from "./find-plan.ts";

/** The id of the todo that a person means. */
export type FindTodo = (idOrTitle: string) => Promise<string>;

const MAX_SHOWN = 5;

/**
 * Finds todos of a plan by id, or by a whole title that no other todo has: what changes a todo must not
 * meet one that only begins as another did. An id that none has is returned as it is, so that the plan
 * says so.
 * @throws CliError from the finder when several are meant, or none.
 */
export function todoFinder(session: Session, planId: string): FindTodo {
  let reading: ReturnType<typeof readWholePlan> | undefined;
  return async (given) => {
    const { todos } = await (reading ??= readWholePlan(session, planId));
    return findTodo({ planId, todos, given, takesBeginnings: false });
  };
}

/**
 * Looks at a todo, given by its id, its title, or a beginning of it that no other todo has.
 * @throws CliError as `lookAtPlan` and the finder.
 */
export function lookAtTodo<Result>(
  session: Session,
  plan: string,
  given: string,
  look: (planId: string, todoId: string) => Promise<Result>,
): Promise<Result> {
  return lookAtPlan(session, plan, async (planId) => {
    const { todos } = await readWholePlan(session, planId);
    return look(planId, findTodo({ planId, todos, given, takesBeginnings: true }));
  });
}

interface Wanted {
  readonly planId: string;
  readonly todos: PlanView["todos"];
  readonly given: string;
  readonly takesBeginnings: boolean;
}

function findTodo({ planId, todos, given, takesBeginnings }: Wanted): string {
  const next = commandLine("plan show", [planId]);
  const wanted = fold(given);
  if (wanted === "") throw usageError(words("no_todo_named"), next);
  if (todos.some(({ id }) => id === given)) return given;
  const whole = todos.filter(({ title }) => fold(title) === wanted);
  if (whole.length === 1) return whole[0]!.id;
  const begin =
    whole.length > 0 ? whole : todos.filter(({ title }) => fold(title).startsWith(wanted));
  if (takesBeginnings && begin.length === 1) return begin[0]!.id;
  const isId = TodoIdSchema.safeParse(given).success;
  if (whole.length === 0 && isId && (begin.length === 0 || !takesBeginnings)) return given;
  if (begin.length === 0) throw new CliError(words("no_todo", { given, plan: planId }), next);
  const shown = begin.slice(0, MAX_SHOWN).map(({ id, title }) => `${id}  ${oneLine(title)}`);
  const message = words("several_todos", { given, count: begin.length });
  throw usageError([message, ...shown].join("\n"), next);
}

function fold(text: string): string {
  return text.normalize("NFC").trim().toLowerCase();
}
