/** What decides which ready todo starts first. */
export interface StartOrder {
  readonly priority: number;
  /** Position in the plan: older todos come first. */
  readonly position: number;
}

/** S0 §8.1: higher priority first, then the older todo. Negative when `a` goes first. */
export function compareStartOrder(a: StartOrder, b: StartOrder): number {
  return b.priority - a.priority || a.position - b.position;
}

/** A binary heap of ready todos: push and pop cost O(log n), so wide plans stay cheap. */
export class ReadyQueue {
  readonly #entries: (StartOrder & { id: string })[] = [];

  get size(): number {
    return this.#entries.length;
  }

  clear(): void {
    this.#entries.length = 0;
  }

  push(id: string, rank: StartOrder): void {
    const entries = this.#entries;
    entries.push({ id, ...rank });
    let child = entries.length - 1;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (compareStartOrder(entries[parent]!, entries[child]!) <= 0) break;
      this.#swap(parent, child);
      child = parent;
    }
  }

  /** Takes the todo that goes first, or undefined when none waits. */
  pop(): string | undefined {
    const entries = this.#entries;
    const first = entries[0];
    const last = entries.pop();
    if (first === undefined || last === undefined) return undefined;
    if (entries.length > 0) {
      entries[0] = last;
      this.#sink();
    }
    return first.id;
  }

  /** All waiting todos, first to start first; the queue stays as it is. */
  inOrder(): string[] {
    return [...this.#entries].sort(compareStartOrder).map((entry) => entry.id);
  }

  #sink(): void {
    const entries = this.#entries;
    let parent = 0;
    for (;;) {
      const left = 2 * parent + 1;
      const right = left + 1;
      let first = parent;
      if (left < entries.length && compareStartOrder(entries[left]!, entries[first]!) < 0)
        first = left;
      if (right < entries.length && compareStartOrder(entries[right]!, entries[first]!) < 0) {
        first = right;
      }
      if (first === parent) return;
      this.#swap(parent, first);
      parent = first;
    }
  }

  #swap(a: number, b: number): void {
    const entries = this.#entries;
    [entries[a], entries[b]] = [entries[b]!, entries[a]!];
  }
}
