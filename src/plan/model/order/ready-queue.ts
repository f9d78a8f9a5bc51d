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

type Entry = StartOrder & { readonly id: string };

/**
 * A binary heap of ready todos: push and pop cost O(log n), so wide plans stay cheap. A todo waits in it once;
 * the entry of one that was taken out stays in the heap until its turn comes, and counts for nothing.
 */
export class ReadyQueue {
  readonly #heap: Entry[] = [];
  readonly #waiting = new Map<string, Entry>();

  get size(): number {
    return this.#waiting.size;
  }

  clear(): void {
    this.#heap.length = 0;
    this.#waiting.clear();
  }

  /** A todo that waits already gets its new place. */
  push(id: string, rank: StartOrder): void {
    const heap = this.#heap;
    const entry = { id, ...rank };
    this.#waiting.set(id, entry);
    heap.push(entry);
    let child = heap.length - 1;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (compareStartOrder(heap[parent]!, heap[child]!) <= 0) break;
      this.#swap(parent, child);
      child = parent;
    }
  }

  /** The todo waits no more. */
  delete(id: string): void {
    this.#waiting.delete(id);
  }

  /** Takes the todo that goes first, or undefined when none waits. */
  pop(): string | undefined {
    for (let first = this.#takeFirst(); first !== undefined; first = this.#takeFirst()) {
      if (this.#waiting.get(first.id) !== first) continue;
      this.#waiting.delete(first.id);
      return first.id;
    }
    return undefined;
  }

  /** All waiting todos, first to start first; the queue stays as it is. */
  inOrder(): string[] {
    return [...this.#waiting.values()].sort(compareStartOrder).map(({ id }) => id);
  }

  #takeFirst(): Entry | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined) return undefined;
    if (heap.length > 0) {
      heap[0] = last;
      this.#sink();
    }
    return first;
  }

  #sink(): void {
    const heap = this.#heap;
    let parent = 0;
    for (;;) {
      const left = 2 * parent + 1;
      const right = left + 1;
      let first = parent;
      if (left < heap.length && compareStartOrder(heap[left]!, heap[first]!) < 0) first = left;
      if (right < heap.length && compareStartOrder(heap[right]!, heap[first]!) < 0) {
        first = right;
      }
      if (first === parent) return;
      this.#swap(parent, first);
      parent = first;
    }
  }

  #swap(a: number, b: number): void {
    const heap = this.#heap;
    [heap[a], heap[b]] = [heap[b]!, heap[a]!];
  }
}
