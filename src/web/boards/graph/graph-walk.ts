import type { BoardTodo } from "../../../contract/plan/board.ts";
import type { Placed } from "./layout-graph.ts";

/** Where an arrow key leads: along the lines to the left and right, and to what stands above and below. */
export function neighbour(
  id: string,
  key: string,
  todos: readonly BoardTodo[],
  places: ReadonlyMap<string, Placed>,
): string | undefined {
  const here = places.get(id);
  const todo = todos.find((one) => one.id === id);
  if (here === undefined || todo === undefined) return undefined;
  const nearest = (ids: readonly string[]): string | undefined =>
    ids
      .flatMap((one) => places.get(one) ?? [])
      .toSorted((a, b) => Math.abs(a.y - here.y) - Math.abs(b.y - here.y))[0]?.id;
  const column = (fits: (placed: Placed) => boolean): string | undefined =>
    nearest(
      [...places.values()]
        .filter((placed) => Math.abs(placed.x - here.x) < placed.width / 2 && fits(placed))
        .map((placed) => placed.id),
    );
  switch (key) {
    case "ArrowLeft":
      return nearest(todo.depends_on);
    case "ArrowRight":
      return nearest(
        todos.filter(({ depends_on }) => depends_on.includes(id)).map((one) => one.id),
      );
    case "ArrowUp":
      return column(({ y }) => y < here.y);
    case "ArrowDown":
      return column(({ y }) => y > here.y);
    default:
      return undefined;
  }
}
