import type { Todo } from "../../contract/plan/todo.ts";
import { words } from "../messages/i18n.ts";
import { dim } from "../terminal/colors.ts";
import { oneLine } from "../terminal/printable.ts";
import { cut, widthOf } from "../terminal/width.ts";
import { markOf, TODO_MARKS } from "./marks.ts";

interface GraphShape {
  readonly columns: number;
  readonly plain: boolean;
}

/** Deeper than this, the tree is not drawn further to the right. */
const DEEPEST = 12;

/** What has to be done before what: each todo once, under the last of those it waits for. */
export function graphLines(todos: readonly Todo[], shape: GraphShape): string[] {
  const places = new Map(todos.map(({ id }, place) => [id, place]));
  const children = new Map<string | null, Todo[]>();
  for (const todo of todos) {
    const parent = parentOf(todo, places);
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [todo]);
    else siblings.push(todo);
  }
  const lines: string[] = [];
  const open = toVisit(children.get(null) ?? [], []);
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    lines.push(todoLine(visit, shape));
    open.push(...toVisit(children.get(visit.todo.id) ?? [], [...visit.lasts, visit.last]));
  }
  return lines;
}

interface Visit {
  readonly todo: Todo;
  /** Whether each todo above it, from the root on, was the last of its siblings. */
  readonly lasts: readonly boolean[];
  readonly last: boolean;
}

function toVisit(todos: readonly Todo[], lasts: readonly boolean[]): Visit[] {
  return todos
    .map((todo, place) => ({ todo, lasts, last: place === todos.length - 1 }))
    .toReversed();
}

/** The dependency that stands last in the plan: the others are done before it, as a rule. */
function parentOf({ depends_on }: Todo, places: ReadonlyMap<string, number>): string | null {
  const known = depends_on.filter((id) => places.has(id));
  return known.toSorted((a, b) => places.get(b)! - places.get(a)!)[0] ?? null;
}

function todoLine({ todo, lasts, last }: Visit, { columns, plain }: GraphShape): string {
  const { paint } = TODO_MARKS[todo.status];
  const above = lasts.slice(1);
  const hidden = Math.max(0, above.length - DEEPEST);
  const rails = above.slice(hidden).map((done) => (done ? "   " : plain ? "|  " : "│  "));
  const branch = lasts.length === 0 ? "" : plain ? "+- " : last ? "└─ " : "├─ ";
  const indent = (hidden > 0 ? `(${hidden}) ` : "") + rails.join("") + branch;
  const mark = markOf(todo.status, plain);
  const also =
    todo.depends_on.length > 1 ? words("also_needs", { todos: todo.depends_on.join(", ") }) : "";
  const room = columns - widthOf(indent) - widthOf(mark) - 1;
  const text = cut(`${todo.id}  ${oneLine(todo.title)}${also === "" ? "" : `  ${also}`}`, room);
  return `${dim(indent)}${paint(mark)} ${text}`;
}
