import { compareByRank } from "../model/order/plan-order.ts";

interface Placed {
  readonly id: string;
  readonly rank: string;
}

/** Todos in plan order, which keeps it while some come, go and move. */
export class Ranked {
  readonly #todos: Placed[];

  constructor(todos: Iterable<Placed>) {
    this.#todos = [...todos].sort(compareByRank);
  }

  /** As `Array.at`: -1 is the last. */
  at(place: number): Placed | undefined {
    return this.#todos.at(place);
  }

  add(todo: Placed): void {
    this.#todos.splice(this.#placeOf(todo), 0, todo);
  }

  remove(todo: Placed): void {
    this.#todos.splice(this.#placeOf(todo), 1);
  }

  /** The greatest rank before a todo's, or null. Two todos may share a rank. */
  rankBefore(todo: Placed): string | null {
    let place = this.#placeOf(todo) - 1;
    while (this.#todos[place]?.rank === todo.rank) place -= 1;
    return this.#todos[place]?.rank ?? null;
  }

  /** The least rank after a todo's, or null. */
  rankAfter(todo: Placed): string | null {
    let place = this.#placeOf(todo) + 1;
    while (this.#todos[place]?.rank === todo.rank) place += 1;
    return this.#todos[place]?.rank ?? null;
  }

  /** Where the todo stands, or would. */
  #placeOf(todo: Placed): number {
    let from = 0;
    let to = this.#todos.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (compareByRank(this.#todos[middle]!, todo) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
